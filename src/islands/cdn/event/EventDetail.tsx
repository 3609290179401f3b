import type { Event } from '../../../lib/contract/cdn/event.ts';
import { formatDateTime } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { formatBytes } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { type KeyValue, KeyValueList } from '../../ui/KeyValueList.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { AllowRequest } from '../shared/AllowRequest.tsx';
import type { LogFilterName } from '../shared/log/types.ts';
import { patternName, valueText } from '../shared/log/values.ts';
import { ruleHref } from '../shared/ruleHref.ts';
import { simulatorHref } from '../shared/simulatorHref.ts';
import { EventMatches } from './EventMatches.tsx';

type PlainField = 'why' | 'findings' | 'time' | 'query' | 'target' | 'asn' | 'protocol' | 'size' | 'duration' | 'server';

interface EventDetailProps {
  event: Event;
  domainId: string;
  domainName: string;
  onFilter: (field: LogFilterName, value: string) => void;
}

/** Everything that is known about a request. Values can become filters and exclusions. */
export function EventDetail({ event, domainId, domainName, onFilter }: EventDetailProps) {
  const t = useT();
  const locale = currentLocale();
  const ms = (value: number) => formatNumber(value, locale, { style: 'unit', unit: 'millisecond', unitDisplay: 'short' });
  const byFilter = (field: LogFilterName, value: string): KeyValue[] => {
    if (value === '') return [];
    const text = valueText(t, field, value);
    return [
      {
        key: field,
        label: t(`report:field.${field}`),
        value: (
          <bdi dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
            {text}
          </bdi>
        ),
        action: (
          <span className="flex flex-wrap gap-1">
            <Button size="sm" kind="ghost" aria-label={`${t('event:onlyThis')}: ${text}`} onClick={() => onFilter(field, value)}>
              {t('event:onlyThis')}
            </Button>
            <Button size="sm" kind="ghost" aria-label={`${t('event:exceptThis')}: ${text}`} onClick={() => onFilter(field, `!${value}`)}>
              {t('event:exceptThis')}
            </Button>
          </span>
        ),
      },
    ];
  };
  const plain = (key: PlainField, value: string): KeyValue[] =>
    value === ''
      ? []
      : [
          {
            key,
            label: t(`event:field.${key}`),
            value: (
              <bdi dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
                {value}
              </bdi>
            ),
          },
        ];
  const rule: KeyValue[] = byFilter('ruleId', event.ruleId).map((row) => ({
    ...row,
    value: event.rule ? (
      <a className="link min-w-0 [overflow-wrap:anywhere]" href={ruleHref(domainName, event.rule)}>
        <bdi>{event.rule.title}</bdi>
      </a>
    ) : (
      row.value
    ),
  }));
  const items = [
    ...plain('why', event.message),
    ...byFilter('layer', event.layer),
    ...rule,
    // Those that aren't among the matches: why a body is unread, and what an older edge logged.
    ...plain(
      'findings',
      event.findings
        .filter((one) => !event.matches.some(({ pattern }) => pattern === one))
        .map((one) => patternName(t, one))
        .join(', '),
    ),
    ...plain('time', formatDateTime(event.time, locale)),
    ...byFilter('status', String(event.status)),
    ...byFilter('method', event.method),
    ...byFilter('host', event.host),
    ...byFilter('path', event.path),
    ...plain('query', event.query),
    ...plain('target', event.target ?? ''),
    ...byFilter('ip', event.ip),
    ...byFilter('country', event.country),
    ...plain('asn', event.asn === null ? '' : `AS${event.asn}`),
    ...byFilter('userAgent', event.userAgent),
    ...byFilter('referer', event.referer),
    ...plain('protocol', [event.protocol, event.tls].filter(Boolean).join(', ')),
    ...plain('size', formatBytes(event.bytes, locale)),
    ...plain('duration', ms(event.ms)),
    ...plain('server', event.server),
  ];
  return (
    <div className="grid gap-3">
      <p className="text-caption text-text-3">
        {t('event:find')} <code dir="ltr">{event.requestId}</code>
      </p>
      {event.matches.length > 0 && <EventMatches matches={event.matches} />}
      {event.allowance && <AllowRequest domainId={domainId} allowance={event.allowance} />}
      <KeyValueList items={items} />
      <div>
        <LinkButton
          size="sm"
          href={simulatorHref(domainName, {
            url: `https://${event.host}${event.path}${event.query && `?${event.query}`}`,
            method: event.method,
            ip: event.ip,
            ...(event.country && { country: event.country }),
          })}
        >
          {t('event:simulate')}
        </LinkButton>
      </div>
    </div>
  );
}
