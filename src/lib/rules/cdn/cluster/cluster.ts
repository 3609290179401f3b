import type { TKey, TParams } from '../../../i18n/keys.ts';
import { type Fault, fault, isFault } from '../../core/fault.ts';
import type { Network } from '../../core/network.ts';
import { checkAddress } from '../../core/serverAddress.ts';
import type { Duration } from '../edge/protection.ts';
import { checkMonitoring, type Monitoring } from './monitoring.ts';
import type { Algorithm, HashBy } from './options.ts';
import { getsNewVisitors } from './state.ts';

/** A server as entered by the customer, with validated numbers. */
export interface ServerDraft {
  address: string;
  /** Absent: the port of the cluster. */
  port?: number | undefined;
  weight: number;
  backup: boolean;
  /** Gets no new visitors; those who are bound to it stay until their cookies expire. Absent: no. */
  draining?: boolean | undefined;
  /** Requests that an edge sends it at a time. Absent: any number. */
  maxConnections?: number | undefined;
}
export interface ClusterDraft {
  name: string;
  servers: readonly ServerDraft[];
  port: number;
  protocol: 'http' | 'https';
  algorithm: Algorithm;
  hashBy?: HashBy | undefined;
  /** How long a visitor stays with a server. Null, absent: not at all. */
  affinity?: Duration | null | undefined;
  monitoring?: Monitoring | null | undefined;
}
/** A cluster with normalized values. `hashBy` is only set for the algorithm `hash`. */
export interface CheckedCluster extends Omit<ClusterDraft, 'servers' | 'affinity' | 'monitoring'> {
  servers: ServerDraft[];
  affinity: Duration | null;
  monitoring: Monitoring | null;
}
export interface ClusterProblem {
  /** `servers.2.address`, `monitoring.path`. */
  field: string;
  key: TKey;
  params: TParams;
}
export type ClusterCheck = { ok: true; cluster: CheckedCluster } | { ok: false; problems: ClusterProblem[] };

interface Options {
  /** The domain, lower-case ASCII. */
  zone: string;
  /** Closed networks that the operator allows; null: closed networks aren't checked. */
  allow: readonly Network[] | null;
}

/**
 * Validates a cluster, for the form and the provider: addresses, duplicates, and that at least one server is in use and isn't
 * a backup. The schema validates types, ports and lengths.
 */
export function checkCluster(draft: ClusterDraft, { zone, allow }: Options): ClusterCheck {
  const problems: ClusterProblem[] = [];
  const add = (field: string, { key, params }: Fault) => void problems.push({ field, key, params });
  if (draft.servers.length === 0) add('servers', fault('cluster:error.serverRequired'));
  const earlier = new Map<string, number>();
  const servers = draft.servers.map((server, index) => {
    const address = checkAddress(server.address, zone, allow);
    const one: ServerDraft = { address: '', weight: server.weight, backup: server.backup, ...(server.draining && { draining: true }) };
    if (server.maxConnections !== undefined) one.maxConnections = server.maxConnections;
    if (server.port !== undefined && server.port !== draft.port) one.port = server.port;
    if (isFault(address)) {
      add(`servers.${index}.address`, address);
      return one;
    }
    const place = `${address} ${server.port ?? draft.port}`;
    const first = earlier.get(place);
    if (first !== undefined) add(`servers.${index}.address`, fault('cluster:error.serverTwice', { row: first + 1 }));
    else earlier.set(place, index);
    return { ...one, address };
  });
  if (servers.length > 0 && servers.every(({ backup }) => backup)) add('servers', fault('cluster:error.allBackup'));
  else if (servers.length > 0 && !servers.some(getsNewVisitors)) add('servers', fault('cluster:error.noWeight'));
  const monitoring = draft.monitoring ? checkMonitoring(draft.monitoring, zone, (field, match) => add(`monitoring.${field}`, match)) : null;
  if (problems.length > 0) return { ok: false, problems };
  const { name, port, protocol, algorithm } = draft;
  const hashBy = algorithm === 'hash' ? { hashBy: draft.hashBy ?? 'ip' } : {};
  return {
    ok: true,
    cluster: { name: name.trim(), servers, port, protocol, algorithm, ...hashBy, affinity: draft.affinity ?? null, monitoring },
  };
}
