import type { Env, Secrets } from '../../../config/env.ts';
import type { Store } from '../../db/open.ts';
import type { Db, Session, Tx, User } from '../../db/schema.ts';
import { type Caller, setCurrentCustomer } from '../../kernel/caller.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { actingFor, type Identity, loadActing } from './acting.ts';
import { isAllowedAddress } from './allowedIps.ts';
import { isAddressOfKey, KEY_PREFIX, type KeyAccess, keyAccess, liveKey, noteUse, requireAddress } from './apiKeys.ts';
import { rightsKey } from './rights.ts';
import { GRACE_MS, readToken } from './tokens.ts';

/** How stale `lastSeenAt` may be, because a write with each read would cost too much. */
const ACTIVITY_INTERVAL = 5 * 60_000;

/** Where sessions and keys are, and what verifies their tokens. */
interface Reading {
  env: Env;
  secrets: Secrets;
  store: Store;
}

/** The API key of a call, also of one that is refused; null: there is none. */
export interface UsedKey {
  id: string | null;
}

/** The callers of the pages that are being rendered. */
const callersOfPages = new WeakMap<object, Promise<Identity | null>>();

/** The caller behind a bearer token, or null. The reads of one page are one request of the visitor, so they share it. */
export function identifyCaller(services: Reading, headers: Headers, caller: Caller, now: number, used: UsedKey): Promise<Identity | null> {
  const { page } = caller;
  if (!page) return identify(services, headers, caller, now, used);
  const identity = callersOfPages.get(page) ?? identify(services, headers, caller, now, used);
  callersOfPages.set(page, identity);
  return identity;
}

/**
 * The caller behind a bearer token, or null. Queries the database each time, so that an ended session, a removed device or a changed
 * password takes effect with the next call.
 */
async function identify(services: Reading, headers: Headers, caller: Caller, now: number, used: UsedKey): Promise<Identity | null> {
  const token = /^Bearer ([\w.-]{1,2000})$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (!token) return null;
  if (token.startsWith(KEY_PREFIX)) return identifyKey(services, token, caller, now, used);
  const claims = await readToken(services.secrets.token, token);
  if (!claims || claims.expiresAt <= now) return null;
  // The token is ours, so its queries don't wait behind those of strangers.
  setCurrentCustomer(claims.sessionId);
  const session = await liveSession(services, claims.sessionId, claims.tokenId, now, caller.ip);
  if (!session) return null;
  const user = await services.store.reader.selectFrom('user').selectAll().where('id', '=', session.userId).executeTakeFirst();
  if (!user) return null;
  if (session.lastSeenAt < now - ACTIVITY_INTERVAL) {
    await services.store.write(`account:${user.id}`, (tx) =>
      tx.updateTable('session').set({ lastSeenAt: now, ip: caller.ip }).where('id', '=', session.id).execute(),
    );
  }
  return { user, acting: await loadActing(services.store.reader, session, user, now), session, key: null, expiresAt: claims.expiresAt };
}

/** Refuses a change whose caller has lost their session, key or role since the request began. */
export async function requireStillAllowed(
  services: Reading,
  { user, acting, session, key }: Identity,
  ip: string,
  now: number,
  tx: Tx,
): Promise<void> {
  const { staffRole } = user;
  const holder = {
    sessionId: session?.id ?? null,
    keyId: key?.id ?? null,
    accountId: acting.accountId,
    rights: rightsKey(acting),
    staffRole,
  };
  if (!(await isStillAllowed(services, holder, ip, now, tx))) throw new Refusal(401, 'error:unauthorized');
}

/** A key acts on behalf of the person who created it. */
async function identifyKey(services: Reading, token: string, { ip }: Caller, now: number, used: UsedKey): Promise<Identity | null> {
  const row = await liveKey(services, token, now);
  const user = row && (await services.store.reader.selectFrom('user').selectAll().where('id', '=', row.userId).executeTakeFirst());
  if (!row || !user || isClosedDemo(user, services.env)) return null;
  used.id = row.id;
  if (!isAllowedAddress(user, ip)) throw new Refusal(409, 'allowedIp:error.blocked', { params: { ip } });
  // The key of a former member is deleted with the membership.
  const acting = await actingFor(services.store.reader, row.userId, row.accountId);
  if (!acting) return null;
  requireAddress(row, ip);
  await noteUse(services, row, ip, now);
  return { user, acting, session: null, key: keyAccess(row), expiresAt: row.expiresAt ?? Number.MAX_SAFE_INTEGER };
}

/** The identity of an API key for a change that a person has approved; null: it has ended. Its addresses are those of its own calls. */
export async function identifyById(
  { env, store }: Pick<Reading, 'env' | 'store'>,
  keyId: string,
  now: number,
): Promise<KeyIdentity | null> {
  const row = await store.reader.selectFrom('apiKey').selectAll().where('id', '=', keyId).executeTakeFirst();
  const user = row && (await store.reader.selectFrom('user').selectAll().where('id', '=', row.userId).executeTakeFirst());
  if (!row || !user || isClosedDemo(user, env) || (row.expiresAt !== null && row.expiresAt <= now)) return null;
  const acting = await actingFor(store.reader, row.userId, row.accountId);
  return acting && { user, acting, session: null, key: keyAccess(row), expiresAt: row.expiresAt ?? Number.MAX_SAFE_INTEGER };
}
export type KeyIdentity = Identity & { key: KeyAccess };

/** Demo accounts have a published password: they can sign in only while `DEMO` is on, even if the store was seeded earlier. */
export const isClosedDemo = (user: Pick<User, 'isDemo'>, { demo }: Pick<Env, 'demo'>): boolean => user.isDemo && !demo;

/** The session of a valid token. The token before the last refresh works for a moment longer. */
async function liveSession(services: Reading, sessionId: string, tokenId: string, now: number, ip: string): Promise<Session | null> {
  const session = await livingSession(services, sessionId, now, ip);
  if (!session || session.tokenId === tokenId) return session;
  return session.previousTokenId === tokenId && session.rotatedAt > now - GRACE_MS ? session : null;
}

/** A live session that may be used from this address. */
export async function livingSession(
  services: Reading,
  sessionId: string,
  now: number,
  ip: string,
  db: Db | Tx = services.store.reader,
): Promise<(Session & Pick<User, 'staffRole'>) | null> {
  const session = await db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .selectAll('session')
    .select(['user.staffRole', 'user.isDemo', 'user.ipRestricted', 'user.allowedIps'])
    .where('session.id', '=', sessionId)
    .executeTakeFirst();
  if (!session || isClosedDemo(session, services.env) || session.endedAt !== null || session.expiresAt <= now) return null;
  return isAllowedAddress(session, ip) ? session : null;
}

/** The credential of a request, or of the one that opened a connection: a session or an API key. */
export interface Holder {
  sessionId: string | null;
  keyId: string | null;
  /** The account that it was opened for, and `rightsKey` of the rights in it at that time. */
  accountId: string;
  rights: string;
  /** The caller’s role as an operator; absent: it doesn't matter. */
  staffRole?: User['staffRole'];
}

/**
 * Whether a credential may still be used from its address. Of a connection it is called about once a second, so that revoking it also
 * ends its connections; of a request in the transaction that changes something, because its body may have arrived long after it began.
 */
export async function isStillAllowed(
  services: Reading,
  { sessionId, keyId, accountId, rights, staffRole }: Holder,
  ip: string,
  now: number,
  db: Db | Tx = services.store.reader,
): Promise<boolean> {
  if (keyId === null) {
    const session = sessionId === null ? null : await livingSession(services, sessionId, now, ip, db);
    if (session && staffRole !== undefined && session.staffRole !== staffRole) return false;
    const acting = session && (await loadActing(db, session, session, now));
    return (
      acting?.accountId === accountId && rightsKey(acting) === rights && (acting.holder === null || isAllowedAddress(acting.holder, ip))
    );
  }
  const key = await db
    .selectFrom('apiKey')
    .innerJoin('user', 'user.id', 'apiKey.accountId')
    .select(['apiKey.userId', 'apiKey.accountId', 'apiKey.expiresAt', 'apiKey.allowedIps as ofKey', 'user.ipRestricted', 'user.allowedIps'])
    .where('apiKey.id', '=', keyId)
    .executeTakeFirst();
  if (!key || (key.expiresAt !== null && key.expiresAt <= now)) return false;
  const acting = await actingFor(db, key.userId, key.accountId);
  if (!acting || rightsKey(acting) !== rights) return false;
  return isAllowedAddress(key, ip) && isAddressOfKey(key.ofKey, ip);
}
