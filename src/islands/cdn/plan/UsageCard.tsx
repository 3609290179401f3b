import { useRead } from '../../../browser/api/query.ts';
import { domain as calls, type Domain } from '../../../lib/contract/cdn/domain.ts';
import { plan } from '../../../lib/contract/cdn/plan.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { formatMonth } from '../../../lib/format/month.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { formatBytes, formatTraffic } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { PlanLimit } from '../../../lib/rules/cdn/plan/difference.ts';
import { monthEnd } from '../../../lib/rules/core/month.ts';
import { GB } from '../../../lib/rules/core/traffic.ts';
import { iso } from '../../../lib/time.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { limitLabels, limitValue } from './formatPlan.ts';

interface Row {
  key: string;
  label: string;
  /** Null: not measured. */
  used: number | null;
  /** Null: by contract. */
  limit: number | null;
  value: string;
}

/** The measured usage of the plan, and a note about the rest. */
export function UsageCard({ domain }: { domain: Domain }) {
  const t = useT();
  const locale = currentLocale();
  const usage = useRead(plan.usage, { domainId: domain.id });
  const features = useRead(calls.features, { domainId: domain.id });
  const limits = useRead(provider.capabilities, {}).data?.capabilities.limits;
  const error = usage.error ?? features.error;
  if (!usage.data || !features.data)
    return (
      <Card title={t('plan:usage.title')}>
        {error ? (
          <LoadError
            flush
            title={t('plan:loadFailed')}
            message={error.message}
            retryLabel={t('common:retry')}
            busy={usage.isFetching || features.isFetching}
            onRetry={() => {
              void usage.refetch();
              void features.refetch();
            }}
          />
        ) : (
          <Skeleton label={t('common:loading')} rows={6} />
        )}
      </Card>
    );
  const { month, traffic, requests, measured, countedUntil } = usage.data.usage;
  const { pageRules } = features.data.features;
  const number = (value: number) => formatNumber(value, locale);
  const size = (gigabytes: number) => formatBytes(gigabytes * GB, locale);
  const counted = (limit: PlanLimit, used: number | null, max: number | null): Row => {
    const [label, most] = [t(limitLabels[limit]), limitValue(t, locale, limit, max)];
    if (used === null) return { key: limit, label, used, limit: max, value: max === null ? most : t('plan:usage.included', { n: most }) };
    const now = limit === 'traffic' ? size(used) : limitValue(t, locale, limit, used);
    return { key: limit, label, used, limit: max, value: max === null ? now : t('plan:usage.of', { used: now, limit: most }) };
  };
  const shared = formatTraffic(traffic.shared, locale);
  const rows: Row[] = [
    ...(limits
      ? [
          {
            key: 'records',
            label: t('plan:usage.records'),
            used: domain.records,
            limit: limits.dnsRecords,
            value: t('plan:usage.of', { used: number(domain.records), limit: number(limits.dnsRecords) }),
          },
        ]
      : []),
    counted('pageRules', pageRules.used ?? null, pageRules.limit ?? null),
    counted('traffic', traffic.used, traffic.included),
    counted('requests', requests.used, requests.included),
    ...(traffic.sharedUsed === null
      ? []
      : [
          {
            key: 'shared',
            label: t('plan:usage.account'),
            used: traffic.sharedUsed,
            limit: traffic.shared,
            value: t('plan:usage.of', { used: size(traffic.sharedUsed), limit: shared }),
          },
        ]),
  ];
  return (
    <Card title={t('plan:usage.title')}>
      <ul className="grid gap-x-10 gap-y-4 sm:grid-cols-2">
        {rows.map(({ key, label, used, limit, value }) => (
          <li key={key}>
            <div className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-ui">
              <span>{label}</span>
              <span className="font-medium text-text">{value}</span>
            </div>
            {used === null || limit === null ? (
              <p className="text-caption text-text-3">{t(used === null ? 'plan:usage.notMeasured' : 'overview:plan.byContract')}</p>
            ) : (
              <Meter value={used / limit} tone={used >= limit * 0.9 ? 'warning' : undefined} />
            )}
          </li>
        ))}
      </ul>
      {traffic.overage !== null && traffic.overage > 0 && (
        <Banner tone="warning" className="mt-4">
          {t('plan:usage.over', { size: size(traffic.overage), sum: formatMoney(traffic.cost ?? 0, locale, { exact: true }) })}
        </Banner>
      )}
      <p className="mt-4 text-caption text-text-3">
        {!measured && `${t('plan:usage.note')} `}
        {t('plan:usage.shared', { size: shared, price: formatMoney(traffic.price, locale, { exact: true }) })}
        {traffic.next &&
          ` ${t('plan:usage.next', { month: formatMonth(traffic.next.month, locale), price: formatMoney(traffic.next.price, locale, { exact: true }) })}`}
      </p>
      {countedUntil !== null && (
        <p className="mt-1.5 text-caption text-text-3">
          {t('plan:usage.counted', { time: formatDateTime(countedUntil, locale) })}
          {traffic.forecast !== null &&
            ` ${t('plan:usage.forecast', {
              size: size(traffic.forecast),
              date: formatDate(iso(monthEnd(month) - 1), locale),
            })}`}
        </p>
      )}
    </Card>
  );
}
