import type { auth } from '../../lib/contract/auth.ts';
import { isLocale } from '../../lib/i18n/locales.ts';
import { type Handlers, refuseField } from '../implement.ts';
import { queueMail } from '../outbox.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import { codePerIp } from './register.ts';
import { endSessions } from './sessions.ts';
import { countTry, type Limit } from './throttle.ts';
import { checkCode, startVerification, told, useVerification } from './verification.ts';

const perIp: Limit = { name: 'forgot-ip', max: 20, windowMs: 3_600_000 };
const perAddress: Limit = { name: 'forgot-address', max: 1, windowMs: 60_000 };
const perAddressHour: Limit = { name: 'forgot-address-hour', max: 5, windowMs: 3_600_000 };

export const passwordHandlers: Pick<Handlers<typeof auth>, 'forgot' | 'reset'> = {
  /** The same answer whether or not there is such an account; only an account gets a mail. */
  async forgot(ctx, { username }) {
    await countTry(ctx, [
      { limit: perIp, key: ctx.ip },
      { limit: perAddress, key: username },
      { limit: perAddressHour, key: username },
    ]);
    const row = await ctx.write(async ({ tx, log }) => {
      const user = await tx.selectFrom('user').selectAll().where('email', '=', username).executeTakeFirst();
      const started = await startVerification(tx, ctx, { purpose: 'reset', target: username, userId: user?.id ?? null, payload: {} });
      if (user) {
        const language = isLocale(user.language) ? user.language : ctx.locale;
        await queueMail(tx, ctx, { to: user.email, language, subject: 'mail:reset.subject', body: 'mail:reset.body', params: { code: started.code } });
      }
      await log({ action: 'request', entity: { type: 'passwordReset', id: started.row.id, name: username }, userId: user?.id ?? null });
      return started.row;
    }, `email:${username}`);
    return { reset: { resetId: row.id, ...told(row) } };
  },

  async reset(ctx, { resetId, code, newPassword }) {
    await countTry(ctx, [{ limit: codePerIp, key: ctx.ip }]);
    // Hashing is slow, so it stands outside of the transaction; so does the comparison with the old password.
    const passwordHash = await hashPassword(newPassword, ctx.services.env.PASSWORD_COST);
    const known = await ctx.db
      .selectFrom('verification')
      .innerJoin('user', 'user.id', 'verification.userId')
      .select('user.passwordHash')
      .where('verification.id', '=', resetId)
      .executeTakeFirst();
    const isSame = await checkPassword(newPassword, known?.passwordHash ?? null, ctx.services.env.PASSWORD_COST);
    const refused = await ctx.write(async ({ tx, log }) => {
      const checked = await checkCode(tx, ctx, resetId, 'reset', code);
      const userId = checked.ok ? checked.row.userId : null;
      const entity = { type: 'passwordReset', id: resetId, name: checked.ok ? checked.row.target : '' };
      if (!checked.ok || !userId) {
        await log({ action: 'signInRefused', entity });
        return { field: 'code', key: checked.ok ? ('auth:error.code' as const) : checked.key };
      }
      if (isSame) {
        await log({ action: 'signInRefused', entity, userId });
        return { field: 'newPassword', key: 'auth:error.samePassword' as const };
      }
      await useVerification(tx, ctx, resetId);
      await tx.updateTable('user').set({ passwordHash, emailVerifiedAt: ctx.now }).where('id', '=', userId).execute();
      await endSessions(tx, ctx, userId);
      await log({ action: 'update', entity: { type: 'password', id: userId, name: checked.row.target }, userId });
      return null;
    }, `verification:${resetId}`);
    if (refused) refuseField(refused.field, refused.key);
    return { done: true };
  },
};
