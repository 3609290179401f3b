import type { Decision } from '../request/decision.ts';

export interface Target {
  protocol: 'http' | 'https';
  /** An address or a name, without brackets. */
  host: string;
  port: number;
  /** `address:port`, as the engine names servers. */
  server: string;
}

/** Where the engine's last decision leads. `server` of its reason is `address:port` in a cluster, else the target of the record. */
export function forwardTarget(decision: Decision): Target {
  const params = decision.last('cluster')?.params ?? {};
  const server = String(params.server ?? '');
  const protocol = params.protocol === 'http' ? 'http' : 'https';
  const [, bracketed, named, port] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d+))?$/.exec(server) ?? [];
  const host = bracketed ?? named ?? server;
  return { protocol, host, port: Number(port ?? (protocol === 'http' ? 80 : 443)), server };
}
