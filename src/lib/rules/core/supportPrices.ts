/* What support plans and consulting cost: invoices and public pages need it beside the support line. */

/** The support plans that are paid for. */
export const paidSupportCodes = ['priority', 'business'] as const;
export type PaidSupportCode = (typeof paidSupportCodes)[number];
export const supportPeriods = ['month', 'year'] as const;
export type SupportPeriod = (typeof supportPeriods)[number];

export const consultingLevels = ['standard', 'expert'] as const;
export type ConsultingLevel = (typeof consultingLevels)[number];

/** Mills: for a period of a plan, and for an hour of consulting. */
export type SupportPrices = Record<PaidSupportCode, Record<SupportPeriod, number>> & { consulting: Record<ConsultingLevel, number> };

/** EXAMPLE prices, in force until an operator changes them. */
export const builtInSupportPrices: SupportPrices = {
  priority: { month: 29_000, year: 290_000 },
  business: { month: 99_000, year: 990_000 },
  consulting: { standard: 80_000, expert: 160_000 },
};
