import { type PlanQuote, plan } from '../../../lib/contract/cdn/plan.ts';
import type { Wanted } from '../../../lib/rules/cdn/plan/change.ts';
import { periodEnd } from '../../../lib/rules/cdn/plan/period.ts';
import { monthKey } from '../../../lib/rules/core/month.ts';
import { type PlanFeature, planFeatures } from '../../../lib/rules/core/plans.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import { consumeAttempt, type Limit } from '../../core/throttle.ts';
import { ownedDomain } from '../../db/owned.ts';
import type { Domain, DomainPlan } from '../../db/schema.ts';
import { refuse } from '../../kernel/refusal.ts';
import { touchZone } from '../dns/index.ts';
import { showDomain } from '../domainView.ts';
import { unsupportedBy } from '../features.ts';
import { loadDomainUsage } from '../metering/index.ts';
import { offeredPlans, plansByTime } from '../plans.ts';
import { buyPlan, neededFor } from './buy.ts';
import { type Priced, priceChange } from './price.ts';
import { loadTerm, showCurrent } from './term.ts';
import { redeemVoucher } from './voucher.ts';

/** Prevents guessing of codes. */
const voucherAttempts: Limit = { name: 'plan-voucher', max: 20, windowMs: 10 * 60_000 };
/** How long a shown quote is valid, although a little more of the old period is used by then. */
const QUOTE_MS = 15 * 60_000;

/** The unpaid term whose next period a purchase pays for. */
const goingOn = ({ plan: code }: Domain, term: DomainPlan | undefined, wanted: Wanted): DomainPlan | undefined =>
  term && term.unpaidSince !== null && term.disabledAt === null && code === wanted.plan && term.period === wanted.period ? term : undefined;

function quotePlan(wanted: Wanted, { sum }: Priced, balance: number, at: number, goesOn: DomainPlan | undefined): PlanQuote {
  const startsAt = goesOn?.endsAt ?? at;
  const endsAt = periodEnd(goesOn?.anchorAt ?? at, wanted.period, startsAt);
  return {
    plan: wanted.plan,
    period: wanted.period,
    at: iso(at),
    ...sum,
    balance,
    after: balance - sum.total,
    needed: neededFor(sum.total, balance),
    startsAt: iso(startsAt),
    endsAt: sum.price > 0 ? iso(endsAt) : null,
  };
}

export const planHandlers = implement(plan, {
  async list({ db, account, now, t }, { domainId }) {
    const domain = await ownedDomain(db, account, domainId);
    const lacks = unsupportedBy(domain.name);
    return {
      plans: (await offeredPlans(db, now, domain.plan)).map((one) => ({
        ...one,
        name: t(`common:plan.${one.code}`),
        features: [...one.features],
      })),
      current: showCurrent(await plansByTime(db), domain, await loadTerm(db, domain), now),
      unsupported: planFeatures.filter((code: PlanFeature) => lacks.includes(code)),
    };
  },

  async quote(ctx, { domainId, ...wanted }) {
    const domain = await ownedDomain(ctx.db, ctx.account, domainId);
    if (wanted.voucher) await consumeAttempt(ctx, [{ limit: voucherAttempts, key: ctx.account.id }]);
    const term = await loadTerm(ctx.db, domain);
    const priced = await priceChange(ctx.db, ctx, domain, term, wanted, ctx.now);
    const balance = await readBalance(ctx.db, ctx.account.id);
    return { quote: quotePlan(wanted, priced, balance, ctx.now, goingOn(domain, term, wanted)) };
  },

  async activate(ctx, { domainId, shown, ...wanted }) {
    const { now, account } = ctx;
    await ownedDomain(ctx.db, account, domainId);
    if (wanted.voucher) await consumeAttempt(ctx, [{ limit: voucherAttempts, key: account.id }]);
    return ctx.write(async ({ tx, log }) => {
      const domain = await ownedDomain(tx, account, domainId);
      const term = await loadTerm(tx, domain);
      const quotedAt = shown ? Date.parse(shown.at) : now;
      const at = quotedAt <= now && quotedAt > now - QUOTE_MS && quotedAt >= (term?.startsAt ?? 0) ? quotedAt : now;
      const priced = await priceChange(tx, ctx, domain, term, wanted, at);
      const { sum, voucher } = priced;
      const goesOn = goingOn(domain, term, wanted);
      // The plan was changed elsewhere in the meantime, or the quote is too old: never charge an amount that wasn't shown.
      if (shown && shown.total !== sum.total)
        refuse(409, 'plan:error.changed', { extra: { quote: quotePlan(wanted, priced, await readBalance(tx, account.id), now, goesOn) } });
      const label = sum.price === 0 ? 'plan:ledger.credit' : (`plan:ledger.${wanted.period}` as const);
      const balance = await buyPlan(tx, ctx, domain, { period: wanted.period, sum, label, lacking: 'plan:error.balance', goesOn });
      if (voucher) await redeemVoucher(tx, ctx, voucher, domain.id);

      const isOther = wanted.plan !== domain.plan;
      // Resumes domains paused for non-payment; those paused by their owner stay paused.
      const resumes = term?.didPause === 1 && domain.status === 'inactive';
      const changed: Domain = {
        ...domain,
        plan: wanted.plan,
        planSince: isOther ? now : domain.planSince,
        status: resumes ? 'active' : domain.status,
      };
      const { plan: code, planSince, status } = changed;
      await tx
        .updateTable('domain')
        .set({ plan: code, planSince, status })
        .where('id', '=', domain.id)
        .where('accountId', '=', account.id)
        .execute();
      if (resumes) await touchZone(tx, ctx, domain, 0);
      const bought = await loadTerm(tx, domain);
      await log({
        action: 'update',
        entity: { type: 'plan', id: domain.id, name: domain.name },
        domainId: domain.id,
        before: { plan: domain.plan, ...(term && { period: term.period }), ...(resumes && { status: domain.status }) },
        after: {
          plan: code,
          ...(bought && { period: bought.period }),
          ...(resumes && { status }),
          charged: sum.total,
          ...(voucher && { voucher }),
        },
      });
      const current = showCurrent(await plansByTime(tx), changed, bought, now);
      return { domain: await showDomain(tx, ctx, changed), current, charged: sum.total, balance };
    });
  },

  async usage({ db, account, now, services }, { domainId, month = monthKey(now) }) {
    return { usage: await loadDomainUsage(db, services, await ownedDomain(db, account, domainId), month, now) };
  },
});
