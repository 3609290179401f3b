import { ChartColumn } from 'lucide-react';
import { useMemo } from 'react';
import type { useRead } from '../../../browser/api/query.ts';
import type { Usage, walletDetail } from '../../../lib/contract/finance/walletDetail.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { dateFormat } from '../../../lib/format/intl.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { iso } from '../../../lib/time.ts';
import { Card } from '../../ui/Card.tsx';
import { ChartCard } from '../../ui/ChartCard.tsx';
import type { ChartData } from '../../ui/chart/types.ts';
import type { DataState } from '../../ui/DataState.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { short } from '../shared/money.ts';
import { buildChart } from './chart.ts';

/** Maximum items; the rest is in the transactions. */
const MOST = 8;

/** This month's spending by day and by item. */
export function Spending({ read }: { read: ReturnType<typeof useRead<typeof walletDetail.usage>> }) {
  const t = useT();
  const locale = currentLocale();
  const usage = read.data?.usage;
  // Redrawn only when the data changes.
  const data = useMemo(
    () => usage && buildChart(usage, (key) => t(key === 'expected' ? 'walletDetail:chart.expected' : `walletDetail:service.${key}`)),
    [usage, t],
  );
  const state: DataState<ChartData> = data
    ? data.series.length > 0
      ? { state: 'data', data }
      : { state: 'empty' }
    : read.error
      ? { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching }
      : { state: 'loading' };
  const day = dateFormat(locale, { month: 'short', day: 'numeric' });
  const money = (mills: number) => formatMoney(mills, locale, { exact: true });
  return (
    <>
      <ChartCard
        title={t('walletDetail:chart.title')}
        data={state}
        kind="bar"
        stacked
        height={240}
        summary={() => t('walletDetail:chart.summary', { spent: money(usage?.spent ?? 0), forecast: money(usage?.forecast ?? 0) })}
        format={{
          value: money,
          axis: (mills) => short(Math.round(mills / 1000) * 1000, locale),
          tick: (time) => day.format(time),
          moment: (time) => formatDate(iso(time), locale),
        }}
        loading={<Skeleton label={t('common:loading')} rows={5} />}
        error={(message, retry, busy) => (
          <LoadError
            flush
            title={t('walletDetail:usageFailed')}
            message={message}
            retryLabel={t('common:retry')}
            onRetry={retry}
            busy={busy}
          />
        )}
        empty={<EmptyState icon={ChartColumn} title={t('walletDetail:chart.empty')} />}
        texts={{
          asTable: t('walletDetail:chart.asTable'),
          asChart: t('walletDetail:chart.asChart'),
          time: t('walletDetail:chart.time'),
          noDrawing: t('walletDetail:chart.noDrawing'),
        }}
      />
      {usage && usage.items.length > 0 && <Items usage={usage} />}
    </>
  );
}

function Items({ usage: { services, items } }: { usage: Usage }) {
  const t = useT();
  const locale = currentLocale();
  const most = Math.max(1, ...items.map(({ amount }) => amount));
  return (
    <Card title={t('walletDetail:spending')}>
      <div className="grid gap-5">
        {services.map(({ service, amount }) => (
          <section key={service} className="grid gap-2.5">
            <h3 className="flex justify-between gap-4 text-ui font-semibold text-text">
              {t(`walletDetail:service.${service}`)}
              <bdi className="num">{formatMoney(amount, locale, { exact: true })}</bdi>
            </h3>
            <ul className="grid gap-2.5">
              {items
                .slice(0, MOST)
                .filter((item) => item.service === service)
                .map((item) => (
                  <li key={item.name} className="grid gap-1">
                    <span className="flex justify-between gap-4 text-ui">
                      <bdi>{item.name}</bdi>
                      <bdi className="num">{formatMoney(item.amount, locale, { exact: true })}</bdi>
                    </span>
                    <Meter value={Math.max(0, item.amount) / most} />
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Card>
  );
}
