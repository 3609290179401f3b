import type { Session, User } from '../db/schema.ts';
import type { Caller } from '../index.ts';
import type { Services } from '../services.ts';
import { GRACE_MS, readToken } from './tokens.ts';

/** How stale `lastSeenAt` may be: a write for each read would cost more than it tells. */
const SEEN_EVERY = 5 * 60_000;

export interface Identity {
  user: User;
  session: Session;
  /** When the token ends, epoch ms; the session itself may go on. */
  expiresAt: number;
}

/**
 * Who stands behind the bearer token, or null. Asks the database each time, so that an ended session, a removed device or a
 * changed password counts from the next call on.
 */
export async function identify(services: Services, headers: Headers, caller: Caller, now: number): Promise<Identity | null> {
  const token = /^Bearer ([\w.-]{1,2000})$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (!token) return null;
  const claims = await readToken(services.secrets.token, token);
  if (!claims || claims.expiresAt <= now) return null;
  const session = await liveSession(services, claims.sessionId, claims.tokenId, now);
  if (!session) return null;
  const user = await services.store.reader.selectFrom('user').selectAll().where('id', '=', session.userId).executeTakeFirst();
  if (!user) return null;
  if (session.lastSeenAt < now - SEEN_EVERY) {
    await services.store.write(`user:${user.id}`, (tx) =>
      tx.updateTable('session').set({ lastSeenAt: now, ip: caller.ip }).where('id', '=', session.id).execute(),
    );
  }
  return { user, session, expiresAt: claims.expiresAt };
}

/** The session of a token while it lives; the token before the last refresh counts for a moment longer. */
export async function liveSession(services: Services, sessionId: string, tokenId: string, now: number): Promise<Session | null> {
  const session = await services.store.reader.selectFrom('session').selectAll().where('id', '=', sessionId).executeTakeFirst();
  if (!session || session.endedAt !== null || session.expiresAt <= now) return null;
  if (session.tokenId === tokenId) return session;
  return session.previousTokenId === tokenId && session.rotatedAt > now - GRACE_MS ? session : null;
}
