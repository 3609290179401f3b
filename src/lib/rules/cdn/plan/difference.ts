import { type Plan, type PlanFeature, planFeatures } from '../../core/plans.ts';

/** The limits of a plan; for `minCacheTtl` lower is better. Null is by contract, which is more than any figure. */
export const planLimits = ['traffic', 'requests', 'pageRules', 'minCacheTtl'] as const;
export type PlanLimit = (typeof planLimits)[number];

type Compared = Pick<Plan, PlanLimit | 'features'>;
export interface LimitChange {
  limit: PlanLimit;
  from: number | null;
  to: number | null;
}
/** What a plan change adds or removes. */
export interface Share {
  features: PlanFeature[];
  limits: LimitChange[];
}

const worth = (limit: PlanLimit, value: number | null): number =>
  value === null ? Number.POSITIVE_INFINITY : limit === 'minCacheTtl' ? -value : value;

/**
 * Compares two plans, in both directions.
 * @param lacks features that the TLD doesn't support: no plan adds or removes them
 */
export function comparePlans(from: Compared, to: Compared, lacks: readonly string[] = []): { gains: Share; losses: Share } {
  const share = (isMore: (limit: PlanLimit) => boolean, has: Compared, had: Compared): Share => ({
    features: planFeatures.filter((code) => has.features.includes(code) && !had.features.includes(code) && !lacks.includes(code)),
    limits: planLimits.filter(isMore).map((limit) => ({ limit, from: from[limit], to: to[limit] })),
  });
  const step = (limit: PlanLimit) => {
    const [before, after] = [worth(limit, from[limit]), worth(limit, to[limit])];
    return before === after ? 0 : after > before ? 1 : -1;
  };
  return { gains: share((limit) => step(limit) > 0, to, from), losses: share((limit) => step(limit) < 0, from, to) };
}

export const isEmpty = ({ features, limits }: Share): boolean => features.length === 0 && limits.length === 0;
