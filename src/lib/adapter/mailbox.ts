import { isLoopback, publicOrigin } from '../env.ts';
import { normaliseIp } from '../peer.ts';
import type { Letter, Nasim } from './nasim.ts';

interface Visit {
  request: Request;
  /** Address of the socket's other end. */
  clientAddress: string;
}

/**
 * Reads the mails that this installation wrote, for people who try the demo; null where nobody may. They carry the codes that open
 * accounts, so all of this must hold: a demo (or development), on a portal that is on loopback for the world too, asked for by
 * this machine and not through a proxy on it.
 */
export function mailboxFor(
  { env, mailbox }: Nasim,
  { request, clientAddress }: Visit,
  isDevelopment: boolean,
): (() => Promise<readonly Letter[]>) | null {
  const isOurs = env.demo || isDevelopment;
  const isHere = isLoopback(env.HOST) && isLoopback(new URL(publicOrigin(env)).hostname.replace(/[[\]]/g, ''));
  const isDirect =
    isLoopback(normaliseIp(clientAddress)) &&
    !['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some((name) => request.headers.has(name));
  return mailbox && isOurs && isHere && isDirect ? mailbox : null;
}
