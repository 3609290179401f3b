import type { Output } from '../../../lib/contract/call.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import type { ns } from '../../../lib/contract/cdn/ns.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { PlanGate } from '../shared/PlanGate.tsx';

interface NsGateProps {
  domain: Domain;
  gate: Output<typeof ns.get>['gate'];
}

/** The short reason, for the disabled controls. */
export function useGateReason({ domain, gate }: NsGateProps): string | null {
  const t = useT();
  if (gate.allowed) return null;
  const tld = domain.name.slice(domain.name.lastIndexOf('.'));
  if (gate.reason === 'tld' || !gate.requiredPlan) return t('ns:gate.tld', { tld });
  return t('ns:gate.needs', { plan: t(`common:plan.${gate.requiredPlan}`) });
}

/** Why a domain can't have custom name servers, and the plan that includes them. */
export function NsGate({ domain, gate }: NsGateProps) {
  const t = useT();
  const reason = useGateReason({ domain, gate });
  return (
    <PlanGate
      title={t('ns:gate.title')}
      plan={gate.requiredPlan && t(`common:plan.${gate.requiredPlan}`)}
      link={gate.reason === 'plan' ? { href: href('plan', { domain: domain.name }), label: t('common:showPlans') } : undefined}
    >
      {gate.reason === 'plan' ? t('ns:gate.plan', { domain: domain.name }) : reason}
    </PlanGate>
  );
}
