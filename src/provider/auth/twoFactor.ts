import { twoFactor } from '../../lib/contract/twoFactor.ts';
import type { TKey } from '../../lib/i18n/keys.ts';
import { translator } from '../../lib/i18n/server.ts';
import type { Db, Tx, User } from '../db/schema.ts';
import { type Ctx, implement, refuse, refuseField, type SignedIn, type Writing } from '../implement.ts';
import { queueMail } from '../outbox.ts';
import { challengeHandlers } from './challenge.ts';
import {
  languageOf,
  lockOf,
  type Method,
  methodsOn,
  openSecret,
  putCode,
  reachable,
  readFactors,
  saveFactors,
  sealSecret,
  spendFactor,
} from './factors.ts';
import { limits, networkOf } from './limits.ts';
import { checkPassword } from './passwords.ts';
import { dropRecoveryCodes, recoveryLeft, renewRecoveryCodes } from './recovery.ts';
import { countTry, forgetTries } from './throttle.ts';
import { newSecret, otpauthUrl, stepOf } from './totp.ts';
import { endTrust } from './trust.ts';
import { countSending, mask, RESEND_MS } from './verification.ts';

/** Time to install an app and scan. */
const SETUP_MS = 30 * 60_000;

const off = {
  totp: { totpSecret: null, totpEnabledAt: null },
  email: { emailEnabledAt: null },
  sms: { smsEnabledAt: null, smsMobile: null },
};

async function view(db: Db | Tx, user: User) {
  const factors = await readFactors(db, user.id);
  const on = methodsOn(factors);
  const mobile = factors.smsMobile ?? user.mobile;
  return {
    totp: { enabled: on.includes('totp') },
    email: { enabled: on.includes('email'), email: user.email },
    sms: { enabled: on.includes('sms'), ...(mobile && { mobile }) },
    recoveryLeft: await recoveryLeft(db, user.id),
  };
}

/** Guesses of a signed-in caller count with those at sign-in: a stolen session is no second way to try. */
const countGuess = (ctx: SignedIn) =>
  countTry(ctx, [
    { limit: limits.codeIp, key: networkOf(ctx.ip) },
    { limit: limits.secondStep, key: ctx.user.id },
  ]);

const entityOf = ({ user }: SignedIn) => ({ type: 'twoFactor', id: user.id, name: user.email });

const refusedBy = async (ctx: SignedIn, log: Writing['log'], code: TKey) => {
  await log({ action: 'signInRefused', entity: entityOf(ctx) });
  return { wrong: code };
};

const tell = (tx: Tx, ctx: SignedIn, what: 'secondStepOn' | 'secondStepOff', method: Method) => {
  const language = languageOf(ctx.user, ctx);
  const params = { method: translator(language)(`auth:way.${method}`), ip: ctx.ip };
  return queueMail(tx, ctx, { to: ctx.user.email, language, subject: `mail:${what}.subject`, body: `mail:${what}.body`, params });
};

/** What becomes of the row when a method has been proven; a refusal that is told instead. */
async function proven(tx: Tx, ctx: SignedIn, method: Method, code: string) {
  const { user, now } = ctx;
  const factors = await readFactors(tx, user.id);
  if (method !== 'totp') {
    const target = reachable(ctx, user, factors, method);
    const wrong = await spendFactor(tx, ctx, 'twoFactor', user, factors, method, code);
    return wrong ?? (method === 'email' ? { emailEnabledAt: now } : { smsEnabledAt: now, smsMobile: target });
  }
  const { newTotpSecret, newTotpExpiresAt } = factors;
  if (!newTotpSecret || (newTotpExpiresAt ?? 0) <= now) return 'auth:error.setupOver' as const;
  const step = stepOf(openSecret(ctx, user.id, newTotpSecret), code, now);
  if (step === null) return 'auth:error.code' as const;
  // The code that proves the app is used up: it does not sign in as well.
  return { totpSecret: newTotpSecret, totpEnabledAt: now, totpLastStep: step, newTotpSecret: null, newTotpExpiresAt: null };
}

export const twoFactorHandlers = implement(twoFactor, {
  ...challengeHandlers,

  async get(ctx) {
    return { twoFactor: await view(ctx.db, ctx.user) };
  },

  async qr(ctx) {
    const { user, now } = ctx;
    return ctx.write(async ({ tx }) => {
      const factors = await readFactors(tx, user.id);
      if (factors.totpEnabledAt !== null) refuse(409, 'auth:error.methodOn');
      const isOpen = factors.newTotpSecret !== null && (factors.newTotpExpiresAt ?? 0) > now;
      const secret = isOpen && factors.newTotpSecret ? openSecret(ctx, user.id, factors.newTotpSecret) : newSecret();
      const expiresAt = isOpen && factors.newTotpExpiresAt ? factors.newTotpExpiresAt : now + SETUP_MS;
      if (!isOpen) await saveFactors(tx, user.id, { newTotpSecret: sealSecret(ctx, user.id, secret), newTotpExpiresAt: expiresAt });
      return { qr: { secret, otpauthUrl: otpauthUrl(secret, user.email), expiresAt: new Date(expiresAt).toISOString() } };
    }, lockOf(user));
  },

  async sendCode(ctx, { method }) {
    const target = reachable(ctx, ctx.user, await readFactors(ctx.db, ctx.user.id), method);
    await countSending(ctx, 'twoFactor', target);
    await ctx.write(async ({ tx, log }) => {
      await putCode(tx, ctx, 'twoFactor', ctx.user, method, target);
      await log({ action: 'request', entity: entityOf(ctx), after: { method } });
    }, lockOf(ctx.user));
    return { sentTo: mask(target), retryAfter: RESEND_MS / 1000 };
  },

  async enable(ctx, { method, code }) {
    await countGuess(ctx);
    const { user } = ctx;
    const outcome = await ctx.write(async ({ tx, log }) => {
      const before = methodsOn(await readFactors(tx, user.id));
      if (before.includes(method)) refuse(409, 'auth:error.methodOn');
      const changes = await proven(tx, ctx, method, code);
      if (typeof changes === 'string') return refusedBy(ctx, log, changes);
      await saveFactors(tx, user.id, changes);
      await forgetTries(tx, limits.secondStep, user.id);
      // Whoever turns the first step on must not be locked out by a lost phone.
      const recoveryCodes = (await recoveryLeft(tx, user.id)) === 0 ? await renewRecoveryCodes(tx, ctx, user.id) : undefined;
      await tell(tx, ctx, 'secondStepOn', method);
      await log({ action: 'update', entity: entityOf(ctx), before: { on: before }, after: { on: [...before, method] } });
      return { twoFactor: await view(tx, user), ...(recoveryCodes && { recoveryCodes }) };
    }, lockOf(user));
    return 'wrong' in outcome ? refuseField('code', outcome.wrong) : outcome;
  },

  async disable(ctx, { method, code, password }) {
    await countGuess(ctx);
    const { user, services } = ctx;
    // A password is guessed here as well as at sign-in, and counts there too.
    if (password !== undefined) await countTry(ctx, [{ limit: limits.signInAccount, key: user.email }]);
    const isOwner = password !== undefined && (await checkPassword(password, user.passwordHash, services.env.PASSWORD_COST));
    const outcome = await ctx.write(async ({ tx, log }) => {
      const factors = await readFactors(tx, user.id);
      const before = methodsOn(factors);
      if (!before.includes(method)) refuse(409, 'auth:error.methodOff');
      const wrong =
        code === undefined
          ? isOwner
            ? null
            : ('auth:error.password' as const)
          : await spendFactor(tx, ctx, 'twoFactor', user, factors, method, code);
      if (wrong) return refusedBy(ctx, log, wrong);
      const after = before.filter((other) => other !== method);
      await saveFactors(tx, user.id, off[method]);
      if (after.length === 0) await dropRecoveryCodes(tx, user.id);
      await endTrust(tx, ctx, user.id);
      await forgetTries(tx, limits.secondStep, user.id);
      if (isOwner) await forgetTries(tx, limits.signInAccount, user.email);
      await tell(tx, ctx, 'secondStepOff', method);
      await log({ action: 'update', entity: entityOf(ctx), before: { on: before }, after: { on: after } });
      return { twoFactor: await view(tx, user) };
    }, lockOf(user));
    return 'wrong' in outcome ? refuseField(code === undefined ? 'password' : 'code', outcome.wrong) : outcome;
  },

  async regenerate(ctx, { code }) {
    await countGuess(ctx);
    const { user } = ctx;
    const outcome = await ctx.write(async ({ tx, log }) => {
      const wrong = await anyFactor(tx, ctx, user, code);
      if (wrong) return refusedBy(ctx, log, wrong);
      const recoveryCodes = await renewRecoveryCodes(tx, ctx, user.id);
      await forgetTries(tx, limits.secondStep, user.id);
      await log({ action: 'update', entity: { ...entityOf(ctx), type: 'recoveryCodes' }, after: { count: recoveryCodes.length } });
      return { recoveryCodes };
    }, lockOf(user));
    return 'wrong' in outcome ? refuseField('code', outcome.wrong) : outcome;
  },
});

/** A code of whatever is on. What is told of a wrong one is what the first method says of it. */
async function anyFactor(tx: Tx, ctx: Ctx, user: User, code: string): Promise<TKey | null> {
  const factors = await readFactors(tx, user.id);
  const methods = methodsOn(factors);
  if (methods.length === 0) refuse(409, 'auth:error.methodOff');
  const told: TKey[] = [];
  for (const method of methods) {
    const wrong = await spendFactor(tx, ctx, 'twoFactor', user, factors, method, code);
    if (!wrong) return null;
    told.push(wrong);
  }
  return told[0] ?? 'auth:error.code';
}
