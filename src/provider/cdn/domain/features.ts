import { type DomainFeature, type Gate, gatesOf } from '../../../lib/rules/cdn/domain/features.ts';
import { planCodes } from '../../../lib/rules/core/plans.ts';
import { catalogue } from '../../core/catalogue.ts';
import { type Ctx, refuse } from '../../core/implement.ts';
import type { Domain } from '../../db/schema.ts';
import { cdnCatalogue } from '../catalogue.ts';

type Gated = Pick<Domain, 'name' | 'plan' | 'status'>;

const tldOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Features that the TLD of a name doesn't support. */
export const unsupportedBy = (name: string): string[] => [...(cdnCatalogue.unsupported[tldOf(name)] ?? [])];

/** Every gate of a domain: the single source of which features it may use. */
export const featuresOf = (domain: Gated): Record<DomainFeature, Gate> => gatesOf(domain, unsupportedBy(domain.name), catalogue.plans);

/**
 * Checks that the domain has the feature: `requireFeature(ctx, domain, 'customNs')`. Otherwise refuses: 402
 * `plan:required` (`plan:requiredTop` on the highest plan) with `requiredPlan`, or 409 if the TLD or the status doesn't allow it.
 */
export function requireFeature({ t }: Pick<Ctx, 't'>, domain: Gated, code: DomainFeature): void {
  const { allowed, reason, requiredPlan } = featuresOf(domain)[code];
  if (allowed) return;
  const feature = t(`domain:feature.${code}`);
  if (reason === 'tld') refuse(409, 'plan:tldLacks', { params: { feature, tld: `.${tldOf(domain.name)}` } });
  if (reason === 'status') refuse(409, 'plan:notLive', { params: { feature } });
  if (!requiredPlan) refuse(402, 'plan:nowhere', { params: { feature } });
  const isHighest = requiredPlan === planCodes.at(-1);
  refuse(402, isHighest ? 'plan:requiredTop' : 'plan:required', {
    params: { feature, plan: t(`common:plan.${requiredPlan}`) },
    extra: { requiredPlan },
  });
}
