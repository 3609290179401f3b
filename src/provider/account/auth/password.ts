import type { auth } from '../../../lib/contract/account/auth.ts';
import { fieldRefusal, type Handlers } from '../../core/implement.ts';
import { limits, networkOf } from '../../core/limits.ts';
import { queueMail } from '../../core/outbox.ts';
import { countTry, forgetTries } from '../../core/throttle.ts';
import { endAccess } from './access.ts';
import { languageOf } from './factors.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { checkCode, countGuess, countSending, endVerifications, spendVerification, startVerification, told } from './verification.ts';

export const passwordHandlers: Pick<Handlers<typeof auth>, 'forgot' | 'reset'> = {
  /** The same response whether or not the account exists; only an account gets an email. */
  async forgot(ctx, { username }) {
    await countTry(ctx, [{ limit: limits.forgotIp, key: networkOf(ctx.ip) }]);
    await countSending(ctx, 'reset', username);
    return ctx.write(async ({ tx, log }) => {
      const user = await tx.selectFrom('user').selectAll().where('email', '=', username).executeTakeFirst();
      // Of several sent codes only the newest is valid.
      await endVerifications(tx, ctx, 'reset', username);
      const started = await startVerification(tx, ctx, { purpose: 'reset', target: username, userId: user?.id ?? null, payload: {} });
      if (user) {
        await queueMail(tx, ctx, {
          to: user.email,
          language: languageOf(user, ctx),
          subject: 'mail:reset.subject',
          body: 'mail:reset.body',
          params: { code: started.code },
        });
      }
      await log({ action: 'request', entity: { type: 'passwordReset', id: started.row.id, name: username }, accountId: user?.id ?? null });
      return { reset: { resetId: started.row.id, ...told(started.row) } };
    }, `email:${username}`);
  },

  async reset(ctx, { resetId, code, newPassword }) {
    await countGuess(ctx, resetId);
    // Hashing is slow, so it is outside the transaction; so is the comparison with the old password.
    const passwordHash = await hashPassword(newPassword, ctx.services.env.PASSWORD_COST);
    const known = await ctx.db
      .selectFrom('verification')
      .leftJoin('user', 'user.id', 'verification.userId')
      .select(['verification.target', 'user.passwordHash'])
      .where('verification.id', '=', resetId)
      .executeTakeFirst();
    const isSame = await checkPassword(newPassword, known?.passwordHash ?? null, ctx.services.env.PASSWORD_COST);
    return ctx.write(
      async ({ tx, log }) => {
        const checked = await checkCode(tx, ctx, resetId, 'reset', code);
        const userId = checked.ok ? checked.row.userId : null;
        const entity = { type: 'passwordReset', id: resetId, name: checked.ok ? checked.row.target : '' };
        if (!checked.ok || !userId) {
          await log({ action: 'signInRefused', entity });
          return fieldRefusal('code', checked.ok ? 'auth:error.code' : checked.key);
        }
        if (isSame) {
          await log({ action: 'signInRefused', entity, accountId: userId });
          return fieldRefusal('newPassword', 'auth:error.samePassword');
        }
        await spendVerification(tx, ctx, resetId);
        await tx.updateTable('user').set({ passwordHash, emailVerifiedAt: ctx.now }).where('id', '=', userId).execute();
        await endAccess(tx, ctx, userId);
        // A verified owner isn't blocked by earlier attempts.
        await forgetTries(tx, limits.signInAccount, checked.row.target);
        await log({ action: 'update', entity: { type: 'password', id: userId, name: checked.row.target }, accountId: userId });
        return { done: true as const };
        // The lock of sign-in: a session opened with the old password exists before all sessions end, or not at all.
      },
      `email:${known?.target ?? resetId}`,
    );
  },
};
