import { sql } from 'kysely';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { iso } from '../../../lib/time.ts';
import type { CallCtx } from '../../core/implement.ts';
import { limits, networkAttempts } from '../../core/limits.ts';
import { knownBrowser } from '../../core/session/browser.ts';
import { hashCode, newCode, sameText } from '../../core/session/tokens.ts';
import { consumeAttempt } from '../../core/throttle.ts';
import type { Tx } from '../../db/schema.ts';
import type { VerificationTable } from '../../db/tables/account/account.ts';
import { refuse } from '../../kernel/refusal.ts';

const LIFE_MS = 10 * 60_000;
export const RESEND_MS = 60_000;
const MAX_ATTEMPTS = 5;

/** `s•••@example.com`, `•••4567`: enough to recognize one's own address, not enough to reveal another's. */
export const mask = (target: string): string =>
  target.includes('@') ? `${target.slice(0, 1)}•••${target.slice(target.lastIndexOf('@'))}` : `•••${target.slice(-4)}`;

export const sentCode = (row: Pick<VerificationTable, 'target' | 'expiresAt'>) => ({
  sentTo: mask(row.target),
  expiresAt: iso(row.expiresAt),
  retryAfter: RESEND_MS / 1000,
});

type Purpose = VerificationTable['purpose'];

/** Counts a code to be sent to an address: one per minute, five per hour, across all calls. */
export const countSending = (ctx: CallCtx, purpose: Purpose, target: string) =>
  consumeAttempt(ctx, [
    { limit: limits.sendMinute, key: `${purpose}:${target}` },
    { limit: limits.sendHour, key: `${purpose}:${target}` },
  ]);

/**
 * Counts an attempt, by network and by the recipient of the code: a new code gives no additional attempts. Guesses at codes that a
 * stranger requested for a password reset don't count for those of the owner (`attemptScope.ts`). An unknown ID is counted separately, so that
 * it looks the same.
 */
export async function countGuess(ctx: CallCtx, id: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('verification')
    .select(['purpose', 'target', 'userId', 'payload'])
    .where('id', '=', id)
    .executeTakeFirst();
  const isKnown = row?.purpose === 'reset' && (await knownBrowser(ctx, row.userId ?? undefined)) !== null;
  const recipient = row && `${row.purpose}:${row.target}${row.purpose === 'reset' ? ` ${JSON.stringify(row.payload)}` : ''}`;
  await consumeAttempt(ctx, [
    ...(isKnown ? [] : networkAttempts(limits.codeIp, ctx.ip)),
    { limit: limits.codeTarget, key: recipient ?? id },
  ]);
}

/** The address of a verification that can still be renewed. */
export async function liveTarget(ctx: CallCtx, id: string, purpose: Purpose): Promise<string> {
  const row = await ctx.db.selectFrom('verification').selectAll().where('id', '=', id).where('purpose', '=', purpose).executeTakeFirst();
  if (!row || row.usedAt !== null || row.expiresAt <= ctx.now) refuse(422, 'auth:error.codeExpired');
  return row.target;
}

/** Creates a code for an address and stores its hash. The code itself is only in the email. */
export async function startVerification(
  tx: Tx,
  ctx: CallCtx,
  about: Pick<VerificationTable, 'purpose' | 'target' | 'userId'> & { payload: object },
) {
  const id = ctx.newId();
  const code = newCode();
  const row: VerificationTable = {
    id,
    purpose: about.purpose,
    target: about.target,
    userId: about.userId,
    payload: about.payload,
    codeHash: hashCode(ctx.services.secrets.code, id, code),
    attempts: 0,
    sentAt: ctx.now,
    expiresAt: ctx.now + LIFE_MS,
    usedAt: null,
  };
  await tx.insertInto('verification').values(row).execute();
  return { row, code };
}

/** A new code for the same verification. The old one is invalid with its attempts, while those of the address stay counted. */
export async function renewCode(tx: Tx, ctx: CallCtx, id: string, purpose: Purpose) {
  const row = await tx.selectFrom('verification').selectAll().where('id', '=', id).where('purpose', '=', purpose).executeTakeFirst();
  if (!row || row.usedAt !== null || row.expiresAt <= ctx.now) refuse(422, 'auth:error.codeExpired');
  const code = newCode();
  await tx
    .updateTable('verification')
    .set({ codeHash: hashCode(ctx.services.secrets.code, id, code), attempts: 0, sentAt: ctx.now, expiresAt: ctx.now + LIFE_MS })
    .where('id', '=', id)
    .execute();
  return { row, code, retryAfter: RESEND_MS / 1000 };
}

export type Checked = { ok: true; row: VerificationTable } | { ok: false; key: TKey };

/**
 * Compares a code and counts the attempt. The caller commits before refusing, so that a wrong one stays counted; it marks a right
 * one as used with `spendVerification` in the transaction that acts on it.
 */
export async function checkCode(tx: Tx, ctx: CallCtx, id: string, purpose: Purpose, code: string): Promise<Checked> {
  const row = await tx.selectFrom('verification').selectAll().where('id', '=', id).where('purpose', '=', purpose).executeTakeFirst();
  // An unknown ID gets the same response as a wrong code.
  if (!row) return { ok: false, key: 'auth:error.code' };
  if (row.usedAt !== null || row.expiresAt <= ctx.now || row.attempts >= MAX_ATTEMPTS) return { ok: false, key: 'auth:error.codeExpired' };
  if (sameText(row.codeHash, hashCode(ctx.services.secrets.code, id, code))) return { ok: true, row };
  await tx
    .updateTable('verification')
    .set({ attempts: row.attempts + 1 })
    .where('id', '=', id)
    .execute();
  return { ok: false, key: 'auth:error.code' };
}

export const spendVerification = (tx: Tx, ctx: CallCtx, id: string) =>
  tx.updateTable('verification').set({ usedAt: ctx.now }).where('id', '=', id).execute();

/** Ends every open verification of an address, or of one account's use of it: two accounts may have one phone number. */
export const endVerifications = (tx: Tx, ctx: Pick<CallCtx, 'now'>, purpose: Purpose, target: string, userId?: string, payload?: object) =>
  tx
    .updateTable('verification')
    .set({ usedAt: ctx.now })
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('usedAt', 'is', null)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? null))
    .$if(payload !== undefined, (query) => query.where('payload', '=', sql.val(payload)))
    .execute();
