import { useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { supportPlan } from '../../../lib/contract/support/supportPlan.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import type { SupportPeriod } from '../../../lib/rules/core/supportPrices.ts';
import type { SupportPlanCode } from '../../../lib/rules/support/plans.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ActivateSupport } from './ActivateSupport.tsx';
import { ConsultingForm } from './ConsultingForm.tsx';
import { PlanCards } from './PlanCards.tsx';

/** Support response times, and consulting hours. */
export default function SupportPlan() {
  const t = useT();
  const read = useRead(supportPlan.list, {});
  const [period, setPeriod] = useState<SupportPeriod>('month');
  const [chosenId, setChosenId] = useState<SupportPlanCode | null>(null);
  const listed = read.data;
  const chosen = listed?.plans.find(({ id }) => id === chosenId);
  return (
    <>
      <PageHeader
        title={t('supportPlan:title')}
        description={t('supportPlan:lead')}
        docs={{ href: guidePath('supportPlan', currentLocale()), label: t('common:help') }}
        breadcrumb={[{ label: t('ticket:title'), href: href('tickets') }]}
        breadcrumbLabel={t('ticket:title')}
      />
      {listed ? (
        <div className="grid gap-[18px]">
          <div>
            <Segmented
              label={t('supportPlan:period')}
              value={period}
              onChange={setPeriod}
              segments={[
                { value: 'month', label: t('supportPlan:month') },
                { value: 'year', label: t('supportPlan:year') },
              ]}
            />
          </div>
          <PlanCards listed={listed} period={period} onChoose={({ id }) => setChosenId(id)} />
          <ConsultingForm prices={listed.consulting} />
          {chosen && <ActivateSupport plan={chosen} period={period} current={listed.current} onClose={() => setChosenId(null)} />}
        </div>
      ) : read.error ? (
        <LoadError
          title={t('supportPlan:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
        />
      ) : (
        <Card>
          <Skeleton label={t('common:loading')} rows={8} />
        </Card>
      )}
    </>
  );
}
