import { demo } from '../../../lib/contract/fields.ts';
import type { Monitoring } from '../../../lib/rules/cdn/cluster/monitoring.ts';
import { DAY } from '../../../lib/time.ts';
import type { Seed } from '../../core/seeds/seed.ts';
import type { ClusterServerTable, ClusterTable } from '../../db/tables/cdn/cluster.ts';

type Server = [address: string, weight: number, more?: { port?: number; backup?: true; id?: string }];

const monitoring: Monitoring = {
  requestType: 'https',
  repetitionInterval: { value: 1, unit: 'm' },
  expectedResponseTime: 5000,
  expectedStatusCodes: ['200-299'],
  expectedHeaders: {},
  sentHeaders: {},
  methodWhitelist: ['GET'],
  checkCertificate: true,
  hostHeader: '',
  path: '/health',
  failuresBeforeDown: 3,
  successesBeforeUp: 2,
};

/**
 * Two clusters of the demo domain. They use documentation addresses, for which the demo website of the edge answers. A record is
 * connected to the first.
 */
export const seedClusters: Seed = async (tx, { now, newId }) => {
  const at = now - 12 * DAY;
  const make = async (
    row: Pick<ClusterTable, 'id' | 'name' | 'port' | 'protocol' | 'algorithm' | 'hashBy'>,
    servers: Server[],
    watched: boolean,
  ) => {
    const cluster: ClusterTable = {
      ...row,
      domainId: demo.domainId,
      affinity: null,
      monitoring: watched ? monitoring : null,
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
    await tx.insertInto('cluster').values(cluster).execute();
    for (const [place, [address, weight, { port, backup = false, id = newId() } = {}]] of servers.entries()) {
      const server: ClusterServerTable = {
        id,
        clusterId: row.id,
        place,
        address,
        port: port ?? null,
        weight,
        backup,
        draining: null,
        maxConnections: null,
        health: 'unknown',
        streak: 0,
        since: null,
        checkedAt: null,
        lastUp: null,
        lastStatus: null,
        lastMs: null,
        reason: null,
        intervalMs: watched ? 60_000 : null,
        nextCheckAt: watched ? now : null,
      };
      await tx.insertInto('clusterServer').values(server).execute();
    }
  };
  await make(
    { id: demo.clusterId, name: 'Web servers', port: 443, protocol: 'https', algorithm: 'roundRobin', hashBy: null },
    [
      ['203.0.113.24', 3],
      ['203.0.113.27', 2, { id: demo.clusterServerId }],
      ['2001:db8:2c::18', 1],
      ['198.51.100.24', 1, { backup: true }],
    ],
    true,
  );
  await make(
    { id: demo.freeClusterId, name: 'API servers', port: 8080, protocol: 'http', algorithm: 'hash', hashBy: 'client' },
    [
      ['203.0.113.25', 1],
      ['203.0.113.26', 1, { port: 8081 }],
    ],
    false,
  );
  await tx
    .insertInto('clusterRoute')
    .values({
      id: demo.recordId,
      domainId: demo.domainId,
      clusterId: demo.clusterId,
      kind: 'record',
      recordId: demo.recordId,
      pathId: null,
      createdAt: at,
    })
    .execute();
};
