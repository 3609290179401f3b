import { type DomainFeature, type Gate, gatesOf } from '../../lib/rules/domain/features.ts';
import type { Domain } from '../db/schema.ts';
import { catalogue } from '../db/seeds/catalogue.ts';
import { type Ctx, refuse } from '../implement.ts';

type Gated = Pick<Domain, 'name' | 'plan' | 'status'>;

const tldOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** Features that the top-level domain of a name lacks. */
export const unsupportedBy = (name: string): string[] => [...(catalogue.unsupported[tldOf(name)] ?? [])];

/** Every gate of a domain: the one source of what it may have (api.md section 9). */
export const featuresOf = (domain: Gated): Record<DomainFeature, Gate> => gatesOf(domain, unsupportedBy(domain.name), catalogue.plans);

/**
 * Lets a call go on when the domain has the feature: `requireFeature(ctx, domain, 'customNs')`. Else it is refused: 402
 * `plan:required` with `requiredPlan`, or 409 where the top-level domain or the status stands in the way.
 */
export function requireFeature({ t }: Pick<Ctx, 't'>, domain: Gated, code: DomainFeature): void {
  const { allowed, reason, requiredPlan } = featuresOf(domain)[code];
  if (allowed) return;
  const feature = t(`domain:feature.${code}`);
  if (reason === 'tld') refuse(409, 'plan:tldLacks', { params: { feature, tld: `.${tldOf(domain.name)}` } });
  if (reason === 'status') refuse(409, 'plan:notLive', { params: { feature } });
  if (!requiredPlan) refuse(402, 'plan:nowhere', { params: { feature } });
  refuse(402, 'plan:required', { params: { feature, plan: t(`common:plan.${requiredPlan}`) }, extra: { requiredPlan } });
}
