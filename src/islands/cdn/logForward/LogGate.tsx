import type { Output } from '../../../lib/contract/call.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import type { logForward } from '../../../lib/contract/cdn/logForward.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { PlanGate } from '../shared/PlanGate.tsx';

interface LogGateProps {
  domain: Domain;
  gate: Output<typeof logForward.list>['gate'];
  hasTargets: boolean;
}

/** Why nothing is sent for a domain, and the plan that includes it. */
export function LogGate({ domain, gate, hasTargets }: LogGateProps) {
  const t = useT();
  return (
    <div className="mt-3.5">
      <PlanGate
        title={t('logForward:title')}
        plan={gate.requiredPlan && t(`common:plan.${gate.requiredPlan}`)}
        link={gate.reason === 'plan' ? { href: href('plan', { domain: domain.name }), label: t('common:showPlans') } : undefined}
      >
        {gate.reason === 'tld'
          ? t('logForward:gate.tld')
          : t(hasTargets ? 'logForward:gate.kept' : 'logForward:gate.plan', { domain: domain.name })}
      </PlanGate>
    </div>
  );
}
