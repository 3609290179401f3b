import { serverName } from '../cluster/serverName.ts';
import type { Cluster, ClusterServer } from './config.ts';
import { edgePages } from './responses.ts';
import { durationSeconds, type Effect, type Passage, step, type Verdict } from './types.ts';

/** FNV-1a, 32 bits: identical everywhere, and fast. Not for secrets. */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  // FNV alone distributes its low bits badly for keys that differ at the end, as addresses do.
  value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  return (value ^ (value >>> 16)) >>> 0;
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
const serverWeight = ({ weight }: ClusterServer): number => Math.max(0, Math.floor(Number.isFinite(weight) ? weight : 0));
const total = (servers: readonly ClusterServer[]): number => servers.reduce((sum, one) => sum + serverWeight(one), 0);

/** The server whose share of the weights contains `place`. */
function at(servers: readonly ClusterServer[], place: number): ClusterServer | undefined {
  let rest = place;
  return servers.find((one) => {
    rest -= serverWeight(one);
    return rest < 0;
  });
}

/** Gives each server its share of every `total` turns, spread evenly: the step is coprime with the total, so every position comes once. */
function byTurn(servers: readonly ClusterServer[], turn: number): ClusterServer | undefined {
  const all = total(servers);
  let stride = Math.max(1, Math.round(all * 0.618));
  while (gcd(stride, all) !== 1) stride++;
  const place = (BigInt(Math.floor(Math.abs(turn)) % all) * BigInt(stride)) % BigInt(all);
  return at(servers, Number(place));
}

/** Clients keep their server when another fails: only those of the failed one are redistributed among the others. */
function byHash(all: readonly ClusterServer[], healthy: readonly ClusterServer[], key: string): ClusterServer | undefined {
  const first = at(all, hash(key) % total(all));
  if (first && healthy.includes(first)) return first;
  return at(healthy, hash(`${key} again`) % total(healthy));
}

const opened = (open: Readonly<Record<string, number>>, name: string): number => (Object.hasOwn(open, name) ? (open[name] ?? 0) : 0);

function byConnections(
  servers: readonly ClusterServer[],
  cluster: Cluster,
  open: Readonly<Record<string, number>>,
): ClusterServer | undefined {
  const load = (one: ClusterServer): number => {
    return opened(open, serverName(one, cluster)) / serverWeight(one);
  };
  return servers.reduce<ClusterServer | undefined>((best, one) => (best && load(best) <= load(one) ? best : one), undefined);
}

type ChoiceReason = 'clusterServer' | 'clusterBackup' | 'clusterAffinity' | 'clusterFull' | 'clusterDown';

/** In the order of preference: one that failed for others a moment ago is better than none. */
const groups = [
  { isBackup: false, isFailing: false },
  { isBackup: true, isFailing: false },
  { isBackup: false, isFailing: true },
  { isBackup: true, isFailing: true },
] as const;

/**
 * Selects a server of a cluster from the request alone. Servers that are down or have weight 0 get nothing, nor does one that has
 * failed for this request; backups are only used when no other server is left. A visitor who is bound to a server gets it while it can
 * be used, and is the only one who gets one that is draining. A server that processes as many requests as it may gets no further one.
 */
function choose(cluster: Cluster, { visit }: Passage): { server: ClusterServer | null; reason: ChoiceReason } {
  const { failed = [], failing = [], connections = {}, turn = 0, bound, workers = 1 } = visit.request.seen ?? {};
  const client = cluster.hashBy === 'client' ? `${visit.ip} ${visit.headers.get('user-agent') ?? ''}` : visit.ip;
  let isFull = false;
  const hasRoom = (one: ClusterServer): boolean => {
    if (one.maxConnections === undefined || opened(connections, serverName(one, cluster)) < Math.ceil(one.maxConnections / workers))
      return true;
    isFull = true;
    return false;
  };
  for (const { isBackup, isFailing } of groups) {
    if (isFailing && failing.length === 0) break;
    const group = cluster.servers.filter((one) => serverWeight(one) > 0 && (one.backup === true) === isBackup);
    const working = group.filter((one) => {
      const name = serverName(one, cluster);
      return one.health !== 'down' && !failed.includes(name) && (isFailing || !failing.includes(name)) && hasRoom(one);
    });
    const own = cluster.affinity && bound !== undefined && working.find((one) => serverName(one, cluster) === bound);
    if (own) return { server: own, reason: 'clusterAffinity' };
    const usable = working.filter(({ draining }) => !draining);
    if (usable.length === 0) continue;
    const server =
      cluster.algorithm === 'hash'
        ? byHash(group, usable, client)
        : cluster.algorithm === 'leastConnections'
          ? byConnections(usable, cluster, connections)
          : byTurn(usable, turn);
    if (server) return { server, reason: isBackup ? 'clusterBackup' : 'clusterServer' };
  }
  return { server: null, reason: isFull ? 'clusterFull' : 'clusterDown' };
}

/** The cluster for a request: that of the page rule, else that of the DNS record. */
export function matchCluster({ config, rule, recordId }: Passage): Cluster | undefined {
  const of = (id: string | null | undefined, kind: 'pathId' | 'recordId') =>
    id ? config.routes.find((route) => route[kind] === id && route.clusterId) : undefined;
  const route = of(rule?.id, 'pathId') ?? of(recordId, 'recordId');
  return route && config.clusters.find(({ id }) => id === route.clusterId);
}

/** Whether a request goes to a cluster without an available server. */
export function isClusterDown(passage: Passage): boolean {
  const found = matchCluster(passage);
  return found !== undefined && choose(found, passage).server === null;
}

/** Where the request is forwarded: to its cluster, else to the target of the record. */
export function cluster(passage: Passage): Verdict {
  const { config, settings, visit, origin } = passage;
  const effect: Effect[] = settings.hostHeader ? [{ name: 'hostHeader', value: settings.hostHeader, from: 'pageRule' }] : [];
  const found = matchCluster(passage);
  if (!found) {
    const { backendProtocol } = config.https;
    const protocol = backendProtocol === 'auto' ? visit.url.protocol.slice(0, -1) : backendProtocol;
    return { steps: [step('cluster', 'forward', 'clusterNone', { server: origin, protocol }, { effect })] };
  }
  const item = { id: found.id, title: found.name };
  const { server, reason } = choose(found, passage);
  if (!server) {
    const status = reason === 'clusterFull' ? edgePages.busy.status : 502;
    return { steps: [step('cluster', 'fail', reason, { cluster: found.name }, { item })], end: { outcome: 'failed', status } };
  }
  if (found.affinity) effect.push({ name: 'affinity', value: durationSeconds(found.affinity), from: 'domain' });
  const draining = found.servers.filter((one) => one.draining).map((one) => serverName(one, found));
  if (draining.length > 0) effect.push({ name: 'draining', value: draining.join(', '), from: 'domain' });
  const algorithm = { key: `edge:algorithm.${found.algorithm === 'hash' ? (found.hashBy ?? 'ip') : found.algorithm}` } as const;
  const params = { cluster: found.name, server: serverName(server, found), protocol: found.protocol, algorithm };
  const failed = visit.request.seen?.failed?.at(-1);
  if (failed !== undefined) return { steps: [step('cluster', 'forward', 'clusterFailover', { ...params, failed }, { item, effect })] };
  return { steps: [step('cluster', 'forward', reason, params, { item, effect })] };
}
