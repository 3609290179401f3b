import { type DomainFeature, featureGates, type Gate } from '../../lib/rules/cdn/domain/features.ts';
import { planCodes } from '../../lib/rules/core/plans.ts';
import { catalog } from '../core/catalog.ts';
import type { CallCtx } from '../core/implement.ts';
import type { Db, Domain, Tx } from '../db/schema.ts';
import { refuse } from '../kernel/refusal.ts';
import { cdnCatalog } from './catalog.ts';
import { offeredCodes, plansWithLimits } from './plans.ts';

type Gated = Pick<Domain, 'name' | 'plan' | 'status'>;

const topLevelDomain = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Features that the TLD of a name doesn't support. */
export const unsupportedBy = (name: string): string[] => [...(cdnCatalog.unsupported[topLevelDomain(name)] ?? [])];

/** Whether a domain may use a feature: operators don't change those of a plan. */
export const isAllowed = (domain: Gated, code: DomainFeature): boolean =>
  featureGates(domain, unsupportedBy(domain.name), catalog.plans)[code].allowed;

/** Every gate of a domain, with the cheapest plan on offer that lifts it: a hidden one can't be ordered. */
export async function gatesFor(db: Db | Tx, domain: Gated): Promise<Record<DomainFeature, Gate>> {
  return featureGates(domain, unsupportedBy(domain.name), await plansWithLimits(db), await offeredCodes(db, domain.plan));
}

/**
 * Checks that the domain has the feature: `await requireFeature(ctx, tx, domain, 'customNs')`. Otherwise refuses: 402
 * `plan:required` (`plan:requiredTop` on the highest plan) with `requiredPlan`, or 409 if the TLD or the status doesn't allow it.
 */
export async function requireFeature({ t }: Pick<CallCtx, 't'>, db: Db | Tx, domain: Gated, code: DomainFeature): Promise<void> {
  if (isAllowed(domain, code)) return;
  const { reason, requiredPlan } = (await gatesFor(db, domain))[code];
  const feature = t(`domain:feature.${code}`);
  if (reason === 'tld') refuse(409, 'plan:tldLacks', { params: { feature, tld: `.${topLevelDomain(domain.name)}` } });
  if (reason === 'status') refuse(409, 'plan:notLive', { params: { feature } });
  if (!requiredPlan) refuse(402, 'plan:nowhere', { params: { feature } });
  const isHighest = requiredPlan === planCodes.at(-1);
  refuse(402, isHighest ? 'plan:requiredTop' : 'plan:required', {
    params: { feature, plan: t(`common:plan.${requiredPlan}`) },
    extra: { requiredPlan },
  });
}
