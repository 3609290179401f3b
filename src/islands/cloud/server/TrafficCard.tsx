import { useRead } from '../../../browser/api/query.ts';
import { server as calls, type Server, type ServerTraffic } from '../../../lib/contract/cloud/server.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { millsFor } from '../../../lib/rules/cloud/price.ts';
import { GB } from '../../../lib/rules/cloud/space/limits.ts';
import { trafficUnit } from '../../../lib/rules/cloud/traffic.ts';
import { monthEnd } from '../../../lib/rules/core/month.ts';
import { iso } from '../../../lib/time.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { gigabytes } from '../shared/server/serverText.ts';
import { useMeasured } from '../shared/server/useMeasured.ts';

/** The outgoing traffic of the month against the included amount, with what it leads to. */
export function TrafficCard({ server: { id } }: { server: Server }) {
  const t = useT();
  const { data, error, isFetching, refetch } = useRead(calls.traffic, { serverId: id });
  const isMeasured = useMeasured();
  return (
    <Card title={t('server:traffic.title')}>
      {!isMeasured ? (
        <p className="text-ui text-text-3">{t('server:traffic.unmeasured')}</p>
      ) : data ? (
        <Figures traffic={data.traffic} />
      ) : error ? (
        <LoadError
          flush
          title={t('server:traffic.loadFailed')}
          message={error.message}
          retryLabel={t('common:retry')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={3} />
      )}
    </Card>
  );
}

function Figures({ traffic }: { traffic: ServerTraffic }) {
  const t = useT();
  const locale = currentLocale();
  const { month, out, included, overage, cost, rate, forecast, forecastCost, countedUntil } = traffic;
  const size = (bytes: number) => gigabytes(bytes / GB, locale);
  const price = formatMoney(millsFor(rate, trafficUnit), locale);
  const used = t('server:traffic.used', { used: size(out), included: gigabytes(included, locale) });
  const willExceed = overage === 0 && forecastCost !== null && forecastCost > 0;
  return (
    <>
      {countedUntil === null ? (
        <p className="text-ui text-text-3">{t('server:traffic.none')}</p>
      ) : (
        <>
          <p className="text-ui font-[550]">{used}</p>
          <div className="my-2.5">
            <Meter
              value={out / (included * GB)}
              tone={overage > 0 ? 'danger' : willExceed ? 'warning' : undefined}
              label={t('server:traffic.meter')}
              valueText={used}
            />
          </div>
          <p className="flex flex-wrap justify-between gap-x-3 text-caption text-text-3">
            <span>{t('server:traffic.in', { size: size(traffic.in) })}</span>
            {forecast !== null && (
              <span>
                {t('server:traffic.forecast', {
                  size: size(forecast),
                  date: formatDate(iso(monthEnd(month) - 1), locale),
                })}
              </span>
            )}
          </p>
        </>
      )}
      {overage > 0 && (
        <Banner tone="warning" className="mt-2.5">
          {t('server:traffic.over', { size: size(overage), sum: formatMoney(cost, locale, { exact: true }) })}
        </Banner>
      )}
      {willExceed && (
        <Banner tone="warning" className="mt-2.5">
          {t('server:traffic.expected', { sum: formatMoney(forecastCost, locale, { exact: true }) })}
        </Banner>
      )}
      <p className="mt-2.5 text-caption text-text-3">{t('server:traffic.rate', { price, size: gigabytes(trafficUnit, locale) })}</p>
    </>
  );
}
