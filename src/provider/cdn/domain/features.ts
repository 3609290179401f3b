import { type DomainFeature, type Gate, gatesOf } from '../../../lib/rules/cdn/domain/features.ts';
import { planCodes } from '../../../lib/rules/core/plans.ts';
import { catalogue } from '../../core/catalogue.ts';
import { type Ctx, refuse } from '../../core/implement.ts';
import type { Domain } from '../../db/schema.ts';
import { cdnCatalogue } from '../catalogue.ts';

type Gated = Pick<Domain, 'name' | 'plan' | 'status'>;

const tldOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Features that the top-level domain of a name lacks. */
export const unsupportedBy = (name: string): string[] => [...(cdnCatalogue.unsupported[tldOf(name)] ?? [])];

/** Every gate of a domain: the one source of what it may have. */
export const featuresOf = (domain: Gated): Record<DomainFeature, Gate> => gatesOf(domain, unsupportedBy(domain.name), catalogue.plans);

/**
 * Lets a call go on when the domain has the feature: `requireFeature(ctx, domain, 'customNs')`. Else it is refused: 402
 * `plan:required` (`plan:requiredTop` where no plan is higher) with `requiredPlan`, or 409 where the top-level domain or the status stands in the way.
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
