import { brand } from '../../../config/brand.ts';
import { builtInSupportPrices, type PaidSupportCode, type SupportPeriod, type SupportPrices } from '../core/supportPrices.ts';

/** The support plans, lowest first. */
export const supportPlanCodes = ['included', 'priority', 'business'] as const;
export type SupportPlanCode = (typeof supportPlanCodes)[number];
/** Maximum hours of consulting per request. */
export const consultingHours = { min: 1, max: 40 } as const;

/** Null: included in every account. */
export const supportPrice = (plan: SupportPlanCode, prices: SupportPrices): Record<SupportPeriod, number> | null =>
  plan === 'included' ? null : prices[plan];

/** Target time of the first reply, in hours. */
export const replyHours = (plan: SupportPlanCode): number => brand.support.replyHours[plan];

export interface ActiveSupport {
  plan: SupportPlanCode;
  /** Epoch ms; null for plans included in every account. */
  endsAt: number | null;
  /** What a year of it costs at the prices that it was paid at, in mills; null: at those of the code. */
  yearPrice: number | null;
}

/** The current plan of a stored one: one that has ended is ignored. */
export function activeSupport(stored: { plan: string; endsAt: number; yearPrice?: number | null } | undefined, now: number): ActiveSupport {
  const plan = supportPlanCodes.find((code) => code === stored?.plan);
  return stored && plan && plan !== 'included' && Number(stored.endsAt) > now
    ? { plan, endsAt: Number(stored.endsAt), yearPrice: stored.yearPrice ?? null }
    : { plan: 'included', endsAt: null, yearPrice: null };
}

/** When the first answer to a message is due, epoch ms. @param since when the message was written */
export const answerDue = ({ plan }: Pick<ActiveSupport, 'plan'>, since: number): number => since + replyHours(plan) * 3_600_000;

/** Whether a plan has to wait for the end of the current one. */
export const isLowerSupport = (plan: SupportPlanCode, current: SupportPlanCode): boolean =>
  supportPlanCodes.indexOf(plan) < supportPlanCodes.indexOf(current);

const MONTHS: Record<SupportPeriod, number> = { month: 1, year: 12 };
/** The same day some months later; a missing day becomes the last of the month. UTC. */
function later(time: number, months: number): number {
  const from = new Date(time);
  const last = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate();
  const to = new Date(time);
  to.setUTCDate(1);
  to.setUTCMonth(to.getUTCMonth() + months);
  to.setUTCDate(Math.min(from.getUTCDate(), last));
  return to.getTime();
}

/**
 * A plan that is paid for now. The same plan is extended from its end; on a higher plan, the remaining time of the lower one is converted
 * by the ratio of what was paid for it to the new price, so nothing is lost.
 * @param yearPrice of the plan now, in mills
 * @returns null: a lower plan can't be activated while a higher one runs
 */
export function extendSupport(
  current: ActiveSupport,
  plan: PaidSupportCode,
  period: SupportPeriod,
  yearPrice: number,
  now: number,
): { endsAt: number; yearPrice: number } | null {
  const { plan: before, endsAt } = current;
  if (before === 'included' || endsAt === null) return { endsAt: later(now, MONTHS[period]), yearPrice };
  if (isLowerSupport(plan, before)) return null;
  const rest = endsAt - now;
  const paid = current.yearPrice ?? builtInSupportPrices[before].year;
  if (before !== plan) return { endsAt: later(now, MONTHS[period]) + Math.floor((rest * paid) / yearPrice), yearPrice };
  const end = later(endsAt, MONTHS[period]);
  // Both parts keep their value, also when they are converted together.
  return { endsAt: end, yearPrice: Math.round((rest * paid + (end - endsAt) * yearPrice) / (end - now)) };
}
