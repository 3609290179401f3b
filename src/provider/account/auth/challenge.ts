import type { Challenge } from '../../../lib/contract/account/auth.ts';
import type { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import type { SignInMethod } from '../../../lib/rules/core/signIn.ts';
import { iso } from '../../../lib/time.ts';
import type { CallCtx, Handlers } from '../../core/implement.ts';
import { limits, networkAttempts } from '../../core/limits.ts';
import { queueMail } from '../../core/outbox.ts';
import { browserToken, knownBrowser } from '../../core/session/browser.ts';
import { openSession } from '../../core/session/sessions.ts';
import { hashHandle, newHandle } from '../../core/session/tokens.ts';
import { clearAttempts, consumeAttempt } from '../../core/throttle.ts';
import type { Db, Tx, User } from '../../db/schema.ts';
import type { SignInChallengeTable, TwoFactorTable } from '../../db/tables/account/account.ts';
import { canText } from '../../drivers/mail/mail.ts';
import { fieldRefusal, Refusal, refuse, refuseField } from '../../kernel/refusal.ts';
import {
  countSending,
  factorAddress,
  hasPasskeys,
  isTrusted,
  mask,
  methodsOn,
  onItsWay,
  preferredLanguage,
  putCode,
  RESEND_MS,
  reachable,
  readFactors,
  recoveryLeft,
  resetLink,
  type SentMethod,
  spendFactor,
  trustBrowser,
  userLock,
} from '../proof/index.ts';
import { notifyNewDevice } from './newDevice.ts';

const LIFE_MS = 10 * 60_000;
const MAX_ATTEMPTS = 5;

async function listMethods(db: Db | Tx, ctx: CallCtx, factors: TwoFactorTable): Promise<SignInMethod[]> {
  const on: SignInMethod[] = methodsOn(factors).filter((method) => method !== 'sms' || canText(ctx.services.env));
  // Not the first: who has it here was offered it with the password already.
  if (await hasPasskeys(db, ctx, factors.userId)) on.push('passkey');
  if ((await recoveryLeft(db, factors.userId)) > 0) on.push('recovery');
  return on;
}

const needsSecondStep = async (db: Db | Tx, ctx: CallCtx, factors: TwoFactorTable): Promise<boolean> =>
  methodsOn(factors).length > 0 && !(await isTrusted(db, ctx, factors.userId));

/** Where a code is sent automatically: for users without an app. */
function firstAddress(user: User, factors: TwoFactorTable, methods: readonly SignInMethod[]) {
  const [method] = methods;
  const target = method === 'email' || method === 'sms' ? factorAddress(user, factors, method) : null;
  return target === null ? null : { method: method as SentMethod, target };
}

/**
 * Counts the code that `openChallenge` is about to send, before its transaction, which can't count. False when none may
 * be sent now, or none is needed.
 */
export async function maySendFirstCode(ctx: CallCtx, user: User): Promise<boolean> {
  const factors = await readFactors(ctx.db, user.id);
  if (!(await needsSecondStep(ctx.db, ctx, factors))) return false;
  const first = firstAddress(user, factors, await listMethods(ctx.db, ctx, factors));
  if (!first) return false;
  try {
    await countSending(ctx, 'signIn', first.target);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return false;
    throw error;
  }
}

/** After the right password: null if that is sufficient, else the second step. */
export async function openChallenge(tx: Tx, ctx: CallCtx, user: User, maySend: boolean): Promise<Challenge | null> {
  const factors = await readFactors(tx, user.id);
  if (!(await needsSecondStep(tx, ctx, factors))) return null;
  const methods = await listMethods(tx, ctx, factors);
  const challengeId = newHandle();
  const expiresAt = ctx.now + LIFE_MS;
  await tx
    .insertInto('signInChallenge')
    .values({ id: hashHandle(challengeId), userId: user.id, attempts: 0, createdAt: ctx.now, expiresAt, endedAt: null })
    .execute();
  const challenge = { challengeId, methods, expiresAt: iso(expiresAt) };
  const first = firstAddress(user, factors, methods);
  if (!first) return challenge;
  if (maySend) await putCode(tx, ctx, 'signIn', user, first.method, first.target);
  // The code of an earlier attempt is still valid, and the message states it.
  const retryAfter = await onItsWay(tx, ctx, 'signIn', user.id, first.target);
  return retryAfter === null ? challenge : { ...challenge, sentTo: mask(first.target), retryAfter };
}

/** The owner of a challenge in any state; undefined for an unknown ID. */
export const loadChallengeOwner = (db: Db, challengeId: string): Promise<User | undefined> =>
  db
    .selectFrom('signInChallenge')
    .innerJoin('user', 'user.id', 'signInChallenge.userId')
    .selectAll('user')
    .where('signInChallenge.id', '=', hashHandle(challengeId))
    .executeTakeFirst();

export const liveChallenge = (db: Db | Tx, ctx: CallCtx, challengeId: string) =>
  db
    .selectFrom('signInChallenge')
    .selectAll()
    .where('id', '=', hashHandle(challengeId))
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .executeTakeFirst();

export const challengeOver = () => new Refusal(422, 'auth:error.challengeOver');

/** Counts a try at a second step. @returns whether the sign-in is over with it: it was right, or the last that is allowed */
export async function spendAttempt(tx: Tx, ctx: CallCtx, challenge: SignInChallengeTable, isRight: boolean): Promise<boolean> {
  const attempts = challenge.attempts + (isRight ? 0 : 1);
  const isOver = isRight || attempts >= MAX_ATTEMPTS;
  await tx
    .updateTable('signInChallenge')
    .set({ attempts, endedAt: isOver ? ctx.now : null })
    .where('id', '=', challenge.id)
    .execute();
  return isOver;
}

export const challengeHandlers: Pick<Handlers<typeof twoFactor>, 'signInSendCode' | 'signInVerify'> = {
  async signInSendCode(ctx, { challengeId, method }) {
    const user = (await loadChallengeOwner(ctx.db, challengeId)) ?? refuse(422, 'auth:error.challengeOver');
    const factors = await readFactors(ctx.db, user.id);
    if (!methodsOn(factors).includes(method)) refuseField('method', 'error:choice');
    const target = reachable(ctx, user, factors, method);
    if (!(await liveChallenge(ctx.db, ctx, challengeId))) refuse(422, 'auth:error.challengeOver');
    await countSending(ctx, 'signIn', target);
    return ctx.write(async ({ tx, log }) => {
      if (!(await liveChallenge(tx, ctx, challengeId))) refuse(422, 'auth:error.challengeOver');
      await putCode(tx, ctx, 'signIn', user, method, target);
      await log({
        action: 'secondStep',
        entity: { type: 'session', id: user.id, name: user.email },
        accountId: user.id,
        after: { sentTo: mask(target) },
      });
      return { sentTo: mask(target), retryAfter: RESEND_MS / 1000 };
    }, userLock(user));
  },

  async signInVerify(ctx, { challengeId, method, code, trustDevice, endDeviceId }) {
    const user = await loadChallengeOwner(ctx.db, challengeId);
    if (!(await knownBrowser(ctx, user?.id))) await consumeAttempt(ctx, networkAttempts(limits.codeIp, ctx.ip));
    // Per account: neither a new challenge nor another method gives additional attempts.
    await consumeAttempt(ctx, [{ limit: limits.secondStep, key: user?.id ?? hashHandle(challengeId) }]);
    return ctx.write(
      async ({ tx, log }) => {
        const refused = async (refusal: Refusal) => {
          await log({
            action: 'signInRefused',
            entity: { type: 'session', id: user?.id ?? '', name: user?.email ?? '' },
            accountId: user?.id ?? null,
            after: { method, userAgent: ctx.userAgent },
          });
          return refusal;
        };
        const challenge = await liveChallenge(tx, ctx, challengeId);
        if (!user || !challenge) return refused(challengeOver());
        const factors = await readFactors(tx, user.id);
        const wrong = (await listMethods(tx, ctx, factors)).includes(method)
          ? await spendFactor(tx, ctx, 'signIn', user, factors, method, code)
          : 'error:choice';
        const isOver = await spendAttempt(tx, ctx, challenge, wrong === null);
        if (wrong) return refused(isOver ? challengeOver() : fieldRefusal(wrong === 'error:choice' ? 'method' : 'code', wrong));

        await clearAttempts(tx, limits.secondStep, user.id);
        const left = await recoveryLeft(tx, user.id);
        if (method === 'recovery') {
          const language = preferredLanguage(user, ctx);
          const params = { left, ip: ctx.ip, link: resetLink(ctx) };
          await queueMail(tx, ctx, {
            to: user.email,
            language,
            subject: 'mail:recoveryUsed.subject',
            body: 'mail:recoveryUsed.body',
            params,
          });
        }
        await log({
          action: 'signIn',
          entity: { type: 'session', id: user.id, name: user.email },
          accountId: user.id,
          userId: user.id,
          after: { userAgent: ctx.userAgent, method, ...(trustDevice && { trusted: true }), ...(method === 'recovery' && { left }) },
        });
        await notifyNewDevice(tx, ctx, user, method);
        // Rolled back at the session limit: the code stays valid for the retry that ends a device.
        const token = await openSession(tx, ctx, user, method, endDeviceId);
        const deviceToken = trustDevice && (await trustBrowser(tx, ctx, user.id));
        return { token, browserToken: await browserToken(ctx, user.id), ...(deviceToken && { deviceToken }) };
      },
      user ? userLock(user) : `challenge:${hashHandle(challengeId)}`,
    );
  },
};
