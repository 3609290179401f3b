import { ChevronDown, ChevronUp } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { Event } from '../../../lib/contract/cdn/event.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { Tone } from '../../ui/icon.ts';
import { Cell, Head, HeadCell, Row, Table } from '../../ui/Table.tsx';
import type { LogFilterName } from '../shared/log/types.ts';
import { layerName, valueText } from '../shared/log/values.ts';
import { EventDetail } from './EventDetail.tsx';

const outcomes = ['blocked', 'challenged', 'forwarded', 'served', 'redirected', 'maintenance', 'failed', 'stopped'] as const;
const tones: Partial<Record<(typeof outcomes)[number], Tone>> = {
  blocked: 'danger',
  failed: 'danger',
  challenged: 'warning',
  maintenance: 'warning',
  stopped: 'warning',
};

interface EventTableProps {
  events: readonly Event[];
  domainId: string;
  domainName: string;
  onFilter: (field: LogFilterName, value: string) => void;
}

/** Requests, each with its details on demand. */
export function EventTable({ events, domainId, domainName, onFilter }: EventTableProps) {
  const t = useT();
  const locale = currentLocale();
  const [open, setOpen] = useState<string | null>(null);
  return (
    <Table label={t('event:title')} rows twoLine>
      <Head>
        <HeadCell>{t('event:field.decision')}</HeadCell>
        <HeadCell>{t('event:field.request')}</HeadCell>
        <HeadCell>{t('event:field.client')}</HeadCell>
        <HeadCell>{t('event:field.time')}</HeadCell>
        <HeadCell hideText>{t('event:detail')}</HeadCell>
      </Head>
      <tbody>
        {events.map((event) => {
          const isOpen = open === event.requestId;
          const outcome = outcomes.find((one) => one === event.outcome);
          return (
            <Fragment key={event.requestId}>
              <Row>
                <Cell m="lead">
                  <Badge tone={outcome && tones[outcome]}>{outcome ? t(`event:outcome.${outcome}`) : event.outcome}</Badge>
                  {event.layer && <span className="block text-caption text-text-3">{layerName(t, event.layer)}</span>}
                </Cell>
                <Cell m="title">
                  <Value text={`${event.method} ${event.path}`} onClick={() => onFilter('path', event.path)} />
                  <span className="block max-w-prose whitespace-normal text-caption text-text-3">{event.message}</span>
                </Cell>
                <Cell m="sub">
                  <Value text={event.ip} onClick={() => onFilter('ip', event.ip)} />
                  <span className="block text-caption text-text-3">{valueText(t, 'country', event.country)}</span>
                </Cell>
                <Cell>
                  <time dateTime={event.time} title={formatDateTime(event.time, locale)}>
                    {formatAge(event.time, locale)}
                  </time>
                </Cell>
                <Cell m="end">
                  <IconButton
                    size="sm"
                    icon={isOpen ? ChevronUp : ChevronDown}
                    label={t('event:open', { id: event.requestId })}
                    aria-expanded={isOpen}
                    onClick={() => setOpen(isOpen ? null : event.requestId)}
                  />
                </Cell>
              </Row>
              {isOpen && (
                <Row plain>
                  <Cell colSpan={5} m="title">
                    <EventDetail event={event} domainId={domainId} domainName={domainName} onFilter={onFilter} />
                  </Cell>
                </Row>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </Table>
  );
}

function Value({ text, onClick }: { text: string; onClick: () => void }) {
  const t = useT();
  return (
    <button
      type="button"
      className="block min-h-6 max-w-[20rem] truncate text-start font-medium text-text hover:text-brand-text"
      aria-label={t('report:filter.by', { value: text })}
      title={text}
      onClick={onClick}
    >
      <bdi dir="ltr">{text}</bdi>
    </button>
  );
}
