import { useStaffMay } from '../../../browser/access.ts';
import { useRead } from '../../../browser/api/query.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { operatorDesk } from '../../../lib/contract/operator/operatorDesk.ts';
import { priceText } from '../../../lib/format/money.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatStrip } from '../../ui/StatStrip.tsx';
import { ComputeProblems, FailedJobs, Faults, Warnings } from './Failures.tsx';
import { Health } from './Health.tsx';
import { QueueCard } from './QueueCard.tsx';

export type Today = Output<typeof operatorDesk.today>;

/** The data comes from other accounts, so live events don't report changes. */
const POLL_MS = 20_000;

/** Pending items, failures, and the figures of the last 24 hours. */
export default function Desk() {
  const t = useT();
  const locale = currentLocale();
  const read = useRead(operatorDesk.today, {}, { pollMs: POLL_MS });
  const today = read.data;
  return (
    <>
      <PageHeader
        title={t('operatorDesk:title')}
        description={t('operatorDesk:lead')}
        docs={{ href: guidePath('operatorDesk', locale), label: t('common:help') }}
      />
      {today ? (
        <DeskView today={today} />
      ) : read.error ? (
        <LoadError
          title={t('operatorDesk:loadFailed')}
          message={read.error.message}
          retryLabel={t('common:retry')}
          onRetry={() => void read.refetch()}
          busy={read.isFetching}
        />
      ) : (
        <Card flush>
          <Skeleton label={t('common:loading')} rows={8} twoLine />
        </Card>
      )}
    </>
  );
}

function DeskView({ today }: { today: Today }) {
  const t = useT();
  const locale = currentLocale();
  const { queue, warnings, compute, jobs, faults, figures } = today;
  const seesSystem = useStaffMay()('system');
  const waiting = queue.reduce((sum, { total }) => sum + total, 0);
  const stat = (key: 'waiting' | 'customers' | 'creditAdded' | 'charged', value: string, comparison?: string) => ({
    key,
    label: t(`operatorDesk:figure.${key}`),
    value,
    ...(comparison && { comparison }),
  });
  return (
    <div className="grid gap-[18px]">
      <StatStrip
        stats={[
          stat('waiting', formatNumber(waiting, locale)),
          stat(
            'customers',
            formatNumber(figures.customers, locale),
            t('operatorDesk:figure.newCustomers', { n: formatNumber(figures.newCustomers, locale) }),
          ),
          ...(['creditAdded', 'charged'] as const).flatMap((name) => {
            const mills = figures[name];
            return mills === null ? [] : stat(name, priceText(mills, locale), t('operatorDesk:figure.day'));
          }),
        ]}
      />
      <div className="dashboard-columns">
        <div className="grid min-w-0 gap-[18px]">
          {queue.map((part) => (part.kind === 'ticket' || part.total > 0) && <QueueCard key={part.kind} part={part} />)}
          {warnings.length > 0 && <Warnings warnings={warnings} />}
          {compute && compute.problems.total > 0 && <ComputeProblems problems={compute.problems} />}
          {jobs.total > 0 && <FailedJobs jobs={jobs} />}
          {faults.total > 0 && <Faults faults={faults} />}
        </div>
        {seesSystem && <Health today={today} />}
      </div>
    </div>
  );
}
