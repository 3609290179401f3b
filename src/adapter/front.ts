import type { IncomingHttpHeaders } from 'node:http';
import type { Env } from '../config/env.ts';
import { makeIsTrusted } from '../lib/node/peer.ts';
import { isLoopbackHost } from '../lib/rules/core/loopback.ts';

/** What a request says about the address that it was sent to, before anything is overwritten. */
interface Front {
  headers: IncomingHttpHeaders;
  /** Remote address of the socket. */
  peer: string;
}

/**
 * Why the portal doesn't answer requests at the address they came to; null: it does. Without `ORIGIN` it is for this machine, so a proxy in
 * front of it was set up without telling the portal its public address: cookies, links and the origin check would be wrong, and visitors
 * from elsewhere would look like this machine. The demo's published passwords are for this machine too.
 */
export function makeFront(env: Pick<Env, 'ORIGIN' | 'TRUSTED_PROXIES' | 'demo'>): (front: Front) => string | null {
  if (env.ORIGIN) return () => null;
  const isTrusted = makeIsTrusted(env.TRUSTED_PROXIES);
  return ({ headers, peer }) => {
    const signs = ['forwarded', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];
    const isProxied = signs.some((name) => headers[name] !== undefined) || (headers['x-forwarded-for'] !== undefined && !isTrusted(peer));
    if (isProxied)
      return 'There is a proxy in front of this portal, but ORIGIN is not set. Set ORIGIN to the public address, and TRUSTED_PROXIES.';
    if (env.demo && !isLoopbackHost(headers.host))
      return 'This portal runs as a demo for the machine it is on: open it at localhost. To publish it, set ORIGIN.';
    return null;
  };
}
