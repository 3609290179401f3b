import { supportPlan } from '../../../lib/contract/support/supportPlan.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import type { SupportPrices } from '../../../lib/rules/core/supportPrices.ts';
import { consultingTopic } from '../../../lib/rules/support/departments.ts';
import { activeSupport, extendSupport, replyHours, supportPlanCodes, supportPrice } from '../../../lib/rules/support/plans.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { postEntry, readBalance } from '../../core/ledger/ledger.ts';
import { supportPricesAt } from '../../core/supportPrices.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { refuse, refuseField } from '../../kernel/refusal.ts';
import { loadTopicTitles } from '../department/index.ts';
import { allowMessage, openTicket, showTicket } from '../ticket/index.ts';

async function loadCurrentPlan(db: Db | Tx, account: { id: string }, now: number) {
  const stored = await db
    .selectFrom('supportPlan')
    .select(['plan', 'endsAt', 'yearPrice'])
    .where('accountId', '=', account.id)
    .executeTakeFirst();
  return activeSupport(stored, now);
}

const show = ({ plan, endsAt }: Pick<Awaited<ReturnType<typeof loadCurrentPlan>>, 'plan' | 'endsAt'>) => ({
  plan,
  replyHours: replyHours(plan),
  endsAt: endsAt === null ? null : iso(endsAt),
});

const showOffered = (prices: SupportPrices) => ({
  plans: supportPlanCodes.map((id) => ({ id, price: supportPrice(id, prices), replyHours: replyHours(id) })),
  consulting: prices.consulting,
});

export const supportPlanHandlers = implement(supportPlan, {
  list: async ({ db, account, now }) => ({
    ...showOffered(await supportPricesAt(db, now)),
    current: show(await loadCurrentPlan(db, account, now)),
  }),
  publicList: async ({ db, now }) => showOffered(await supportPricesAt(db, now)),

  activate: (ctx, { plan, period, shown }) =>
    ctx.write(async ({ tx, log }) => {
      const { account, now } = ctx;
      if (plan === 'included') return refuseField('plan', 'supportPlan:error.included');
      const prices = (await supportPricesAt(tx, now))[plan];
      const price = prices[period];
      if (shown !== undefined && shown !== price) refuse(409, 'supportPlan:error.changed', { extra: { price } });
      const before = await loadCurrentPlan(tx, account, now);
      const { endsAt, yearPrice } = extendSupport(before, plan, period, prices.year, now) ?? refuse(409, 'supportPlan:error.lower');
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
      const row = { plan, startsAt: now, endsAt, yearPrice };
      await tx
        .insertInto('supportPlan')
        .values({ accountId: account.id, ...row })
        .onConflict((conflict) => conflict.column('accountId').doUpdateSet(row))
        .execute();
      const after = { plan, endsAt };
      const { plan: former, endsAt: formerEnd } = before;
      await log({
        action: 'update',
        entity: { type: 'supportPlan', id: account.id, name: plan },
        before: { plan: former, endsAt: formerEnd },
        after,
      });
      return { current: show(after) };
    }),

  async consulting(ctx, { level, hours, subject, message }) {
    await allowMessage(ctx);
    return ctx.write(async ({ tx, log }) => {
      const price = (await supportPricesAt(tx, ctx.now)).consulting[level];
      const facts = ctx.t('supportPlan:consulting.facts', {
        level: ctx.t(`supportPlan:consulting.${level}`),
        hours: formatNumber(hours, ctx.locale),
        price: formatMoney(price, ctx.locale),
        total: formatMoney(price * hours, ctx.locale),
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
