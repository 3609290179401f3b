import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { readEdgeEnv } from '../../src/edge/base/env.ts';
import { Control } from '../../src/edge/control/control.ts';
import { Heartbeats } from '../../src/edge/control/heartbeats.ts';
import { joinFleet } from '../../src/edge/control/identity.ts';
import { Logs } from '../../src/edge/control/logs.ts';
import { Sites } from '../../src/edge/control/policies.ts';
import { PolicyStore } from '../../src/edge/control/store.ts';
import { createLogEntry } from '../support/logEntries.ts';

/*
 * A process of the benchmark of a fleet: edges without visitors, which speak with the portal through the code of real ones. Its parent
 * sends `FleetOrder`s and gets `FleetNews`.
 */

export interface FleetOrder {
  kind: 'start' | 'bytes' | 'visit' | 'stop';
  url?: string;
  folder?: string;
  /** Of `start`: a token for each edge. */
  tokens?: readonly string[];
  /** Of `visit`: whose requests are logged, one a second at each edge; absent: no more. */
  domainId?: string;
}
export interface FleetNews {
  kind: 'started' | 'applied' | 'bytes' | 'stopped';
  /** Of `applied`: the version of a domain that all edges of this process serve. */
  domainId?: string;
  version?: number;
  sent?: number;
  received?: number;
  /** Log lines that the portal doesn't have yet. */
  waiting?: number;
}

const log = pino({ level: 'error' });
/** Edges that join at the same time. */
const JOINING = 20;

/** Bytes of all connections so far, with headers and without TLS. */
const sockets = new Set<Socket>();
const closed = { sent: 0, received: 0 };
subscribe('undici:client:connected', (message) => {
  const { socket } = message as { socket: Socket }; // as undici publishes it
  sockets.add(socket);
  socket.once('close', () => {
    sockets.delete(socket);
    closed.sent += socket.bytesWritten;
    closed.received += socket.bytesRead;
  });
});
function bytes(): { sent: number; received: number } {
  const sum = { ...closed };
  for (const { bytesWritten, bytesRead } of sockets) {
    sum.sent += bytesWritten;
    sum.received += bytesRead;
  }
  return sum;
}

const notify = (news: FleetNews) => void process.send?.(news);

async function startOne(url: string, folder: string, token: string, applied: (domainId: string, version: number) => void) {
  const variables = { EDGE_CONTROL_URL: url, EDGE_TOKEN: token, EDGE_DIR: folder };
  const env = readEdgeEnv({ ...variables, ...(await joinFleet(variables)) });
  const sites = new Sites();
  const access = { url: env.EDGE_CONTROL_URL, key: env.EDGE_KEY };
  const hostname = () => '127.0.0.1:80';
  const control = new Control({
    ...access,
    verifyKey: env.EDGE_VERIFY_KEY,
    sites,
    store: new PolicyStore(folder, log),
    hostname,
    edgeId: env.EDGE_ID,
    places: false,
    abilities: ['proofOfWork', 'originVerification', 'pageRuleActions', 'wafProfiles', 'wafOperators'],
    warnings: () => [],
    log,
    reportedHash: () => heartbeats.reportedHash,
    applied: async (changed) => {
      for (const { policy } of changed) applied(policy.id, policy.version);
    },
    wasAway: async () => {},
  });
  await control.load();
  const logs = new Logs({ ...access, folder: join(folder, 'spool'), clockOffset: () => heartbeats.clockOffset, log });
  const heartbeats: Heartbeats = new Heartbeats({
    ...access,
    state: async () => ({
      edgeId: control.edgeId,
      hostname: hostname(),
      listening: true,
      caughtUp: control.isCurrent,
      place: control.state().version,
      load: { cpu: 0, connections: 10, maxConnections: 20_000, memory: 0, maxMemory: 1, disk: 0, maxDisk: 1 },
    }),
    requests: () => logs.total,
    onDrain: () => {},
    log,
  });
  await logs.start();
  control.start();
  heartbeats.start();
  return {
    logs,
    async stop() {
      await heartbeats.stop();
      await control.stop();
      await logs.stop();
    },
  };
}

const edges: Awaited<ReturnType<typeof startOne>>[] = [];
let visits: NodeJS.Timeout | null = null;

async function run({ kind, url = '', folder = '', tokens = [], domainId }: FleetOrder): Promise<void> {
  if (kind === 'start') {
    const versions = new Map<string, number[]>();
    const rest = tokens.entries();
    const startRest = async () => {
      for (const [i, token] of rest) {
        const applied = (id: string, version: number) => {
          const reached = versions.get(id) ?? [];
          versions.set(id, reached);
          reached[i] = version;
          if (reached.filter((one) => one === version).length === tokens.length) notify({ kind: 'applied', domainId: id, version });
        };
        edges.push(await startOne(url, join(folder, `edge-${process.pid}-${i}`), token, applied));
        // As machines start, which is never at the same moment.
        await setTimeout(50);
      }
    };
    await Promise.all(Array.from({ length: JOINING }, startRest));
    notify({ kind: 'started' });
  } else if (kind === 'bytes')
    notify({ kind: 'bytes', ...bytes(), waiting: edges.reduce((sum, { logs }) => sum + logs.state().entries, 0) });
  else if (kind === 'visit') {
    if (visits) clearInterval(visits);
    visits = null;
    if (domainId === undefined) return;
    let requests = 0;
    // One after another within the second.
    visits = setInterval(() => {
      const edge = edges[requests++ % edges.length];
      edge?.logs.add(createLogEntry({ id: `${process.pid}-${requests}`, at: Date.now(), domainId }));
    }, 1000 / edges.length);
  } else {
    if (visits) clearInterval(visits);
    await Promise.all(edges.map((edge) => edge.stop()));
    notify({ kind: 'stopped' });
    process.disconnect();
  }
}
process.on('message', (order) => void run(order as FleetOrder)); // from tests/bench/fleet.ts
process.on('disconnect', () => process.exit());
