import { ChevronRight } from 'lucide-react';
import { useRead } from '../../../browser/api/query.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { event as calls, type Event } from '../../../lib/contract/cdn/event.ts';
import { report } from '../../../lib/contract/cdn/report.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { latestEventsInput } from '../../../lib/reads.ts';
import { href } from '../../../lib/routes/index.ts';
import { Card } from '../../ui/Card.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { layerName, valueText } from '../shared/log/values.ts';

/** The newest requests that a layer acted on, each with links to the events like it; without any, what has to happen first. */
export function EventsCard({ domain: { id, name } }: { domain: Domain }) {
  const t = useT();
  const { data, error, isFetching, refetch } = useRead(calls.list, latestEventsInput(id), { pollMs: 60_000 });
  const { data: day } = useRead(report.day, { domainId: id });
  const events = href('events', { domain: name });
  return (
    <Card
      title={t('overview:events.title')}
      actions={
        <a href={events} className="link inline-flex items-center gap-1 text-ui">
          {t('overview:events.all')}
          <ChevronRight aria-hidden className="mirror size-3.5" />
        </a>
      }
      flush
    >
      {data && data.events.length > 0 ? (
        <ul className="divide-y divide-border" aria-label={t('overview:events.title')}>
          {data.events.map((event) => (
            <EventRow key={event.requestId} event={event} events={events} />
          ))}
        </ul>
      ) : data ? (
        <p className="px-[18px] pb-[18px] text-ui text-text-3">
          {t(day && day.day.totals.requests > 0 ? 'overview:events.none' : 'overview:events.empty')}
        </p>
      ) : error ? (
        <LoadError
          flush
          title={t('overview:events.failed')}
          message={error.message}
          retryLabel={t('common:retry')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton label={t('common:loading')} rows={4} />
      )}
    </Card>
  );
}

function EventRow({ event: { time, method, path, layer, country, outcome }, events }: { event: Event; events: string }) {
  const t = useT();
  const locale = currentLocale();
  const like = (field: 'path' | 'layer' | 'country', value: string, visible: string) => (
    <a
      href={`${events}?${new URLSearchParams({ [field]: value })}`}
      className="hover:text-brand-text hover:underline"
      title={t('report:filter.by', { value: visible })}
    >
      <bdi>{visible}</bdi>
    </a>
  );
  return (
    <li className="grid gap-0.5 px-[18px] py-2.5">
      <div className="flex min-w-0 items-baseline justify-between gap-3 text-ui">
        <span dir="ltr" className="min-w-0 truncate font-medium text-text">
          {method} {like('path', path, path)}
        </span>
        <time dateTime={time} title={formatDateTime(time, locale)} className="flex-none text-caption text-text-3">
          {formatAge(time, locale)}
        </time>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-1.5 text-caption text-text-2">
        <span>{t(`overview:events.${outcome === 'blocked' || outcome === 'challenged' ? outcome : 'found'}`)}</span>
        {layer && (
          <>
            <span aria-hidden>·</span>
            {like('layer', layer, layerName(t, layer))}
          </>
        )}
        <span aria-hidden>·</span>
        {country ? like('country', country, valueText(t, 'country', country)) : <span>{t('overview:day.unknown')}</span>}
      </div>
    </li>
  );
}
