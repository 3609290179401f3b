import { useRead } from '../../../browser/api/query.ts';
import { budget } from '../../../lib/contract/finance/budget.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BudgetForm } from './BudgetForm.tsx';
import { MonthCard } from './MonthCard.tsx';

/** A monthly budget with warnings, and spending limits with actions. */
export default function Budget() {
  const t = useT();
  const read = useRead(budget.get, {});
  return (
    <>
      <PageHeader
        title={t('budget:title')}
        description={t('budget:lead')}
        docs={{ href: guidePath('budget', currentLocale()), label: t('common:help') }}
      />
      {read.data ? (
        <div className="dashboard-columns">
          <BudgetForm saved={read.data.budget} domains={read.data.domains} />
          <div>
            <MonthCard month={read.data.month} spent={read.data.spent} monthly={read.data.budget.monthly} />
          </div>
        </div>
      ) : read.error ? (
        <LoadError
          title={t('budget:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
        />
      ) : (
        <Card flush>
          <Skeleton label={t('common:loading')} rows={8} />
        </Card>
      )}
    </>
  );
}
