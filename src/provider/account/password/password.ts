import { password } from '../../../lib/contract/account/password.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import type { Tx } from '../../db/schema.ts';
import { fieldRefusal } from '../../kernel/refusal.ts';
import {
  checkPassword,
  countPassword,
  endAccess,
  forgetPasswords,
  hashPassword,
  resolveScope,
  userLock,
  waitingTurn,
} from '../proof/index.ts';
import { notifyChange, securityState } from '../undo/index.ts';

/** Password attempts are limited as at sign-in, by session: neither a thief with a session nor strangers use up those of the others. */
async function isRight(ctx: SignedIn, typed: string): Promise<boolean> {
  const scope = await countPassword(ctx, ctx.user.email, ctx.user.id);
  return checkPassword(typed, ctx.user.passwordHash, ctx.services.env.PASSWORD_COST, waitingTurn(ctx, scope));
}

/** Whether the password is still the one that was checked before the transaction. */
const isUnchanged = async (tx: Tx, { user }: SignedIn): Promise<boolean> =>
  (await tx.selectFrom('user').select('passwordHash').where('id', '=', user.id).executeTakeFirst())?.passwordHash === user.passwordHash;

const confirmSession = (tx: Tx, { session, now }: SignedIn) =>
  tx
    .updateTable('session')
    .set({ confirmedAt: now })
    .where('id', '=', session?.id ?? '')
    .execute();

export const passwordChangeHandlers = implement(password, {
  async change(ctx, { currentPassword, newPassword }) {
    const { user, services } = ctx;
    const right = await isRight(ctx, currentPassword);
    // NFC, as the hash: the same letters typed on another keyboard are the same password.
    const isSame = newPassword.normalize('NFC') === currentPassword.normalize('NFC');
    const waiting = waitingTurn(ctx, await resolveScope(ctx, user.id));
    const passwordHash = right && !isSame ? await hashPassword(newPassword, services.env.PASSWORD_COST, waiting) : '';
    return ctx.write(async ({ tx, log }) => {
      const entity = { type: 'password', id: user.id, name: user.email };
      if (!right || !(await isUnchanged(tx, ctx))) {
        await log({ action: 'signInRefused', entity });
        return fieldRefusal('currentPassword', 'auth:error.password');
      }
      if (isSame) {
        await log({ action: 'signInRefused', entity });
        return fieldRefusal('newPassword', 'auth:error.samePassword');
      }
      await tx.updateTable('user').set({ passwordHash }).where('id', '=', user.id).execute();
      await endAccess(tx, ctx, user.id, ctx.session?.id);
      await confirmSession(tx, ctx);
      await forgetPasswords(tx, user, await resolveScope(ctx, user.id));
      await notifyChange(tx, ctx, user, await securityState(tx, user.id), 'passwordChanged');
      await log({ action: 'update', entity });
      return { done: true as const };
    }, userLock(user));
  },

  async confirm(ctx, { password: typed }) {
    const right = await isRight(ctx, typed);
    return ctx.write(async ({ tx, log }) => {
      const entity = { type: 'session', id: ctx.session?.id ?? '', name: ctx.user.email };
      if (!right || !(await isUnchanged(tx, ctx))) {
        await log({ action: 'signInRefused', entity });
        return fieldRefusal('password', 'auth:error.password');
      }
      await confirmSession(tx, ctx);
      await forgetPasswords(tx, ctx.user, await resolveScope(ctx, ctx.user.id));
      await log({ action: 'update', entity, after: { confirmed: true } });
      return { done: true as const };
    }, userLock(ctx.user));
  },
});
