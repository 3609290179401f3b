import { supportPlan } from '../../../lib/contract/support/supportPlan.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { consultingTopic } from '../../../lib/rules/support/departments.ts';
import { activeSupport, consultingPrice, supportEnd, supportPlanCodes, supportPlans } from '../../../lib/rules/support/plans.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { postEntry, readBalance } from '../../core/ledger/ledger.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { loadTopicTitles } from '../department/index.ts';
import { allowMessage, openTicket, showTicket } from '../ticket/index.ts';

async function loadCurrentPlan(db: Db | Tx, account: { id: string }, now: number) {
  const stored = await db.selectFrom('supportPlan').select(['plan', 'endsAt']).where('accountId', '=', account.id).executeTakeFirst();
  return activeSupport(stored, now);
}

const show = ({ plan, endsAt }: Awaited<ReturnType<typeof loadCurrentPlan>>) => ({
  plan,
  replyHours: supportPlans[plan].replyHours,
  endsAt: endsAt === null ? null : iso(endsAt),
});

export const supportPlanHandlers = implement(supportPlan, {
  list: async ({ db, account, now }) => ({
    plans: supportPlanCodes.map((id) => ({ id, ...supportPlans[id] })),
    current: show(await loadCurrentPlan(db, account, now)),
    consulting: consultingPrice,
  }),

  activate: (ctx, { plan, period }) =>
    ctx.write(async ({ tx, log }) => {
      const { account, now } = ctx;
      const price = supportPlans[plan].price?.[period];
      if (plan === 'included' || price === undefined) return refuseField('plan', 'supportPlan:error.included');
      const before = await loadCurrentPlan(tx, account, now);
      const endsAt = supportEnd(before, plan, period, now) ?? refuse(409, 'supportPlan:error.lower');
      const balance = await readBalance(tx, account.id);
      if (balance < price) refuse(402, 'supportPlan:error.balance', { extra: { needed: price - balance } });
      await postEntry(tx, ctx, {
        kind: 'usage',
        from: { wallet: account.id },
        to: 'revenue',
        amount: price,
        description: { key: `supportPlan:ledger.${plan}` },
        reference: `support:${account.id}`,
        supplies: [
          { from: before.plan === plan ? (before.endsAt ?? now) : now, to: endsAt, unit: period, quantity: 1, rate: price * 1_000_000 },
        ],
      });
      const row = { plan, startsAt: now, endsAt };
      await tx
        .insertInto('supportPlan')
        .values({ accountId: account.id, ...row })
        .onConflict((conflict) => conflict.column('accountId').doUpdateSet(row))
        .execute();
      const after = { plan, endsAt };
      await log({ action: 'update', entity: { type: 'supportPlan', id: account.id, name: plan }, before, after });
      return { current: show(after) };
    }),

  async consulting(ctx, { level, hours, subject, message }) {
    await allowMessage(ctx);
    return ctx.write(async ({ tx, log }) => {
      const facts = ctx.t('supportPlan:consulting.facts', {
        level: ctx.t(`supportPlan:consulting.${level}`),
        hours: formatNumber(hours, ctx.locale),
        price: formatMoney(consultingPrice[level], ctx.locale),
        total: formatMoney(consultingPrice[level] * hours, ctx.locale),
      });
      const row = await openTicket(ctx, tx, log, {
        title: subject,
        ...consultingTopic,
        priority: 'medium',
        message: `${facts}\n\n${message}`,
        attachments: [],
        domain: null,
        server: null,
      });
      return { ticket: showTicket(row, await loadTopicTitles(tx, ctx.locale)) };
    });
  },
});
