import { brand } from '../../../config/brand.ts';
import { facts } from '../core/facts.ts';

export const supportPlanCodes = ['included', 'priority', 'business'] as const;
export type SupportPlanCode = (typeof supportPlanCodes)[number];
export const supportPeriods = ['month', 'year'] as const;
export type SupportPeriod = (typeof supportPeriods)[number];

interface SupportPlan {
  /** Mills for a period; null: included in every account. */
  price: Record<SupportPeriod, number> | null;
  /** Target time of the first reply, in hours. */
  replyHours: number;
}

/** EXAMPLE: support plans, lowest first. A provider replaces the prices with its own; the times are those of the brand. */
export const supportPlans: Record<SupportPlanCode, SupportPlan> = {
  included: {
    price: null,
    get replyHours() {
      return brand.support.replyHours.included;
    },
  },
  priority: {
    price: { month: 29_000, year: 290_000 },
    get replyHours() {
      return brand.support.replyHours.priority;
    },
  },
  business: {
    price: { month: 99_000, year: 990_000 },
    get replyHours() {
      return brand.support.replyHours.business;
    },
  },
};

export const consultingLevels = ['standard', 'expert'] as const;
export type ConsultingLevel = (typeof consultingLevels)[number];
/** Mills for an hour. */
export const consultingPrice: Record<ConsultingLevel, number> = facts.consulting;
/** Maximum hours per request. */
export const consultingHours = { min: 1, max: 40 } as const;

export interface ActiveSupport {
  plan: SupportPlanCode;
  /** Epoch ms; null for plans included in every account. */
  endsAt: number | null;
}

/** The current plan of a stored one: one that has ended is ignored. */
export function activeSupport(stored: { plan: string; endsAt: number } | undefined, now: number): ActiveSupport {
  const plan = supportPlanCodes.find((code) => code === stored?.plan);
  return stored && plan && plan !== 'included' && Number(stored.endsAt) > now
    ? { plan, endsAt: Number(stored.endsAt) }
    : { plan: 'included', endsAt: null };
}

/** When the first answer to a message is due, epoch ms. @param since when the message was written */
export const answerDue = ({ plan }: ActiveSupport, since: number): number => since + supportPlans[plan].replyHours * 3_600_000;

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
 * The end of a plan paid for now. The same plan is extended from its end; on a higher plan, the remaining time of the lower one
 * is converted by the ratio of their prices, so nothing is lost. Null: a lower plan can't be activated while a higher one runs.
 */
export function supportEnd(current: ActiveSupport, plan: SupportPlanCode, period: SupportPeriod, now: number): number | null {
  const price = supportPlans[plan].price;
  if (!price) return null;
  if (current.endsAt === null) return later(now, MONTHS[period]);
  if (current.plan === plan) return later(current.endsAt, MONTHS[period]);
  const old = supportPlans[current.plan].price;
  if (!old || old.year > price.year) return null;
  return later(now, MONTHS[period]) + Math.floor(((current.endsAt - now) * old.year) / price.year);
}
