import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { type DayHour, type DaySums, report } from '../../../lib/contract/cdn/report.ts';
import { countryName } from '../../../lib/format/country.ts';
import { formatTime } from '../../../lib/format/date.ts';
import { formatNumber, formatPercent } from '../../../lib/format/number.ts';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Sparkline } from '../../ui/Sparkline.tsx';

const figures = [
  { key: 'requests', of: ({ requests }: DaySums) => requests, tone: 1 },
  { key: 'bytes', of: ({ bytes }: DaySums) => bytes, tone: 2 },
  { key: 'saved', of: ({ cachedBytes }: DaySums) => cachedBytes, tone: 3 },
  { key: 'threats', of: ({ threats }: DaySums) => threats, tone: 4 },
] as const;

/** Requests, traffic, what the cache saved, threats and countries of the last 24 hours; without any, what must happen first. */
export function DayCard({ domain: { id, name } }: { domain: Domain }) {
  const t = useT();
  const { data, error, isFetching, refetch } = useRead(report.day, { domainId: id }, { pollMs: 60_000 });
  return (
    <Card
      title={t('overview:day.title')}
      actions={
        <a href={href('reports', { domain: name })} className="link inline-flex items-center gap-1 text-ui">
          {t('overview:day.report')}
          <ChevronRight aria-hidden className="mirror size-3.5" />
        </a>
      }
    >
      {data ? (
        data.day.totals.requests + data.day.previous.requests > 0 ? (
          <Figures day={data.day} />
        ) : (
          <>
            <p className="font-medium text-text">{t('overview:day.emptyTitle')}</p>
            <p className="mt-1 mb-3 text-ui text-text-3">{t('overview:day.emptyText')}</p>
            <LinkButton size="sm" href={href('dns', { domain: name })}>
              {t('overview:day.records')}
            </LinkButton>
          </>
        )
      ) : error ? (
        <LoadError
          flush
          title={t('overview:day.failed')}
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

interface Day {
  totals: DaySums;
  previous: DaySums;
  comparable: boolean;
  hours: readonly DayHour[];
  countries: readonly { country: string; requests: number }[];
}

function Figures({ day: { totals, previous, comparable, hours, countries } }: { day: Day }) {
  const t = useT();
  const locale = currentLocale();
  const percent = (value: number) => formatPercent(value, locale, { maximumFractionDigits: 1 });
  const formatFigure = (key: (typeof figures)[number]['key'], value: number) =>
    key === 'bytes' || key === 'saved' ? formatBytes(value, locale) : formatNumber(value, locale);
  const note = (key: (typeof figures)[number]['key'], now: number, before: number): ReactNode => {
    if (key === 'saved') return totals.bytes > 0 && t('overview:day.share', { percent: percent(now / totals.bytes) });
    if (!comparable || before === 0 || now === before) return null;
    return t(now > before ? 'overview:day.more' : 'overview:day.less', { percent: percent(Math.abs(now - before) / before) });
  };
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
        {figures.map(({ key, of, tone }) => {
          const peak = hours.reduce((most, hour) => (of(hour) > of(most) ? hour : most));
          return (
            <div key={key} className="grid min-w-0 content-start">
              <dt className="text-caption text-text-3">{t(`overview:day.${key}`)}</dt>
              <dd>
                <p className="text-title font-semibold text-text">
                  <bdi>{formatFigure(key, of(totals))}</bdi>
                </p>
                <p className="min-h-[1.4em] text-caption text-text-3">{note(key, of(totals), of(previous))}</p>
                <div className="mt-1.5 h-[34px]">
                  <Sparkline values={hours.map(of)} tone={tone} />
                </div>
                {of(peak) > 0 && (
                  <span className="sr-only">
                    {t('overview:day.peak', { n: formatFigure(key, of(peak)), time: formatTime(peak.t, locale) })}
                  </span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {countries.length > 0 && totals.requests > 0 && (
        <div className="mt-4 border-border border-t pt-3">
          <h3 className="mb-2 text-caption text-text-3">{t('overview:day.countries')}</h3>
          <ul className="flex flex-wrap gap-x-5 gap-y-1.5 text-ui">
            {countries.map(({ country, requests }) => (
              <li key={country} className="flex gap-2">
                <span>{country === '' ? t('overview:day.unknown') : countryName(country, locale)}</span>
                <span className="num text-text-3">{percent(requests / totals.requests)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
