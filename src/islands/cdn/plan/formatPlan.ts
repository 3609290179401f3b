import type { Output } from '../../../lib/contract/call.ts';
import type { CurrentPlan, plan as calls } from '../../../lib/contract/cdn/plan.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted, formatCompact, formatTraffic, formatTtl } from '../../../lib/format/quantity.ts';
import type { TKey } from '../../../lib/i18n/keys.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { type Obstacle, obstacleTo, type PurchasedPlan } from '../../../lib/rules/cdn/plan/change.ts';
import type { PlanLimit } from '../../../lib/rules/cdn/plan/difference.ts';
import type { Period } from '../../../lib/rules/cdn/plan/period.ts';
import type { PlanCode } from '../../../lib/rules/core/plans.ts';

/** The names of the limits, as in the overview. */
export const limitLabels: Record<PlanLimit, TKey> = {
  traffic: 'overview:plan.traffic',
  requests: 'overview:plan.requests',
  pageRules: 'overview:plan.pageRules',
  minCacheTtl: 'overview:plan.minCacheTtl',
};

const formats: Record<PlanLimit, (value: number, locale: Locale) => string> = {
  traffic: formatTraffic,
  requests: formatCompact,
  pageRules: formatNumber,
  // Long form: Arabic abbreviates minutes and seconds to one letter.
  minCacheTtl: (seconds, locale) => formatTtl(seconds, locale, 'long'),
};

/** A limit's figure: "500 GB"; null is by contract. */
export const limitValue = (t: Translate, locale: Locale, limit: PlanLimit, value: number | null): string =>
  value === null ? t('overview:plan.byContract') : formats[limit](value, locale);

/** A limit in a row of its own: "500 GB traffic". */
export function limitRow(t: Translate, locale: Locale, limit: PlanLimit, value: number): string {
  const n = formats[limit](value, locale);
  if (limit === 'pageRules') return t('plan:limit.pageRules', counted(value, locale));
  return limit === 'minCacheTtl' ? t('plan:limit.minCacheTtl', { time: n }) : t(`plan:limit.${limit}`, { n });
}

/** The current plan of the domain, as the rules take it. */
export function purchasedPlan({ code, bought, unpaid }: CurrentPlan): PurchasedPlan {
  const ms = (iso: string) => Date.parse(iso);
  return {
    plan: code,
    bought: bought && { ...bought, boughtAt: ms(bought.boughtAt), startsAt: ms(bought.startsAt), endsAt: ms(bought.endsAt) },
    isUnpaid: unpaid !== null,
  };
}

/** Why a plan can't be selected; null: it can. The provider uses the same rule. */
export const planObstacle = ({ plans, current }: Output<typeof calls.list>, plan: PlanCode, period: Period): Obstacle | null =>
  obstacleTo(purchasedPlan(current), { plan, period }, plans, Date.now());
