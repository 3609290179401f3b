import { publicOrigin } from '../config/env.ts';
import { normalizeIp } from '../lib/node/peer.ts';
import { isLoopback, isLoopbackHost } from '../lib/rules/core/loopback.ts';
import type { Nasim, OutboxMessage } from './nasim.ts';

interface Visit {
  request: Request;
  /** Remote address of the socket. */
  clientAddress: string;
  /** `host`: the Host header as the client sent it. `server.mjs` overwrites it before Astro; in development it is still there. */
  locals: { host?: string };
}

/**
 * Reads the emails that this installation sent, for people who try the demo; null where that isn't allowed. They contain codes that
 * open accounts, so four conditions apply: a demo or development; the portal's public address is on loopback; the request comes from this
 * machine, not through a proxy on it; and it was sent to a name of this machine, not to one that merely points here.
 */
export function mailboxFor(
  { env, mailbox }: Nasim,
  { request, clientAddress, locals }: Visit,
  isDevelopment: boolean,
): (() => Promise<readonly OutboxMessage[]>) | null {
  const isInternal = env.demo || isDevelopment;
  const isHere = isLoopback(env.HOST) && isLoopback(new URL(publicOrigin(env)).hostname.replace(/[[\]]/g, ''));
  const isDirect =
    isLoopback(normalizeIp(clientAddress)) &&
    !['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => request.headers.has(name));
  const isNamed = isLoopbackHost(locals.host ?? request.headers.get('host'));
  return mailbox && isInternal && isHere && isDirect && isNamed ? mailbox : null;
}
