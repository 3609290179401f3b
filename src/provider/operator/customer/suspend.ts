import type { z } from 'zod';
import type { SuspendForm } from '../../../lib/contract/operator/operatorCustomer.ts';
import type { SignedIn } from '../../core/implement.ts';
import { textParam } from '../../core/localizedParams.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Tx } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { markStale } from '../../live/stale.ts';

const find = async (tx: Tx, id: string) =>
  (await tx.selectFrom('user').selectAll().where('id', '=', id).where('closeStartedAt', 'is', null).executeTakeFirst()) ??
  refuse(404, 'error:notFound');
const toEntity = ({ id, email }: { id: string; email: string }) => ({ type: 'accountSuspension', id, name: email });

/**
 * Suspends an account in the transaction that decided it: each line stops what costs or serves, as for an unpaid balance, and the
 * customer is notified. What the customer stopped themselves stays so when the suspension ends.
 */
export function suspendAccount(ctx: SignedIn, accountId: string, { reason, text }: z.output<typeof SuspendForm>) {
  return ctx.write(async ({ tx, log }) => {
    const user = await find(tx, accountId);
    if (user.staffRole !== null) refuse(409, 'operatorCustomer:error.staff');
    if (user.suspendedAt !== null) refuse(409, 'operatorCustomer:error.alreadySuspended');
    await tx
      .updateTable('user')
      .set({ suspendedAt: ctx.now, suspendReason: reason, suspendText: text })
      .where('id', '=', accountId)
      .execute();
    let stopped = 0;
    for (const line of ctx.services.registry.lines) stopped += (await line.suspend?.(tx, ctx, { accountId, reason: 'account' })) ?? 0;
    await notifyOwner(tx, ctx, {
      accountId,
      event: 'account',
      type: 'error',
      title: 'operatorCustomer:suspendNotice.title',
      description: 'operatorCustomer:suspendNotice.text',
      params: { reason: textParam(`operatorCustomer:suspendReason.${reason}`), text },
      link: '/tickets',
    });
    markStale(tx, accountId, 'auth', ctx.now);
    await log({ action: 'create', entity: toEntity(user), accountId, actor: 'operator', after: { reason, text, stopped } });
    return { stopped };
  }, `account:${accountId}`);
}

/** Ends the suspension of an account: what it stopped is as before, unless an unpaid balance or a spending limit stops it too. */
export function liftSuspension(ctx: SignedIn, accountId: string) {
  return ctx.write(async ({ tx, log }) => {
    const user = await find(tx, accountId);
    if (user.suspendedAt === null) refuse(409, 'operatorCustomer:error.notSuspended');
    await tx.updateTable('user').set({ suspendedAt: null, suspendReason: null, suspendText: null }).where('id', '=', accountId).execute();
    let restored = 0;
    for (const line of ctx.services.registry.lines) restored += (await line.restore?.(tx, ctx, { accountId, reason: 'account' })) ?? 0;
    await notifyOwner(tx, ctx, {
      accountId,
      event: 'account',
      type: 'success',
      title: 'operatorCustomer:liftNotice.title',
      description: 'operatorCustomer:liftNotice.text',
      link: '/dashboard',
    });
    markStale(tx, accountId, 'auth', ctx.now);
    const before = { reason: user.suspendReason, text: user.suspendText };
    await log({ action: 'delete', entity: toEntity(user), accountId, actor: 'operator', before, after: { restored } });
    return { restored };
  }, `account:${accountId}`);
}
