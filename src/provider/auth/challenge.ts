import type { Challenge, SignInMethod } from '../../lib/contract/auth.ts';
import type { twoFactor } from '../../lib/contract/twoFactor.ts';
import type { Db, Tx, User } from '../db/schema.ts';
import type { TwoFactorTable } from '../db/tables/account.ts';
import { canText } from '../drivers/mail/mail.ts';
import { type Ctx, type Handlers, Refusal, refuse, refuseField } from '../implement.ts';
import { queueMail } from '../outbox.ts';
import {
  addressOf,
  languageOf,
  lockOf,
  methodsOn,
  onItsWay,
  putCode,
  reachable,
  readFactors,
  type SentMethod,
  spendFactor,
} from './factors.ts';
import { limits, networkOf } from './limits.ts';
import { noticeNewDevice } from './new-device.ts';
import { recoveryLeft } from './recovery.ts';
import { openSession } from './sessions.ts';
import { countTry, forgetTries } from './throttle.ts';
import { hashHandle, newHandle } from './tokens.ts';
import { isTrusted, trustBrowser } from './trust.ts';
import { countSending, mask, RESEND_MS } from './verification.ts';

const LIFE_MS = 10 * 60_000;
const MAX_ATTEMPTS = 5;

async function methodsOf(db: Db | Tx, ctx: Ctx, factors: TwoFactorTable): Promise<SignInMethod[]> {
  const on = methodsOn(factors).filter((method) => method !== 'sms' || canText(ctx.services.env));
  return (await recoveryLeft(db, factors.userId)) > 0 ? [...on, 'recovery'] : on;
}

const needsSecondStep = async (db: Db | Tx, ctx: Ctx, factors: TwoFactorTable): Promise<boolean> =>
  methodsOn(factors).length > 0 && !(await isTrusted(db, ctx, factors.userId));

/** Where a code goes without being asked for: to those who have no app. */
function firstAddress(user: User, factors: TwoFactorTable, methods: readonly SignInMethod[]) {
  const [method] = methods;
  const target = method === 'email' || method === 'sms' ? addressOf(user, factors, method) : null;
  return target === null ? null : { method: method as SentMethod, target };
}

/**
 * Counts the code that `openChallenge` is about to send, before its transaction, where counting has no place. False when none may
 * be sent now, or none is needed.
 */
export async function maySendFirstCode(ctx: Ctx, user: User): Promise<boolean> {
  const factors = await readFactors(ctx.db, user.id);
  if (!(await needsSecondStep(ctx.db, ctx, factors))) return false;
  const first = firstAddress(user, factors, await methodsOf(ctx.db, ctx, factors));
  if (!first) return false;
  try {
    await countSending(ctx, 'signIn', first.target);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.status === 429) return false;
    throw error;
  }
}

/** After the right password: null when it is enough, else the second step. */
export async function openChallenge(tx: Tx, ctx: Ctx, user: User, maySend: boolean): Promise<Challenge | null> {
  const factors = await readFactors(tx, user.id);
  if (!(await needsSecondStep(tx, ctx, factors))) return null;
  const methods = await methodsOf(tx, ctx, factors);
  const challengeId = newHandle();
  const expiresAt = ctx.now + LIFE_MS;
  await tx
    .insertInto('signInChallenge')
    .values({ id: hashHandle(challengeId), userId: user.id, attempts: 0, createdAt: ctx.now, expiresAt, endedAt: null })
    .execute();
  const challenge = { challengeId, methods, expiresAt: new Date(expiresAt).toISOString() };
  const first = firstAddress(user, factors, methods);
  if (!first) return challenge;
  if (maySend) await putCode(tx, ctx, 'signIn', user, first.method, first.target);
  // A code that an earlier try has sent is still good, and the visitor is told of it.
  const retryAfter = await onItsWay(tx, ctx, 'signIn', user.id, first.target);
  return retryAfter === null ? challenge : { ...challenge, sentTo: mask(first.target), retryAfter };
}

export const endChallenges = (tx: Tx, ctx: Ctx, userId: string) =>
  tx.updateTable('signInChallenge').set({ endedAt: ctx.now }).where('userId', '=', userId).where('endedAt', 'is', null).execute();

/** Whose challenge it is, however it stands; undefined for an id that never was. */
const ownerOf = (db: Db, challengeId: string): Promise<User | undefined> =>
  db
    .selectFrom('signInChallenge')
    .innerJoin('user', 'user.id', 'signInChallenge.userId')
    .selectAll('user')
    .where('signInChallenge.id', '=', hashHandle(challengeId))
    .executeTakeFirst();

const liveChallenge = (db: Db | Tx, ctx: Ctx, challengeId: string) =>
  db
    .selectFrom('signInChallenge')
    .selectAll()
    .where('id', '=', hashHandle(challengeId))
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .executeTakeFirst();

const isOver = { field: null, code: 'auth:error.challengeOver' } as const;

export const challengeHandlers: Pick<Handlers<typeof twoFactor>, 'signInSendCode' | 'signInVerify'> = {
  async signInSendCode(ctx, { challengeId, method }) {
    const user = (await ownerOf(ctx.db, challengeId)) ?? refuse(422, isOver.code);
    const factors = await readFactors(ctx.db, user.id);
    if (!methodsOn(factors).includes(method)) refuseField('method', 'error:choice');
    const target = reachable(ctx, user, factors, method);
    if (!(await liveChallenge(ctx.db, ctx, challengeId))) refuse(422, isOver.code);
    await countSending(ctx, 'signIn', target);
    await ctx.write(async ({ tx, log }) => {
      if (!(await liveChallenge(tx, ctx, challengeId))) refuse(422, isOver.code);
      await putCode(tx, ctx, 'signIn', user, method, target);
      await log({
        action: 'secondStep',
        entity: { type: 'session', id: user.id, name: user.email },
        userId: user.id,
        after: { sentTo: mask(target) },
      });
    }, lockOf(user));
    return { sentTo: mask(target), retryAfter: RESEND_MS / 1000 };
  },

  async signInVerify(ctx, { challengeId, method, code, trustDevice }) {
    await countTry(ctx, [{ limit: limits.codeIp, key: networkOf(ctx.ip) }]);
    const user = await ownerOf(ctx.db, challengeId);
    // By account: neither a new challenge nor another method gives new tries.
    await countTry(ctx, [{ limit: limits.secondStep, key: user?.id ?? hashHandle(challengeId) }]);
    const outcome = await ctx.write(
      async ({ tx, log }) => {
        const refused = <F extends object>(why: F) =>
          log({
            action: 'signInRefused',
            entity: { type: 'session', id: user?.id ?? '', name: user?.email ?? '' },
            userId: user?.id ?? null,
            after: { method, userAgent: ctx.userAgent },
          }).then(() => ({ refused: why }));
        const challenge = await liveChallenge(tx, ctx, challengeId);
        if (!user || !challenge) return refused(isOver);
        const factors = await readFactors(tx, user.id);
        const wrong = (await methodsOf(tx, ctx, factors)).includes(method)
          ? await spendFactor(tx, ctx, 'signIn', user, factors, method, code)
          : 'error:choice';
        const attempts = challenge.attempts + (wrong ? 1 : 0);
        const endedAt = wrong && attempts < MAX_ATTEMPTS ? null : ctx.now;
        await tx.updateTable('signInChallenge').set({ attempts, endedAt }).where('id', '=', challenge.id).execute();
        if (wrong) return refused(endedAt === null ? { field: wrong === 'error:choice' ? 'method' : 'code', code: wrong } : isOver);

        await forgetTries(tx, limits.secondStep, user.id);
        const left = await recoveryLeft(tx, user.id);
        if (method === 'recovery') {
          const language = languageOf(user, ctx);
          const params = { left, ip: ctx.ip };
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
          userId: user.id,
          after: { userAgent: ctx.userAgent, method, ...(trustDevice && { trusted: true }), ...(method === 'recovery' && { left }) },
        });
        await noticeNewDevice(tx, ctx, user);
        const token = await openSession(tx, ctx, user);
        return { token, ...(trustDevice && { deviceToken: await trustBrowser(tx, ctx, user.id) }) };
      },
      user ? lockOf(user) : `challenge:${hashHandle(challengeId)}`,
    );
    if (!('refused' in outcome)) return outcome;
    const { field, code: told } = outcome.refused;
    return field === null ? refuse(422, told) : refuseField(field, told);
  },
};
