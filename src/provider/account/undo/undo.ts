import { undo } from '../../../lib/contract/account/undo.ts';
import { iso } from '../../../lib/time.ts';
import { type CallCtx, implement } from '../../core/implement.ts';
import { limits } from '../../core/limits.ts';
import { consumeAttempt } from '../../core/throttle.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { unseal } from '../../kernel/seal.ts';
import { endAccess, userLock } from '../proof/index.ts';
import { UNDO } from './notifyChange.ts';
import { restoreState, type SecurityState } from './state.ts';

/** A rolled key has this long until its old token ends (`apiKey.ts`), so the time of the roll is known. */
const ROLL_MS = 3_600_000;

function idIn(ctx: CallCtx, token: string): string {
  try {
    return unseal(ctx.services.secrets.code, UNDO, '', token);
  } catch {
    return refuse(422, 'undo:error.over');
  }
}

const readOpen = async (db: Db | Tx, ctx: CallCtx, id: string) =>
  (await db
    .selectFrom('securityUndo')
    .innerJoin('user', 'user.id', 'securityUndo.userId')
    .selectAll('securityUndo')
    .select('user.email')
    .where('securityUndo.id', '=', id)
    .where('securityUndo.usedAt', 'is', null)
    .where('securityUndo.expiresAt', '>', ctx.now)
    .where('user.closeStartedAt', 'is', null)
    .executeTakeFirst()) ?? refuse(422, 'undo:error.over');

/** Keys that were created or got a new token since then: the author of the change may know the token. */
const endKeysSince = (tx: Tx, userId: string, since: number) =>
  tx
    .deleteFrom('apiKey')
    .where('userId', '=', userId)
    .where((e) => e.or([e('createdAt', '>=', since), e('oldTokenUntil', '>=', since + ROLL_MS)]))
    .execute();

export const undoHandlers = implement(undo, {
  async get(ctx, { token }) {
    await consumeAttempt(ctx, [{ limit: limits.codeIp, key: ctx.ip }]);
    const { kind, createdAt, expiresAt } = await readOpen(ctx.db, ctx, idIn(ctx, token));
    return { undo: { kind, changedAt: iso(createdAt), expiresAt: iso(expiresAt) } };
  },

  async confirm(ctx, { token }) {
    await consumeAttempt(ctx, [{ limit: limits.codeIp, key: ctx.ip }]);
    const id = idIn(ctx, token);
    const known = await readOpen(ctx.db, ctx, id);
    // The locks of sign-in, of the account and of addresses: nothing starts or changes in between that is undone here.
    return ctx.write(
      async ({ tx, log }) => {
        const { userId, kind, before, createdAt, email } = await readOpen(tx, ctx, id);
        if (email !== known.email) refuse(409, 'undo:error.meanwhile');
        const state = JSON.parse(before) as SecurityState; // written by `notifyChange`
        await restoreState(tx, { id: userId }, state);
        // Nobody signs in with a password until the owner has set one with a code.
        await tx.updateTable('user').set({ passwordHash: '' }).where('id', '=', userId).execute();
        await endAccess(tx, ctx, userId);
        await endKeysSince(tx, userId, Number(createdAt));
        // Later changes are undone as well; an older one can still be.
        await tx
          .updateTable('securityUndo')
          .set({ usedAt: ctx.now })
          .where('userId', '=', userId)
          .where('createdAt', '>=', createdAt)
          .where('usedAt', 'is', null)
          .execute();
        await log({
          action: 'undo',
          entity: { type: 'securityChange', id, name: state.contact.email },
          accountId: userId,
          userId,
          after: { kind },
        });
        return { done: true as const };
      },
      ['register', userLock(known), `account:${known.userId}`],
    );
  },
});
