import { z } from 'zod';
import { publicOrigin } from '../../../config/env.ts';
import type { auth } from '../../../lib/contract/account/auth.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import type { CallCtx, Handlers } from '../../core/implement.ts';
import { limits, networkAttempts } from '../../core/limits.ts';
import { queueMail } from '../../core/outbox.ts';
import { insertUser } from '../../core/people.ts';
import { browserToken } from '../../core/session/browser.ts';
import { openSession } from '../../core/session/sessions.ts';
import { consumeAttempt } from '../../core/throttle.ts';
import type { Tx } from '../../db/schema.ts';
import { fieldRefusal } from '../../kernel/refusal.ts';
import {
  checkCode,
  countGuess,
  countSending,
  hashPassword,
  liveTarget,
  renewCode,
  resolveScope,
  sentCode,
  spendVerification,
  startVerification,
  waitingTurn,
} from '../proof/index.ts';

/** The account to create once its address is verified. `known`: it exists, and the email says so. */
const Pending = z.object({
  known: z.boolean(),
  passwordHash: z.string(),
  accountType: z.enum(['personal', 'business']),
  language: z.enum(locales),
});
type Pending = z.infer<typeof Pending>;

const sendMail = (tx: Tx, ctx: CallCtx, to: string, pending: Pending, code: string) =>
  queueMail(tx, ctx, {
    to,
    language: pending.language,
    ...(pending.known
      ? { subject: 'mail:known.subject', body: 'mail:known.body' }
      : { subject: 'mail:code.subject', body: 'mail:code.body' }),
    params: { code, email: to, link: `${publicOrigin(ctx.services.env)}/public/login` },
  });

type RegisterHandlers = Pick<Handlers<typeof auth>, 'register' | 'registerVerify' | 'registerResend'>;

export const registerHandlers: RegisterHandlers = {
  /** Responds the same whether or not the address has an account: text, status and time. */
  async register(ctx, { email, password, accountType }) {
    await consumeAttempt(ctx, networkAttempts(limits.registerIp, ctx.ip));
    await countSending(ctx, 'register', email);
    const passwordHash = await hashPassword(password, ctx.services.env.PASSWORD_COST, waitingTurn(ctx, await resolveScope(ctx, undefined)));
    return ctx.write(async ({ tx, log }) => {
      const known = await tx.selectFrom('user').select('id').where('email', '=', email).executeTakeFirst();
      const pending: Pending = { known: Boolean(known), passwordHash: known ? '' : passwordHash, accountType, language: ctx.locale };
      const started = await startVerification(tx, ctx, { purpose: 'register', target: email, userId: known?.id ?? null, payload: pending });
      await sendMail(tx, ctx, email, pending, started.code);
      await log({ action: 'request', entity: { type: 'registration', id: started.row.id, name: email }, accountId: known?.id ?? null });
      return { verification: { verificationId: started.row.id, ...sentCode(started.row) } };
    }, `email:${email}`);
  },

  async registerVerify(ctx, { verificationId, code }) {
    await countGuess(ctx, verificationId);
    return ctx.write(async ({ tx, log }) => {
      const checked = await checkCode(tx, ctx, verificationId, 'register', code);
      if (!checked.ok) {
        await log({ action: 'signInRefused', entity: { type: 'registration', id: verificationId, name: '' } });
        return fieldRefusal('code', checked.key);
      }
      const { row } = checked;
      const pending = Pending.parse(row.payload);
      await spendVerification(tx, ctx, row.id);
      // Existing accounts got no code; of two valid registrations, the first one wins.
      const existing = await tx.selectFrom('user').select('id').where('email', '=', row.target).executeTakeFirst();
      if (pending.known || existing) {
        await log({ action: 'signInRefused', entity: { type: 'registration', id: row.id, name: row.target } });
        return fieldRefusal('code', 'auth:error.codeExpired');
      }
      const user = {
        id: ctx.newId(),
        email: row.target,
        mobile: null,
        passwordHash: pending.passwordHash,
        accountType: pending.accountType,
        firstName: '',
        lastName: '',
        language: pending.language,
        staffRole: null,
        isDemo: false,
        emailVerifiedAt: ctx.now,
        createdAt: ctx.now,
      };
      await insertUser(tx, user);
      await log({
        action: 'create',
        entity: { type: 'account', id: user.id, name: user.email },
        accountId: user.id,
        after: { accountType: user.accountType },
      });
      return { token: await openSession(tx, ctx, user, 'password'), browserToken: await browserToken(ctx, user.id) };
    }, 'register');
  },

  async registerResend(ctx, { verificationId }) {
    await consumeAttempt(ctx, networkAttempts(limits.registerIp, ctx.ip));
    const target = await liveTarget(ctx, verificationId, 'register');
    await countSending(ctx, 'register', target);
    return ctx.write(async ({ tx, log }) => {
      const { row, code, retryAfter } = await renewCode(tx, ctx, verificationId, 'register');
      await sendMail(tx, ctx, row.target, Pending.parse(row.payload), code);
      await log({ action: 'request', entity: { type: 'registration', id: row.id, name: row.target }, accountId: row.userId });
      return { retryAfter };
    }, `verification:${verificationId}`);
  },
};
