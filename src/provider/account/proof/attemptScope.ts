import type { CallCtx } from '../../core/implement.ts';
import { limits, networkAttempts, siteNetwork } from '../../core/limits.ts';
import { knownBrowser } from '../../core/session/browser.ts';
import { addressPrefix } from '../../core/session/device.ts';
import { clearAttempts, consumeAttempt, refundAttempt } from '../../core/throttle.ts';
import type { Tx, User } from '../../db/schema.ts';
import type { Waiting } from './passwords.ts';

/**
 * Who tries: a session, a browser that this customer signed in with before, or else the network (/24, /64). Attempts at one account are
 * counted by it, so that strangers use up only their own.
 */
export interface AttemptScope {
  key: string;
  /** Neither a session nor a known browser. */
  isStranger: boolean;
}

export async function resolveScope(ctx: CallCtx, userId: string | undefined): Promise<AttemptScope> {
  if (ctx.session && ctx.user?.id === userId) return { key: `session ${ctx.session.id}`, isStranger: false };
  const browser = await knownBrowser(ctx, userId);
  return browser ? { key: `browser ${browser}`, isStranger: false } : { key: addressPrefix(ctx.ip), isStranger: true };
}

/** The place of this scope in the queue for password hashes. A site on IPv6 waits as one. */
export const waitingTurn = (ctx: CallCtx, { key, isStranger }: AttemptScope): Waiting => ({
  key: isStranger ? siteNetwork(ctx.ip) : key,
  known: !isStranger,
  signal: ctx.signal,
});

/** Longer delays for who goes on: what the first refuses isn't counted by the next. */
const growing = [limits.signInAccount, limits.signInHour, limits.signInDay] as const;

/** Counts an attempt at a password. @param userId the account of this address; undefined: there is none, which is counted alike */
export async function countPassword(ctx: CallCtx, email: string, userId: string | undefined): Promise<AttemptScope> {
  const scope = await resolveScope(ctx, userId);
  await consumeAttempt(ctx, [
    ...(scope.isStranger ? networkAttempts(limits.signInIp, ctx.ip) : []),
    ...growing.map((limit) => ({ limit, key: `${email} ${scope.key}` })),
    // Many networks together: slow enough against guessing, and a known browser isn't affected.
    ...(scope.isStranger ? [{ limit: limits.signInStrangers, key: email }] : []),
  ]);
  return scope;
}

/** After the right password: this scope starts again. */
export async function forgetPasswords(tx: Tx, { email }: Pick<User, 'email'>, scope: AttemptScope): Promise<void> {
  for (const limit of growing) await clearAttempts(tx, limit, `${email} ${scope.key}`);
  if (scope.isStranger) await refundAttempt(tx, limits.signInStrangers, email);
}

/** Counts a code for a new password: one a minute and five an hour in each scope. */
export async function countReset(ctx: CallCtx, email: string, userId: string | undefined): Promise<AttemptScope> {
  const scope = await resolveScope(ctx, userId);
  const key = `reset:${email} ${scope.key}`;
  await consumeAttempt(ctx, [
    ...(scope.isStranger ? networkAttempts(limits.forgotIp, ctx.ip) : []),
    { limit: limits.sendMinute, key },
    { limit: limits.sendHour, key },
    ...(scope.isStranger ? [{ limit: limits.resetStrangers, key: email }] : []),
  ]);
  return scope;
}
