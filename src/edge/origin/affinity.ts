import { createHmac, timingSafeEqual } from 'node:crypto';
import { serverName } from '../../lib/rules/cdn/cluster/serverName.ts';
import { hash } from '../../lib/rules/cdn/edge/cluster.ts';
import type { Cluster } from '../../lib/rules/cdn/edge/config.ts';
import { durationSeconds } from '../../lib/rules/cdn/edge/types.ts';
import { affinityPrefix } from '../pages/passes.ts';

/**
 * Cookies that bind a visitor to a server of a cluster. The value is a time and a signature over it, the cluster and the server, with a
 * key that all edges of an installation share: nothing is stored, and who doesn't have the key learns nothing about the server.
 */
export class Affinity {
  readonly #key: Buffer;

  constructor(edgeKey: string) {
    this.#key = createHmac('sha256', edgeKey).update('server affinity').digest();
  }

  #value(at: number, clusterId: string, server: string): string {
    const mac = createHmac('sha256', this.#key)
      .update(JSON.stringify([at, clusterId, server]))
      .digest('base64url');
    return `${at}.${mac.slice(0, 32)}`;
  }

  /** The server that a cookie of the visitor names, as `address:port`. @param cookies as received */
  read(cookies: string, { id, affinity, servers, port }: Cluster, now: number): string | undefined {
    if (!affinity) return undefined;
    const name = `${cookieName(id)}=`;
    const value = cookies
      .split(/; ?/)
      .find((pair) => pair.startsWith(name))
      ?.slice(name.length);
    const [, time] = /^(\d{1,16})\.[\w-]{32}$/.exec(value ?? '') ?? [];
    const at = Number(time);
    if (value === undefined || !(at <= now && now < at + durationSeconds(affinity) * 1000)) return undefined;
    const received = Buffer.from(value);
    return servers
      .map((one) => serverName(one, { port }))
      .find((server) => {
        const right = Buffer.from(this.#value(at, id, server));
        return received.length === right.length && timingSafeEqual(received, right);
      });
  }

  /** Value of `Set-Cookie` that binds a visitor to a server from now on. */
  cookie(clusterId: string, server: string, now: number, seconds: number, isSecure: boolean): string {
    const value = this.#value(now, clusterId, server);
    return `${cookieName(clusterId)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  }
}

/** Paths of one host may lead to several clusters. */
const cookieName = (clusterId: string): string => affinityPrefix + hash(clusterId).toString(36);
