import type { auth } from '../../../lib/contract/account/auth.ts';
import type { Handlers } from '../../core/implement.ts';
import type { Tx } from '../../db/schema.ts';
import type { VerificationTable } from '../../db/tables/account/account.ts';
import { fieldRefusal } from '../../kernel/refusal.ts';
import {
  checkCode,
  checkPassword,
  countGuess,
  countReset,
  endAccess,
  endVerifications,
  forgetPasswords,
  hashPassword,
  resolveScope,
  sentCode,
  startVerification,
  waitingTurn,
} from '../proof/index.ts';
import { notifyChange, securityState } from '../undo/index.ts';
import { resetCode } from './resetCode.ts';

const loadVerificationOwner = (tx: Tx, { userId, target }: Pick<VerificationTable, 'userId' | 'target'>) =>
  tx.selectFrom('user').selectAll().where('id', '=', userId).where('email', '=', target).executeTakeFirst();

export const passwordHandlers: Pick<Handlers<typeof auth>, 'forgot' | 'reset'> = {
  /** The same response and the same work whether or not the account exists; a job emails the account, if there is one. */
  async forgot(ctx, { username }) {
    const user = await ctx.db.selectFrom('user').select('id').where('email', '=', username).executeTakeFirst();
    const scope = await countReset(ctx, username, user?.id);
    return ctx.write(async ({ tx, log }) => {
      const payload = { lane: scope.key };
      // Of several sent codes only the newest is valid; a stranger's request doesn't invalidate the owner's.
      await endVerifications(tx, ctx, 'reset', username, undefined, payload);
      const { row } = await startVerification(tx, ctx, { purpose: 'reset', target: username, userId: null, payload });
      await resetCode(tx, ctx, row.id);
      await log({ action: 'request', entity: { type: 'passwordReset', id: row.id, name: username }, accountId: null });
      return { reset: { resetId: row.id, ...sentCode(row) } };
    }, `email:${username}`);
  },

  async reset(ctx, { resetId, code, newPassword }) {
    await countGuess(ctx, resetId);
    // Hashing is slow, so it is outside the transaction; so is the comparison with the old password.
    const known = await ctx.db
      .selectFrom('verification')
      .leftJoin('user', 'user.id', 'verification.userId')
      .select(['verification.target', 'verification.userId', 'user.passwordHash'])
      .where('verification.id', '=', resetId)
      .executeTakeFirst();
    const waiting = waitingTurn(ctx, await resolveScope(ctx, known?.userId ?? undefined));
    const passwordHash = await hashPassword(newPassword, ctx.services.env.PASSWORD_COST, waiting);
    const isSame = await checkPassword(newPassword, known?.passwordHash ?? null, ctx.services.env.PASSWORD_COST, waiting);
    return ctx.write(
      async ({ tx, log }) => {
        const checked = await checkCode(tx, ctx, resetId, 'reset', code);
        // A code that was sent to an earlier address of the account isn't valid.
        const before = checked.ok ? await loadVerificationOwner(tx, checked.row) : undefined;
        const entity = { type: 'passwordReset', id: resetId, name: checked.ok ? checked.row.target : '' };
        if (!checked.ok || !before) {
          await log({ action: 'signInRefused', entity });
          return fieldRefusal('code', checked.ok ? 'auth:error.code' : checked.key);
        }
        const userId = before.id;
        if (isSame) {
          await log({ action: 'signInRefused', entity, accountId: userId });
          return fieldRefusal('newPassword', 'auth:error.samePassword');
        }
        await endVerifications(tx, ctx, 'reset', checked.row.target);
        await notifyChange(tx, ctx, before, await securityState(tx, userId), 'passwordChanged');
        await tx.updateTable('user').set({ passwordHash, emailVerifiedAt: ctx.now }).where('id', '=', userId).execute();
        await endAccess(tx, ctx, userId);
        // A verified owner isn't blocked by earlier attempts.
        await forgetPasswords(tx, { email: checked.row.target }, await resolveScope(ctx, userId));
        await log({ action: 'update', entity: { type: 'password', id: userId, name: checked.row.target }, accountId: userId });
        return { done: true as const };
        // The lock of sign-in: a session opened with the old password exists before all sessions end, or not at all.
      },
      `email:${known?.target ?? resetId}`,
    );
  },
};
