import { isLoopback, publicOrigin } from '../env.ts';
import { normaliseIp } from '../peer.ts';
import type { Nasim, OutboxMessage } from './nasim.ts';

interface Visit {
  request: Request;
  /** Remote address of the socket. */
  clientAddress: string;
}

/**
 * Reads the emails that this installation sent, for people who try the demo; null where that isn't allowed. They contain codes that
 * open accounts, so three conditions apply: a demo or development; the portal's public address is on loopback; and the request comes
 * from this machine, not through a proxy on it.
 */
export function mailboxFor(
  { env, mailbox }: Nasim,
  { request, clientAddress }: Visit,
  isDevelopment: boolean,
): (() => Promise<readonly OutboxMessage[]>) | null {
  const isOurs = env.demo || isDevelopment;
  const isHere = isLoopback(env.HOST) && isLoopback(new URL(publicOrigin(env)).hostname.replace(/[[\]]/g, ''));
  const isDirect =
    isLoopback(normaliseIp(clientAddress)) &&
    !['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => request.headers.has(name));
  return mailbox && isOurs && isHere && isDirect ? mailbox : null;
}
