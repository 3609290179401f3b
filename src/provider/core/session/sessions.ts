import type { SignInProof } from '../../../lib/rules/core/signIn.ts';
import { iso } from '../../../lib/time.ts';
import type { Session, Tx, User } from '../../db/schema.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { CallCtx } from '../implement.ts';
import { ipNetwork } from '../limits.ts';
import { isAllowedAddress } from './allowedIps.ts';
import { deviceFrom, parseDevice } from './device.ts';
import { SESSION_MS, signToken } from './tokens.ts';

/** A session, as shown to its owner. */
export function toDevice(session: Session, currentId?: string) {
  const parsed = parseDevice(session.userAgent);
  return {
    id: session.id,
    os: session.system || parsed.system,
    browser: session.browser || parsed.browser,
    loginDate: iso(session.createdAt),
    lastActivity: iso(session.lastSeenAt),
    ip: session.ip,
    method: session.method,
    current: session.id === currentId,
  };
}

/** The live sessions of a customer, the last used first. */
export const loadLiveSessions = (db: Pick<Tx, 'selectFrom'>, userId: string, now: number): Promise<Session[]> =>
  db
    .selectFrom('session')
    .selectAll()
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .execute();

/**
 * Why a customer can't sign in: the account is being removed, the address isn't allowed (`account/allowedIp`), or the account or the caller's network has reached its
 * maximum number of sessions. Names the devices to choose from. Null: there is no reason.
 * @param endDeviceId a session that ends first, to make room
 */
export async function limitReached(tx: Tx, ctx: CallCtx, userId: string, endDeviceId?: string): Promise<Refusal | null> {
  if (endDeviceId !== undefined) await endSession(tx, ctx, userId, endDeviceId);
  const user = await tx
    .selectFrom('user')
    .select(['maxSessions', 'maxSessionsPerIp', 'ipRestricted', 'allowedIps', 'closeStartedAt'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (user.closeStartedAt !== null) return new Refusal(409, 'auth:error.closed');
  if (!isAllowedAddress(user, ctx.ip)) return new Refusal(409, 'auth:error.ipBlocked', { params: { ip: ctx.ip } });
  const live = await loadLiveSessions(tx, userId, ctx.now);
  const here = live.filter(({ ip }) => ipNetwork(ip) === ipNetwork(ctx.ip));
  const refusal = (code: 'auth:error.tooManySessions' | 'auth:error.tooManyHere', max: number, among: Session[]) =>
    new Refusal(409, code, { params: { max }, extra: { devices: among.map((session) => toDevice(session)) } });
  if (live.length >= user.maxSessions) return refusal('auth:error.tooManySessions', user.maxSessions, live);
  return here.length >= user.maxSessionsPerIp ? refusal('auth:error.tooManyHere', user.maxSessionsPerIp, here) : null;
}

/**
 * Opens a session and returns its first token. Every sign-in creates a new one; an id from outside is never adopted.
 * @param method the sign-in method, as named in the sign-in history
 * @param endDeviceId a session to end first, to make room
 * @throws Refusal 409 with `devices` when there is no room
 */
export async function openSession(
  tx: Tx,
  ctx: CallCtx,
  user: Pick<User, 'id'>,
  method: SignInProof,
  endDeviceId?: string,
): Promise<string> {
  const reached = await limitReached(tx, ctx, user.id, endDeviceId);
  if (reached) throw reached;
  const [id, tokenId] = [ctx.newId(), ctx.newId()];
  await tx
    .insertInto('session')
    .values({
      id,
      userId: user.id,
      accountId: null,
      tokenId,
      previousTokenId: null,
      rotatedAt: ctx.now,
      createdAt: ctx.now,
      lastSeenAt: ctx.now,
      expiresAt: ctx.now + SESSION_MS,
      ip: ctx.ip,
      userAgent: ctx.userAgent,
      ...deviceFrom(ctx.headers, ctx.userAgent),
      method,
      endedAt: null,
    })
    .execute();
  return signToken(ctx.services.secrets.token, user.id, id, tokenId, ctx.now);
}

/** Ends one session of a customer. @returns false if it isn't live, or belongs to another customer */
export async function endSession(tx: Tx, ctx: CallCtx, userId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('session')
    .set({ endedAt: ctx.now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @param exceptId a session that stays open */
export const endSessions = (tx: Tx, ctx: CallCtx, userId: string, exceptId?: string) =>
  tx
    .updateTable('session')
    .set({ endedAt: ctx.now })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .$if(exceptId !== undefined, (query) => query.where('id', '!=', exceptId ?? ''))
    .execute();
