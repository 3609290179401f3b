import { operatorView } from '../../../lib/contract/operator/operatorView.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { notify } from '../../core/notification/notify.ts';
import { endViews, loadConsent, loadView, VIEW_MS } from '../../core/session/views.ts';
import { refuse } from '../../kernel/refusal.ts';

export const operatorViewHandlers = implement(operatorView, {
  async start(ctx, { customerId, reason, ticketId }) {
    const { session, now, user: operator } = ctx;
    const find = ctx.db.selectFrom('user').select(['id', 'email']).where('id', '=', customerId).where('closedAt', 'is', null);
    const customer = await find.executeTakeFirst();
    if (!customer || !session) refuse(404, 'error:notFound');
    if (customer.id === operator.id) refuse(409, 'operatorCustomer:error.self');
    // The lock of the customer's own calls: a consent that is withdrawn at the same time ends the view.
    return ctx.write(async ({ tx, log }) => {
      const consent = (await loadConsent(tx, customer.id, now)) ?? refuse(409, 'operatorView:error.noConsent');
      const about = tx
        .selectFrom('ticket')
        .select('number')
        .where('accountId', '=', customer.id)
        .where('id', '=', ticketId ?? '');
      const ticket = ticketId === undefined ? null : ((await about.executeTakeFirst()) ?? refuse(404, 'error:notFound'));
      const endsAt = Math.min(now + VIEW_MS, consent.endsAt ?? Number.POSITIVE_INFINITY);
      const until = iso(endsAt);
      const id = ctx.newId();
      // One that ran out may still be there.
      await endViews(tx, now, 'sessionId', session.id);
      const view = { id, accountId: customer.id, sessionId: session.id, operator: operator.email, reason, startedAt: now, endsAt };
      await tx
        .insertInto('supportView')
        .values({ ...view, endedAt: null })
        .execute();
      await notify(tx, ctx, {
        accountId: customer.id,
        event: 'account',
        type: 'message',
        title: 'operatorView:notice.title',
        description: 'operatorView:notice.text',
        params: { operator: operator.email, reason, minutes: Math.ceil((endsAt - now) / 60_000) },
        link: '/account/audit-log',
      });
      await log({
        action: 'create',
        entity: { type: 'supportView', id, name: customer.email },
        accountId: customer.id,
        actor: 'operator',
        after: { operator: operator.email, reason, ...(ticket && { ticket: `#${ticket.number}` }), until },
      });
      return { until };
    }, `account:${customer.id}`);
  },

  async end(ctx) {
    const { session, now } = ctx;
    const open = (await loadView(ctx.db, session?.id ?? '', now)) ?? refuse(409, 'operatorView:error.ended');
    return ctx.write(async ({ tx, log }) => {
      const view = (await loadView(tx, open.sessionId, now)) ?? refuse(409, 'operatorView:error.ended');
      const { email: name } = await tx.selectFrom('user').select('email').where('id', '=', view.accountId).executeTakeFirstOrThrow();
      await endViews(tx, now, 'sessionId', view.sessionId);
      await log({
        action: 'delete',
        entity: { type: 'supportView', id: view.id, name },
        accountId: view.accountId,
        actor: 'operator',
        before: { operator: view.operator, reason: view.reason },
      });
      return { customerId: view.accountId };
    }, `account:${open.accountId}`);
  },
});
