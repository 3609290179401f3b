import { useRead } from '../../../browser/api/query.ts';
import { domain as calls, type Domain } from '../../../lib/contract/cdn/domain.ts';
import { plan as planCalls } from '../../../lib/contract/cdn/plan.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { formatBytes, formatCompact, formatTraffic, formatTtl } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { GB } from '../../../lib/rules/core/traffic.ts';
import { Card } from '../../ui/Card.tsx';
import { KeyValueList } from '../../ui/KeyValueList.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** The plan of a domain with its limits and the usage of countable ones. */
export function PlanCard({ domain }: { domain: Domain }) {
  const t = useT();
  const locale = currentLocale();
  const plans = useRead(calls.plans, {});
  const features = useRead(calls.features, { domainId: domain.id });
  const usage = useRead(planCalls.usage, { domainId: domain.id }).data?.usage;
  const capabilities = useRead(provider.capabilities, {}).data?.capabilities;
  const plan = plans.data?.plans.find(({ code }) => code === domain.plan);
  const gates = features.data?.features;
  const limit = capabilities?.limits.dnsRecords;
  const error = plans.error ?? features.error;
  const retry = () => {
    void plans.refetch();
    void features.refetch();
  };
  /** A limit of null is agreed individually, so it isn't shown. */
  const formatLimit = (value: number | null | undefined, format: (value: number) => string) =>
    value === null || value === undefined ? t('overview:plan.byContract') : format(value);
  const number = (value: number) => formatNumber(value, locale);
  /** "3.1 GB of 100 GB"; only the limit, if nothing is measured. */
  const ofLimit = (used: string | false | undefined, limit: string) => (used ? t('overview:plan.recordsUsed', { used, limit }) : limit);
  const { traffic, requests } = usage ?? {};
  return (
    <Card
      title={t('overview:plan.title')}
      actions={
        <LinkButton size="sm" href={href('plan', { domain: domain.name })}>
          {t('overview:plan.change')}
        </LinkButton>
      }
    >
      <p className="font-medium text-text">{t(`common:plan.${domain.plan}`)}</p>
      {limit !== undefined && (
        <div className="mt-3">
          <div className="mb-1.5 flex justify-between gap-3 text-ui">
            <span>{t('overview:plan.records')}</span>
            <span className="font-medium text-text">
              {t('overview:plan.recordsUsed', { used: number(domain.records), limit: number(limit) })}
            </span>
          </div>
          <Meter value={domain.records / limit} tone={domain.records >= limit * 0.9 ? 'warning' : undefined} />
        </div>
      )}
      {plan && gates ? (
        <div className="mt-3">
          <KeyValueList
            items={[
              {
                key: 'traffic',
                label: t('overview:plan.traffic'),
                value: formatLimit(plan.traffic, (gb) =>
                  ofLimit(typeof traffic?.used === 'number' && formatBytes(traffic.used * GB, locale), formatTraffic(gb, locale)),
                ),
              },
              {
                key: 'requests',
                label: t('overview:plan.requests'),
                value: formatLimit(plan.requests, (count) =>
                  ofLimit(typeof requests?.used === 'number' && formatCompact(requests.used, locale), formatCompact(count, locale)),
                ),
              },
              { key: 'pageRules', label: t('overview:plan.pageRules'), value: formatLimit(gates.pageRules.limit, number) },
              {
                key: 'minCacheTtl',
                label: t('overview:plan.minCacheTtl'),
                value: formatLimit(gates.minCacheTtl.limit, (seconds) => formatTtl(seconds, locale, 'long')),
              },
            ]}
          />
        </div>
      ) : error ? (
        <LoadError
          flush
          title={t('overview:plan.failed')}
          message={error.message}
          retryLabel={t('common:retry')}
          busy={plans.isFetching || features.isFetching}
          onRetry={retry}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={4} />
      )}
      {usage?.measured === false && capabilities?.edge === 'none' && (
        <p className="mt-3 text-caption text-text-3">{t('overview:plan.notMeasured')}</p>
      )}
    </Card>
  );
}
