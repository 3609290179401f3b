import type { Domain } from '../../../contract/cdn/domain.ts';
import { type Plan, type PlanCode, planCodes } from '../../core/plans.ts';

/** The features that depend on a domain's plan, TLD or status, in the order of the API. */
export const domainFeatures = [
  'dedicatedIp',
  'cnameSetup',
  'dnssec',
  'websockets',
  'customNs',
  'pageRules',
  'logForward',
  'minCacheTtl',
] as const;
export type DomainFeature = (typeof domainFeatures)[number];

/** Whether a domain may use a feature, and if not, why. */
export interface Gate {
  allowed: boolean;
  reason?: 'plan' | 'tld' | 'status';
  /** The cheapest offered plan that includes it; only with reason `plan`. */
  requiredPlan?: PlanCode;
  /** The maximum number, or the minimum value in seconds; null: by contract. Absent if not counted. */
  limit?: number | null;
}

/**
 * Every gate of a domain. A limit of the TLD comes first, because no plan lifts it; then the plan; then the status: a zone can
 * only be signed once the registry delegates to it, otherwise the domain would fail for every validating resolver.
 *
 * @param lacks features that the TLD doesn't support
 * @param offered the plans that the domain can change to, the cheapest first
 */
export function featureGates(
  { plan, status }: Pick<Domain, 'plan' | 'status'>,
  lacks: readonly string[],
  plans: Record<PlanCode, Plan>,
  offered: readonly PlanCode[] = planCodes,
): Record<DomainFeature, Gate> {
  const { pageRules, minCacheTtl } = plans[plan];
  const isWaiting = status === 'pending' || status === 'pendingNsChange';
  const gate = (code: DomainFeature): Gate => {
    if (code === 'pageRules') return { allowed: true, limit: pageRules };
    if (code === 'minCacheTtl') return { allowed: true, limit: minCacheTtl };
    if (lacks.includes(code)) return { allowed: false, reason: 'tld' };
    const has = (one: Plan) => one.features.includes(code);
    if (!has(plans[plan])) {
      const requiredPlan = offered.find((other) => has(plans[other]));
      return { allowed: false, reason: 'plan', ...(requiredPlan && { requiredPlan }) };
    }
    if (code === 'dnssec' && isWaiting) return { allowed: false, reason: 'status' };
    return { allowed: true };
  };
  return Object.fromEntries(domainFeatures.map((code) => [code, gate(code)])) as Record<DomainFeature, Gate>; // one for each code
}
