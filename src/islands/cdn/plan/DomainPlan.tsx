import { Gem } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useAddress } from '../../../browser/address.ts';
import type { Output } from '../../../lib/contract/call.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { plan as calls } from '../../../lib/contract/cdn/plan.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import type { Period } from '../../../lib/rules/cdn/plan/period.ts';
import type { PlanCode } from '../../../lib/rules/core/plans.ts';
import { usePhone } from '../../ui/useCompact.ts';
import { DomainPage } from '../shared/DomainPage.tsx';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { Comparison } from './Comparison.tsx';
import { CurrentCard } from './CurrentCard.tsx';
import { planObstacle } from './formatPlan.ts';
import { Offers } from './Offers.tsx';
import { Unpaid } from './Unpaid.tsx';
import { UsageCard } from './UsageCard.tsx';

const ActivateDialog = lazy(() => import('./ActivateDialog.tsx'));

/** `choose`: the plan whose activation is asked about. Empty: nothing is; the period is that of the plan that the domain has. */
const noView = { period: '', choose: '' };

/** What a domain has, what it costs, and every other plan that it can have. */
export default function DomainPlan({ domainName }: { domainName: string }) {
  const t = useT();
  const { domain, reading } = useDomainRead(domainName, calls.list, (domainId) => ({ domainId }));
  return (
    <DomainPage
      title={t('plan:title')}
      description={t('plan:lead')}
      docs={{ href: guidePath('plan', currentLocale()), label: t('common:help') }}
      icon={Gem}
      domainName={domainName}
      isUnknown={domain === null}
      reading={reading}
      failed={t('plan:loadFailed')}
    >
      {(listed) => domain && <Plans domain={domain} listed={listed} />}
    </DomainPage>
  );
}

function Plans({ domain, listed }: { domain: Domain; listed: Output<typeof calls.list> }) {
  const { plans, current, unsupported } = listed;
  const phone = usePhone();
  const [view, setView] = useAddress(noView);
  const period: Period = view.period === 'year' || view.period === 'month' ? view.period : (current.bought?.period ?? 'month');
  const setPeriod = (next: Period) => setView({ period: next === (current.bought?.period ?? 'month') ? '' : next });
  const choose = (plan: PlanCode) => setView({ choose: plan });
  const chosen = plans.find(({ code }) => code === view.choose);
  const canChoose = chosen && planObstacle(listed, chosen.code, period) === null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-[18px]">
      {current.unpaid && <Unpaid current={current} unpaid={current.unpaid} onPay={() => choose(current.code)} />}
      <div className="dashboard-columns">
        <UsageCard domain={domain} />
        <CurrentCard current={current} />
      </div>
      <Offers domain={domain} listed={listed} period={period} onPeriod={setPeriod} onChoose={choose} />
      {!phone && <Comparison plans={plans} current={current.code} period={period} unsupported={unsupported} />}
      {canChoose && (
        <Suspense fallback={null}>
          <ActivateDialog
            key={`${chosen.code} ${period}`}
            domain={domain}
            listed={listed}
            plan={chosen}
            period={period}
            onClose={() => setView({ choose: '' })}
          />
        </Suspense>
      )}
    </div>
  );
}
