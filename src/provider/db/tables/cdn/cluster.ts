export interface ClusterTable {
  id: string;
  domainId: string;
  name: string;
  port: number;
  protocol: 'http' | 'https';
  algorithm: 'roundRobin' | 'hash' | 'leastConnections';
  hashBy: 'client' | 'ip' | null;
  /** JSON: `Monitoring` of `rules/cluster`. Null: its servers are not looked at. */
  monitoring: string | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** A server of a cluster, and what checks have found of it. What was found is no customer's change and not in the change log. */
export interface ClusterServerTable {
  id: string;
  clusterId: string;
  place: number;
  address: string;
  /** Null: the port of the cluster. */
  port: number | null;
  weight: number;
  backup: number;
  health: 'up' | 'down' | 'unknown';
  /** `Standing.streak` of `rules/cluster/state.ts`. */
  streak: number;
  since: number | null;
  checkedAt: number | null;
  lastUp: number | null;
  lastStatus: number | null;
  lastMs: number | null;
  reason: string | null;
  /** Of the monitoring of its cluster; null with `nextCheckAt`: it is not looked at. */
  intervalMs: number | null;
  /** When it is due. Whoever moves this on has taken the check. */
  nextCheckAt: number | null;
}

/** Checks of one server, counted by the minute for a day and by the hour for a month. */
export interface ClusterHealthTable {
  serverId: string;
  /** Length of the step, ms. */
  step: number;
  /** Its beginning, epoch ms. */
  at: number;
  checks: number;
  failed: number;
  /** Sum of the times of the answers, ms; `checks - failed` of them at least. */
  ms: number;
  answers: number;
}

/** A record or page rule that a cluster answers for. Its id is that of the record or page rule: each has one cluster at most. */
export interface ClusterRouteTable {
  id: string;
  domainId: string;
  clusterId: string;
  kind: 'record' | 'path';
  recordId: string | null;
  pathId: string | null;
  createdAt: number;
}
