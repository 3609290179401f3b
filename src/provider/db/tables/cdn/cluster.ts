import type { Monitoring } from '../../../../lib/rules/cdn/cluster/monitoring.ts';
import type { Duration } from '../../../../lib/rules/cdn/edge/protection.ts';

export interface ClusterTable {
  id: string;
  domainId: string;
  name: string;
  port: number;
  protocol: 'http' | 'https';
  algorithm: 'roundRobin' | 'hash' | 'leastConnections';
  hashBy: 'client' | 'ip' | null;
  /** How long a visitor stays with a server; null: not at all. */
  affinity: Duration | null;
  /** Null: its servers aren't checked. */
  monitoring: Monitoring | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** A server of a cluster and its check results. Results aren't customer changes, so they aren't in the change log. */
export interface ClusterServerTable {
  id: string;
  clusterId: string;
  place: number;
  address: string;
  /** Null: the port of the cluster. */
  port: number | null;
  weight: number;
  backup: boolean;
  /** Null: no. Versions from before it don't have it. */
  draining: boolean | null;
  /** Null: no limit. */
  maxConnections: number | null;
  health: 'up' | 'down' | 'unknown';
  /** `Standing.streak` of `rules/cluster/state.ts`. */
  streak: number;
  since: number | null;
  checkedAt: number | null;
  lastUp: boolean | null;
  lastStatus: number | null;
  lastMs: number | null;
  reason: string | null;
  /** From the monitoring of its cluster; null, like `nextCheckAt`: it isn't checked. */
  intervalMs: number | null;
  /** When the next check is due. The process that advances this runs the check. */
  nextCheckAt: number | null;
}

/** Check counts of one server, by minute for a day and by hour for a month. */
export interface ClusterHealthTable {
  serverId: string;
  /** Length of the interval, ms. */
  step: number;
  /** Start of the interval, epoch ms. */
  at: number;
  checks: number;
  failed: number;
  /** Sum of the response times, ms, of at least `checks - failed` checks. */
  ms: number;
  answers: number;
}

/** A record or page rule that uses a cluster. Its ID is that of the record or page rule: each has at most one cluster. */
export interface ClusterRouteTable {
  id: string;
  domainId: string;
  clusterId: string;
  kind: 'record' | 'path';
  recordId: string | null;
  pathId: string | null;
  createdAt: number;
}
