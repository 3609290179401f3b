import { twoFactor } from '../../../lib/contract/account/twoFactor.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import { translator } from '../../../lib/i18n/server.ts';
import { iso } from '../../../lib/time.ts';
import { implement, type SignedIn, type Writing } from '../../core/implement.ts';
import { limits, networkAttempts } from '../../core/limits.ts';
import { requireRecent } from '../../core/session/recent.ts';
import { clearAttempts, consumeAttempt } from '../../core/throttle.ts';
import type { Db, Tx, User } from '../../db/schema.ts';
import { fieldRefusal, type Refusal, refuse } from '../../kernel/refusal.ts';
import {
  checkPassword,
  countPassword,
  countSending,
  dropRecoveryCodes,
  endTrust,
  forgetPasswords,
  type Method,
  mask,
  matchTotpStep,
  methodsOn,
  newSecret,
  openSecret,
  otpauthUrl,
  preferredLanguage,
  putCode,
  RESEND_MS,
  reachable,
  readFactors,
  recoveryLeft,
  renewRecoveryCodes,
  resolveScope,
  saveFactors,
  sealSecret,
  spendFactor,
  trustedBrowsers,
  userLock,
  waitingTurn,
} from '../proof/index.ts';
import { notifyChange, type SecurityState, securityState } from '../undo/index.ts';
import { challengeHandlers } from './challenge.ts';

/** Time to install an app and scan. */
const SETUP_MS = 30 * 60_000;

const off = {
  totp: { totpSecret: null, totpEnabledAt: null },
  email: { emailEnabledAt: null },
  sms: { smsEnabledAt: null, smsMobile: null },
};

async function view(db: Db | Tx, user: User, now: number) {
  const factors = await readFactors(db, user.id);
  const on = methodsOn(factors);
  const mobile = factors.smsMobile ?? user.mobile;
  return {
    totp: { enabled: on.includes('totp') },
    email: { enabled: on.includes('email'), email: user.email },
    sms: { enabled: on.includes('sms'), ...(mobile && { mobile }) },
    recoveryLeft: await recoveryLeft(db, user.id),
    trusted: await trustedBrowsers(db, user.id, now),
  };
}

/** Attempts of a signed-in caller count with those at sign-in: a stolen session gives no additional attempts. */
const countGuess = (ctx: SignedIn) =>
  consumeAttempt(ctx, [...networkAttempts(limits.codeIp, ctx.ip), { limit: limits.secondStep, key: ctx.user.id }]);

const toEntity = ({ user }: SignedIn) => ({ type: 'twoFactor', id: user.id, name: user.email });

/** Logs a wrong code or password; the refusal is returned, so that the entry and the count are committed. */
async function refusedBy(ctx: SignedIn, log: Writing['log'], field: 'code' | 'password', code: TKey): Promise<Refusal> {
  await log({ action: 'signInRefused', entity: toEntity(ctx) });
  return fieldRefusal(field, code);
}

const notifySecondStep = (tx: Tx, ctx: SignedIn, before: SecurityState, what: 'secondStepOn' | 'secondStepOff', method: Method) =>
  notifyChange(tx, ctx, ctx.user, before, what, { method: translator(preferredLanguage(ctx.user, ctx))(`auth:way.${method}`) });

/** The new row when a method has been verified; or a refusal. */
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
  const step = matchTotpStep(openSecret(ctx, user.id, newTotpSecret), code, now);
  if (step === null) return 'auth:error.code' as const;
  // The code that verifies the app is consumed: it can't be used to sign in.
  return { totpSecret: newTotpSecret, totpEnabledAt: now, totpLastStep: step, newTotpSecret: null, newTotpExpiresAt: null };
}

export const twoFactorHandlers = implement(twoFactor, {
  ...challengeHandlers,

  async get(ctx) {
    return { twoFactor: await view(ctx.db, ctx.user, ctx.now) };
  },

  async qr(ctx) {
    requireRecent(ctx);
    const { user, now } = ctx;
    return ctx.write(async ({ tx, log }) => {
      const factors = await readFactors(tx, user.id);
      if (factors.totpEnabledAt !== null) refuse(409, 'auth:error.methodOn');
      const isOpen = factors.newTotpSecret !== null && (factors.newTotpExpiresAt ?? 0) > now;
      const secret = isOpen && factors.newTotpSecret ? openSecret(ctx, user.id, factors.newTotpSecret) : newSecret();
      const expiresAt = isOpen && factors.newTotpExpiresAt ? factors.newTotpExpiresAt : now + SETUP_MS;
      if (isOpen) ctx.changedNothing();
      else {
        await saveFactors(tx, user.id, { newTotpSecret: sealSecret(ctx, user.id, secret), newTotpExpiresAt: expiresAt });
        await log({ action: 'request', entity: toEntity(ctx), after: { method: 'totp' } });
      }
      return { qr: { secret, otpauthUrl: otpauthUrl(secret, user.email), expiresAt: iso(expiresAt) } };
    }, userLock(user));
  },

  async sendCode(ctx, { method }) {
    const target = reachable(ctx, ctx.user, await readFactors(ctx.db, ctx.user.id), method);
    await countSending(ctx, 'twoFactor', target);
    return ctx.write(async ({ tx, log }) => {
      await putCode(tx, ctx, 'twoFactor', ctx.user, method, target);
      await log({ action: 'request', entity: toEntity(ctx), after: { method } });
      return { sentTo: mask(target), retryAfter: RESEND_MS / 1000 };
    }, userLock(ctx.user));
  },

  async enable(ctx, { method, code }) {
    requireRecent(ctx);
    await countGuess(ctx);
    const { user } = ctx;
    return ctx.write(async ({ tx, log }) => {
      const state = await securityState(tx, user.id);
      const before = methodsOn(await readFactors(tx, user.id));
      if (before.includes(method)) refuse(409, 'auth:error.methodOn');
      const changes = await proven(tx, ctx, method, code);
      if (typeof changes === 'string') return refusedBy(ctx, log, 'code', changes);
      await saveFactors(tx, user.id, changes);
      await clearAttempts(tx, limits.secondStep, user.id);
      // A user who enables the first method must not be locked out by a lost phone.
      const recoveryCodes = (await recoveryLeft(tx, user.id)) === 0 ? await renewRecoveryCodes(tx, ctx, user.id) : undefined;
      await notifySecondStep(tx, ctx, state, 'secondStepOn', method);
      await log({ action: 'update', entity: toEntity(ctx), before: { on: before }, after: { on: [...before, method] } });
      return { twoFactor: await view(tx, user, ctx.now), ...(recoveryCodes && { recoveryCodes }) };
    }, userLock(user));
  },

  async disable(ctx, { method, code, password }) {
    if (password === undefined) requireRecent(ctx);
    await countGuess(ctx);
    const { user, services } = ctx;
    // Passwords can be guessed here as well as at sign-in, so attempts count there too.
    const scope = password !== undefined && (await countPassword(ctx, user.email, user.id));
    const isOwner = scope && (await checkPassword(password, user.passwordHash, services.env.PASSWORD_COST, waitingTurn(ctx, scope)));
    return ctx.write(async ({ tx, log }) => {
      const state = await securityState(tx, user.id);
      const factors = await readFactors(tx, user.id);
      const before = methodsOn(factors);
      if (!before.includes(method)) refuse(409, 'auth:error.methodOff');
      if (password !== undefined && !isOwner) return refusedBy(ctx, log, 'password', 'auth:error.password');
      const wrong = code === undefined ? null : await spendFactor(tx, ctx, 'twoFactor', user, factors, method, code);
      if (wrong) return refusedBy(ctx, log, 'code', wrong);
      const after = before.filter((other) => other !== method);
      await saveFactors(tx, user.id, off[method]);
      if (after.length === 0) await dropRecoveryCodes(tx, user.id);
      await endTrust(tx, ctx, user.id);
      await clearAttempts(tx, limits.secondStep, user.id);
      if (isOwner) await forgetPasswords(tx, user, await resolveScope(ctx, user.id));
      await notifySecondStep(tx, ctx, state, 'secondStepOff', method);
      await log({ action: 'update', entity: toEntity(ctx), before: { on: before }, after: { on: after } });
      return { twoFactor: await view(tx, user, ctx.now) };
    }, userLock(user));
  },

  async regenerate(ctx) {
    requireRecent(ctx);
    const { user } = ctx;
    return ctx.write(async ({ tx, log }) => {
      if (methodsOn(await readFactors(tx, user.id)).length === 0) refuse(409, 'auth:error.methodOff');
      const state = await securityState(tx, user.id);
      const recoveryCodes = await renewRecoveryCodes(tx, ctx, user.id);
      await notifyChange(tx, ctx, user, state, 'recoveryNew');
      await log({ action: 'update', entity: { ...toEntity(ctx), type: 'recoveryCodes' }, after: { count: recoveryCodes.length } });
      return { recoveryCodes };
    }, userLock(user));
  },

  untrust: (ctx, { trustedId }) => untrust(ctx, trustedId),
  untrustAll: (ctx) => untrust(ctx),
});

const untrust = (ctx: SignedIn, id?: string) =>
  ctx.write(async ({ tx, log }) => {
    const ended = await endTrust(tx, ctx, ctx.user.id, id);
    if (id !== undefined && ended === 0) refuse(404, 'error:notFound');
    await log({ action: 'update', entity: toEntity(ctx), after: { untrusted: ended } });
    return { twoFactor: await view(tx, ctx.user, ctx.now) };
  });
