import { publicOrigin } from '../../../config/env.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { isLocale, type Locale } from '../../../lib/i18n/locales.ts';
import type { CodeMethod } from '../../../lib/rules/core/signIn.ts';
import type { CallCtx } from '../../core/implement.ts';
import { queueMail, queueSms } from '../../core/outbox.ts';
import type { Db, Tx, User } from '../../db/schema.ts';
import type { TwoFactorTable } from '../../db/tables/account/account.ts';
import { canText } from '../../drivers/mail/mail.ts';
import { refuse } from '../../kernel/refusal.ts';
import { seal, unseal } from '../../kernel/seal.ts';
import { spendRecoveryCode } from './recovery.ts';
import { matchTotpStep } from './totp.ts';
import { checkCode, endVerifications, RESEND_MS, spendVerification, startVerification } from './verification.ts';

export type SentMethod = 'email' | 'sms';
export type Method = 'totp' | SentMethod;
/** The purpose of a code; it isn't valid for another one. */
export type Purpose = 'signIn' | 'twoFactor';

/** The lock for all decisions about one account's sign-in, as in `login` and `reset`. */
export const userLock = (user: Pick<User, 'email'>): string => `email:${user.email}`;

export const preferredLanguage = (user: User, ctx: CallCtx): Locale => (isLocale(user.language) ? user.language : ctx.locale);

const nothing: Omit<TwoFactorTable, 'userId'> = {
  totpSecret: null,
  totpEnabledAt: null,
  totpLastStep: null,
  newTotpSecret: null,
  newTotpExpiresAt: null,
  emailEnabledAt: null,
  smsEnabledAt: null,
  smsMobile: null,
};

/** The enabled methods of a customer. No row: none. */
export async function readFactors(db: Db | Tx, userId: string): Promise<TwoFactorTable> {
  const row = await db.selectFrom('twoFactor').selectAll().where('userId', '=', userId).executeTakeFirst();
  return row ?? { userId, ...nothing };
}

export async function saveFactors(tx: Tx, userId: string, changes: Partial<Omit<TwoFactorTable, 'userId'>>): Promise<void> {
  await tx
    .insertInto('twoFactor')
    .values({ userId, ...nothing, ...changes })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(changes))
    .execute();
}

/** The enabled methods, most secure first: an app needs no network, an email is free, and a phone number can be taken over. */
export function methodsOn(factors: TwoFactorTable): Method[] {
  const on: [Method, number | null][] = [
    ['totp', factors.totpEnabledAt],
    ['email', factors.emailEnabledAt],
    ['sms', factors.smsEnabledAt],
  ];
  return on.filter(([, at]) => at !== null).map(([method]) => method);
}

/** The recipient of codes of a method: the verified number, else the one of the profile. */
export const factorAddress = (user: User, factors: TwoFactorTable, method: SentMethod): string | null =>
  method === 'email' ? user.email : (factors.smsMobile ?? user.mobile);

const SEALED_FOR = 'totp';
export const sealSecret = (ctx: CallCtx, userId: string, secret: string): string =>
  seal(ctx.services.secrets.code, SEALED_FOR, userId, secret);
export const openSecret = (ctx: CallCtx, userId: string, sealed: string): string =>
  unseal(ctx.services.secrets.code, SEALED_FOR, userId, sealed);

/** Where to send a code. Refuses what cannot be sent: 409. */
export function reachable(ctx: CallCtx, user: User, factors: TwoFactorTable, method: SentMethod): string {
  if (method === 'sms' && !canText(ctx.services.env)) refuse(409, 'auth:error.noSms');
  return factorAddress(user, factors, method) ?? refuse(409, 'auth:error.noMobile');
}

/** The page that sets a new password, for emails about a change that somebody else may have made. */
export const resetLink = ({ services }: CallCtx): string => `${publicOrigin(services.env)}/public/forgot-password`;

/** Creates a code and puts it into the outbox, in the customer's language. Only the newest code per purpose is valid. */
export async function putCode(tx: Tx, ctx: CallCtx, purpose: Purpose, user: User, method: SentMethod, target: string): Promise<void> {
  await endVerifications(tx, ctx, purpose, target, user.id);
  const { code } = await startVerification(tx, ctx, { purpose, target, userId: user.id, payload: {} });
  const language = preferredLanguage(user, ctx);
  const params = { code, link: resetLink(ctx) };
  if (method === 'sms') await queueSms(tx, ctx, { to: target, language, body: `mail:sms.${purpose}`, params });
  else await queueMail(tx, ctx, { to: target, language, subject: `mail:${purpose}.subject`, body: `mail:${purpose}.body`, params });
}

const openCode = (db: Db | Tx, purpose: Purpose, userId: string, target: string) =>
  db
    .selectFrom('verification')
    .selectAll()
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('target', '=', target)
    .where('usedAt', 'is', null)
    .orderBy('sentAt', 'desc')
    .executeTakeFirst();

/** Seconds until a new code may be sent; null when none is pending. */
export async function onItsWay(db: Db | Tx, ctx: CallCtx, purpose: Purpose, userId: string, target: string): Promise<number | null> {
  const row = await openCode(db, purpose, userId, target);
  return row && row.expiresAt > ctx.now ? Math.max(0, Math.ceil((row.sentAt + RESEND_MS - ctx.now) / 1000)) : null;
}

/**
 * Checks and consumes a code. Null: it is right. Otherwise the refusal; the caller commits before refusing, so that the wrong
 * attempt stays counted. Sign-ins of one account are serialized (`lockOf`), so of many with one code, one succeeds.
 */
export async function spendFactor(
  tx: Tx,
  ctx: CallCtx,
  purpose: Purpose,
  user: User,
  factors: TwoFactorTable,
  method: CodeMethod,
  code: string,
): Promise<TKey | null> {
  if (method === 'recovery') return (await spendRecoveryCode(tx, ctx, user.id, code)) ? null : 'auth:error.recoveryCode';
  if (method !== 'totp') {
    const target = factorAddress(user, factors, method);
    const sent = target && (await openCode(tx, purpose, user.id, target));
    if (!sent) return 'auth:error.codeExpired';
    const checked = await checkCode(tx, ctx, sent.id, purpose, code);
    if (!checked.ok) return checked.key;
    await spendVerification(tx, ctx, sent.id);
    return null;
  }
  const step = factors.totpSecret && matchTotpStep(openSecret(ctx, user.id, factors.totpSecret), code, ctx.now);
  if (!step) return 'auth:error.code';
  if (factors.totpLastStep !== null && step <= factors.totpLastStep) return 'auth:error.codeUsed';
  await saveFactors(tx, user.id, { totpLastStep: step });
  return null;
}
