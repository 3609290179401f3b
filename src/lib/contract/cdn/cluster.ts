import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import {
  algorithms,
  checkMethods,
  checkReasons,
  hashKeys,
  healths,
  maxClusters,
  maxConnectionLimit,
  maxHeaders,
  maxInRow,
  maxName,
  maxPort,
  maxResponseMs,
  maxServers,
  maxWeight,
  minResponseMs,
  requestTypes,
} from '../../rules/cdn/cluster/options.ts';
import { windows } from '../../rules/core/windows.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { keyWith } from '../issue.ts';
import { Duration, expectedVersion, ofDomain } from './edge.ts';

const badPort = keyWith('cluster:error.port', { max: maxPort });
const Port = z.int(badPort).min(1, badPort).max(maxPort, badPort);
const badWeight = keyWith('cluster:error.weight', { max: maxWeight });
const badLimit = keyWith('cluster:error.maxConnections', { max: maxConnectionLimit });
const badTime = keyWith('cluster:error.responseTime', { min: minResponseMs, max: maxResponseMs });
const badRow = keyWith('cluster:error.inRow', { max: maxInRow });
const InRow = z.int(badRow).min(1, badRow).max(maxInRow, badRow);
const choice = { error: key('error:choice') };

const headerCount = keyWith('cluster:error.headerCount', { max: maxHeaders });
const Headers = z
  .record(z.string().max(200, key('error:tooLong')), z.string().max(1000, key('error:tooLong')))
  .refine((headers) => Object.keys(headers).length <= maxHeaders, headerCount);

/** Rules that need the domain or the operator's networks are in `rules/cluster`; the form and the provider both run them. */
export const ServerDraft = z.object({
  address: z.string().max(1000, key('error:tooLong')).describe('IPv4, IPv6 or a host name.'),
  port: Port.optional().describe('Default: the port of the cluster.'),
  weight: z.int(badWeight).min(0, badWeight).max(maxWeight, badWeight).default(1).describe('Share of the requests; 0: none.'),
  backup: z.boolean().default(false).describe('Receives requests only when no other server is available.'),
  draining: z
    .boolean()
    .optional()
    .describe('True: gets no new visitors; those who are bound to it by `affinity` stay until their cookies expire. Absent: false.'),
  maxConnections: z
    .int(badLimit)
    .min(1, badLimit)
    .max(maxConnectionLimit, badLimit)
    .optional()
    .describe('Requests that each edge sends it at a time; at the limit, other servers are used. Absent: no limit.'),
});

export const Monitoring = z
  .object({
    requestType: z.enum(requestTypes, choice).describe('The kind of check. `tcp`: opens a connection only.'),
    repetitionInterval: Duration.default({ value: 1, unit: 'm' }).describe('Time between checks.'),
    expectedResponseTime: z
      .int(badTime)
      .min(minResponseMs, badTime)
      .max(maxResponseMs, badTime)
      .default(5000)
      .describe('Milliseconds; a slower response counts as a failure.'),
    expectedStatusCodes: z
      .array(z.union([z.int().transform(String), z.string().max(20)], { error: key('cluster:error.statusRequired') }))
      .max(30, key('error:tooMany'))
      .default(['200-299'])
      .describe('`200`, `200-299` or `2xx`.'),
    expectedHeaders: Headers.default({}).describe(
      'Header name to the text that its value must contain; empty text: the header must be present.',
    ),
    sentHeaders: Headers.default({}),
    methodWhitelist: z
      .array(z.enum(checkMethods, choice))
      .max(checkMethods.length, key('error:tooMany'))
      .default(['GET'])
      .describe('Methods to try in order; the next one is used when a server responds 405 or 501.'),
    checkCertificate: z.boolean().default(true).describe('HTTPS: an invalid certificate counts as a failure.'),
    hostHeader: z.string().max(300, key('error:tooLong')).default('').describe('Host header of the check. Empty: the domain.'),
    path: z.string().max(1000, key('error:tooLong')).default('/'),
    failuresBeforeDown: InRow.default(3).describe('Consecutive failures before a server counts as down.'),
    successesBeforeUp: InRow.default(2).describe('Consecutive successes before a server counts as up again.'),
  })
  .meta({ id: 'ClusterMonitoring' });
export type Monitoring = z.output<typeof Monitoring>;

export const ClusterDraft = z.object({
  name: z
    .string()
    .trim()
    .min(1, key('cluster:error.nameRequired'))
    .max(maxName, keyWith('cluster:error.nameLong', { max: maxName })),
  servers: z
    .array(ServerDraft)
    .min(1, key('cluster:error.serverRequired'))
    .max(maxServers, keyWith('cluster:error.serverLimit', { max: maxServers })),
  port: Port,
  protocol: z.enum(['http', 'https'], choice),
  algorithm: z.enum(algorithms, choice),
  hashBy: z.enum(hashKeys, choice).optional().describe('Required by the algorithm `hash`. `client`: IP address and browser.'),
  affinity: Duration.nullable()
    .optional()
    .describe('How long a visitor stays with the same server, by a cookie that the edge sets. Null: visitors aren’t bound to a server.'),
  monitoring: Monitoring.nullable().optional().describe('Null: the servers are not monitored.'),
});
export type ClusterDraft = z.output<typeof ClusterDraft>;

const states = ['up', 'down', 'mixed', 'none'] as const;
const ClusterServer = z.object({
  id: Id.describe('Unchanged as long as address and port are.'),
  address: z.string(),
  port: z.int().optional(),
  weight: z.int(),
  backup: z.boolean(),
  draining: z.boolean().describe('It gets no new visitors.'),
  maxConnections: z.int().optional(),
  health: z.enum(healths).describe('`unknown`: not monitored, or not checked often enough yet.'),
  since: Time.optional().describe('Since when it has been up or down.'),
  lastCheck: Time.optional(),
  lastMs: z.int().optional(),
  lastStatus: z.int().optional(),
  reason: z.enum(checkReasons).optional().describe('Why the last check failed.'),
  recent: z.array(z.enum(states)).describe('The last hour in two-minute steps, oldest first.'),
});

export const Cluster = z
  .object({
    ...ClusterDraft.shape,
    id: Id,
    servers: z.array(ClusterServer),
    affinity: Duration.optional(),
    monitoring: Monitoring.optional(),
    routes: z.int().describe('Number of records and page rules connected to it.'),
    version: z.int().describe('Increases with each change; send it with an update.'),
    updatedAt: Time,
  })
  .meta({ id: 'Cluster' });
export type Cluster = z.output<typeof Cluster>;

export const ClusterRoute = z
  .object({
    id: Id.describe('Id of the record or page rule.'),
    kind: z.enum(['record', 'path']),
    recordId: Id.optional(),
    pathId: Id.optional(),
    host: z.string().describe('Fully qualified, without the trailing dot.'),
    path: z.string().optional(),
    type: z.string().optional().describe('Type of the record.'),
    content: z.string().optional().describe('Where the record points while no cluster is connected.'),
    proxy: z.boolean().describe('False: the record is DNS only, so no traffic reaches the cluster.'),
    clusterId: Id.optional(),
  })
  .meta({ id: 'ClusterRoute' });
export type ClusterRoute = z.output<typeof ClusterRoute>;

const ServerHealth = z
  .object({
    id: Id,
    address: z.string(),
    port: z.int(),
    health: z.enum(healths),
    up: z.boolean().nullable().describe('Result of the last check; null: there was none.'),
    lastStatus: z.int().optional(),
    lastMs: z.int().optional(),
    reason: z.enum(checkReasons).optional(),
    checkedAt: Time.optional(),
    series: z
      .array(z.object({ t: Time, checks: z.int(), failed: z.int(), ms: z.int().nullable().describe('Mean response time.') }))
      .describe('At most 62 steps, oldest first; steps without a check are omitted.'),
  })
  .meta({ id: 'ClusterServerHealth' });

const TestResult = z
  .object({
    ok: z.boolean(),
    status: z.int().nullable(),
    ms: z.int(),
    headers: z.record(z.string(), z.string()).describe('The first 40 response headers, without cookies.'),
    reason: z.enum(checkReasons).optional(),
    message: z.string().optional().describe('The reason in the caller’s language.'),
  })
  .meta({ id: 'ClusterTestResult' });

const ofCluster = ofDomain.extend({ clusterId: Id });
const done = z.object({ done: z.literal(true) });
const example = { domainId: demo.domainId, clusterId: demo.clusterId };

export const cluster = group('cluster', 'domain', {
  list: get('/domain/cluster/list', {
    summary: 'List the clusters of a domain, with the health of their servers',
    area: 'clustering',
    input: ofDomain,
    output: z.object({ clusters: z.array(Cluster), limit: z.int().describe(`At most ${maxClusters} clusters.`) }),
    example: { domainId: demo.domainId },
  }),
  get: get('/domain/cluster/get', {
    summary: 'Get a cluster',
    area: 'clustering',
    input: ofCluster,
    output: z.object({ cluster: Cluster }),
    example,
  }),
  create: post('/domain/cluster/create', {
    summary: 'Create a cluster of origin servers',
    area: 'clustering',
    input: ofDomain.extend(ClusterDraft.shape),
    output: z.object({ cluster: Cluster }),
    success: 'cluster:created',
    errors: ['cluster:error.duplicate', 'cluster:error.limit', 'cluster:error.hostClosed', 'rules:olderEdge', 'error:tooManyRequests'],
    example: {
      domainId: demo.domainId,
      name: 'Shop servers',
      servers: [
        { address: '203.0.113.31', weight: 2 },
        { address: '203.0.113.32', weight: 1 },
        { address: 'standby.example.net', weight: 1, backup: true },
      ],
      port: 443,
      protocol: 'https',
      algorithm: 'roundRobin',
      monitoring: { requestType: 'https', path: '/health' },
    },
  }),
  edit: post('/domain/cluster/edit', {
    idempotent: true,
    summary: 'Change a cluster; omitted fields stay unchanged',
    area: 'clustering',
    input: ofCluster.extend({
      ...ClusterDraft.partial().shape,
      version: expectedVersion,
    }),
    output: z.object({ cluster: Cluster }),
    success: 'cluster:edited',
    errors: ['cluster:error.duplicate', 'cluster:error.hostClosed', 'rules:olderEdge', 'error:versionConflict', 'error:tooManyRequests'],
    example: { ...example, algorithm: 'leastConnections' },
  }),
  drain: post('/domain/cluster/drain', {
    idempotent: true,
    summary: 'Drain a server of a cluster, or end that: a draining server gets no new visitors, and those who are bound to it stay',
    area: 'clustering',
    input: ofCluster.extend({ serverId: Id, draining: z.boolean() }),
    output: z.object({ cluster: Cluster }),
    success: 'cluster:edited',
    errors: ['cluster:error.lastServer', 'rules:olderEdge'],
    example: { ...example, serverId: demo.clusterServerId, draining: true },
  }),
  delete: post('/domain/cluster/delete', {
    summary: 'Delete a cluster; refused while anything is connected to it',
    area: 'clustering',
    input: ofCluster,
    output: done,
    success: 'cluster:deleted',
    errors: ['cluster:error.inUse'],
    example: { domainId: demo.domainId, clusterId: demo.freeClusterId },
  }),
  routes: get('/domain/cluster/routes', {
    summary: 'List the page rules and the records that go through the CDN, each with its cluster',
    area: 'clustering',
    input: ofDomain,
    output: z.object({ routes: z.array(ClusterRoute) }),
    example: { domainId: demo.domainId },
  }),
  assign: post('/domain/cluster/assign', {
    summary: 'Connect a record or page rule to a cluster; replaces its current one',
    area: 'clustering',
    input: ofCluster
      .extend({ recordId: Id.optional(), pathId: Id.optional() })
      .refine(({ recordId, pathId }) => (recordId === undefined) !== (pathId === undefined), key('cluster:error.oneRoute'))
      .describe('Exactly one of `recordId` and `pathId`.'),
    output: z.object({ route: ClusterRoute }),
    success: 'cluster:assigned',
    errors: ['cluster:error.notProxied'],
    example: { ...example, recordId: demo.recordId },
  }),
  unassign: post('/domain/cluster/unassign', {
    summary: 'Disconnect a record or page rule from its cluster; it uses its own server again',
    area: 'clustering',
    input: ofDomain.extend({ routeId: Id }),
    output: done,
    success: 'cluster:unassigned',
    example: { domainId: demo.domainId, routeId: demo.recordId },
  }),
  health: get('/domain/cluster/health', {
    summary: 'Get the health check results of a cluster’s servers over a period',
    area: 'clustering',
    input: ofCluster.extend({ window: z.enum(windows).default('1h') }),
    output: z.object({ health: z.array(ServerHealth) }),
    example,
  }),
  test: post('/domain/cluster/test', {
    summary: 'Check one server now, as monitoring would, without saving the result',
    area: 'clustering',
    input: ofDomain.extend({
      server: ServerDraft.pick({ address: true }).extend({ port: Port }),
      monitoring: Monitoring,
    }),
    output: z.object({ result: TestResult }),
    success: false,
    changes: false,
    errors: ['error:tooManyRequests'],
    example: { domainId: demo.domainId, server: { address: '203.0.113.31', port: 443 }, monitoring: { requestType: 'https' } },
  }),
});
