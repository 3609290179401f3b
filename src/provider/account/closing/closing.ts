import { type Closing, closing } from '../../../lib/contract/account/closing.ts';
import { closingDays } from '../../../lib/rules/core/closing.ts';
import { DAY, iso } from '../../../lib/time.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import { requireRecent } from '../../core/session/recent.ts';
import type { Db, Tx, User } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { findBlockers, follow, notifyOwner } from './run.ts';

const toEntity = ({ id, email }: Pick<User, 'id' | 'email'>) => ({ type: 'account', id, name: email });

async function show(db: Db | Tx, ctx: SignedIn, closesAt: number | null): Promise<{ closing: Closing }> {
  const { registry } = ctx.services;
  const removes: Closing['removes'] = [];
  for (const line of registry.lines)
    for (const one of (await line.closeAccount?.removes?.(db, ctx.account)) ?? []) if (one.count > 0) removes.push(one);
  return {
    closing: {
      closesAt: closesAt === null ? null : iso(closesAt),
      removes,
      balance: await readBalance(db, ctx.account.id),
      blockers: await findBlockers(db, registry, ctx.user),
    },
  };
}

export const closingHandlers = implement(closing, {
  get: (ctx) => show(ctx.db, ctx, ctx.user.closesAt),

  request(ctx, { confirm, reason }) {
    requireRecent(ctx);
    return ctx.write(async ({ tx, log }) => {
      const { user, now } = ctx;
      const { closesAt: before } = await tx.selectFrom('user').select('closesAt').where('id', '=', user.id).executeTakeFirstOrThrow();
      if (before !== null) refuse(409, 'closing:error.again');
      if (confirm.toLowerCase() !== user.email) refuseField('confirm', 'error:confirmMismatch', { expected: user.email });
      const [blocker] = await findBlockers(tx, ctx.services.registry, user);
      if (blocker) refuse(409, `closing:error.${blocker}`);
      const closesAt = now + closingDays * DAY;
      await tx
        .updateTable('user')
        .set({ closesAt, closeReason: reason ?? null, closeWarnedAt: null })
        .where('id', '=', user.id)
        .execute();
      await follow(tx, ctx.services, user.id, now);
      await notifyOwner(tx, ctx, user, 'requested', closesAt);
      await log({ action: 'request', entity: toEntity(user), after: { closesAt: iso(closesAt) } });
      return show(tx, ctx, closesAt);
    });
  },

  cancel: (ctx) =>
    ctx.write(async ({ tx, log }) => {
      const { user } = ctx;
      const { numUpdatedRows } = await tx
        .updateTable('user')
        .set({ closesAt: null, closeReason: null, closeWarnedAt: null })
        .where('id', '=', user.id)
        .where('closesAt', 'is not', null)
        .where('closeStartedAt', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) refuse(409, 'closing:error.none');
      await notifyOwner(tx, ctx, user, 'cancelled', ctx.now);
      await log({ action: 'undo', entity: toEntity(user) });
      return show(tx, ctx, null);
    }),
});
