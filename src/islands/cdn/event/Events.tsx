import { ScrollText, Search } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useAddress } from '../../../browser/address.ts';
import { useRead } from '../../../browser/api/query.ts';
import { event as calls } from '../../../lib/contract/cdn/event.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, href } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, NoResults } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/Field.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { DomainPage } from '../shared/DomainPage.tsx';
import { isFiltered, noFilters } from '../shared/log/address.ts';
import { FilterChips } from '../shared/log/FilterChips.tsx';
import type { LogFilterName } from '../shared/log/types.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';
import { EventDetail } from './EventDetail.tsx';
import { EventTable } from './EventTable.tsx';
import { OlderEvents } from './OlderEvents.tsx';

const LIVE_MS = 3_000;
/** `request` is the ID of a request that is shown by itself; the owner's notification links to it. */
const whole = { show: '', request: '', ...noFilters };

/** Requests that a layer acted on: filters by a click on a value, a request by its ID, and live. */
export default function Events({ domainName }: { domainName: string }) {
  const t = useT();
  const [{ show, request, ...filters }, setAddress] = useAddress(whole);
  const [isLive, setLive] = useState(false);
  const active = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
  const query = { ...active, ...(show === 'all' && { all: true }) };
  const { domain, reading } = useDomainRead(domainName, calls.list, (domainId) => ({ domainId, ...query }), {
    pollMs: isLive ? LIVE_MS : undefined,
  });
  const hasFilters = isFiltered(filters);
  const filter = (field: LogFilterName, value: string) => setAddress({ [field]: value });
  const rule = eventRule(filters);
  return (
    <DomainPage
      title={t('event:title')}
      description={t('event:lead')}
      docs={{ href: guidePath('events', currentLocale()), label: t('common:help') }}
      icon={ScrollText}
      domainName={domainName}
      isUnknown={domain === null}
      reading={reading}
      failed={t('event:failed')}
      rows={10}
      actions={
        rule && (
          <LinkButton href={`${href('firewall', { domain: domainName })}#add=${encodeURIComponent(rule)}`}>{t('event:rule')}</LinkButton>
        )
      }
      tabs={
        <div className="grid gap-4">
          <div className="flex flex-wrap items-end justify-between gap-3">
            <div className="flex flex-wrap items-center gap-4">
              <Segmented
                size="sm"
                label={t('event:show')}
                value={show === 'all' ? 'all' : 'acted'}
                onChange={(value) => setAddress({ show: value === 'all' ? 'all' : '' })}
                segments={[
                  { value: 'acted', label: t('event:acted') },
                  { value: 'all', label: t('event:all') },
                ]}
              />
              <Switch changes={false} checked={isLive} onChange={setLive} label={t('event:live')} />
            </div>
            <FindForm requested={request} onFind={(id) => setAddress({ request: id })} />
          </div>
          <FilterChips values={filters} onChange={setAddress} />
          {domain && request !== '' && <RequestMatch domainId={domain.id} domainName={domainName} requestId={request} onFilter={filter} />}
        </div>
      }
    >
      {({ events, nextCursor }) =>
        events.length > 0 ? (
          <Card flush>
            {domain && <EventTable events={events} domainId={domain.id} domainName={domainName} onFilter={filter} />}
            {domain && nextCursor !== null && !isLive && (
              <OlderEvents
                key={JSON.stringify(query)}
                domainId={domain.id}
                domainName={domainName}
                query={query}
                cursor={nextCursor}
                onFilter={filter}
              />
            )}
          </Card>
        ) : hasFilters ? (
          <NoResults title={t('event:noMatch')} description={t('event:noMatchText')} />
        ) : (
          <EmptyState icon={ScrollText} title={t('event:empty')} description={t('event:emptyText')} />
        )
      }
    </DomainPage>
  );
}

/** The preset of a firewall rule, as the firewall's address takes it; null: the filters make none. */
function eventRule({ ip, country }: Readonly<Record<LogFilterName, string>>): string | null {
  if (ip !== '' && !ip.startsWith('!')) return `ip:${ip}`;
  return country !== '' && !country.startsWith('!') ? `country:${country}` : null;
}

function FindForm({ requested, onFind }: { requested: string; onFind: (requestId: string) => void }) {
  const t = useT();
  const [id, setId] = useState(requested);
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault();
    onFind(id.trim());
  };
  return (
    <form className="flex min-w-0 flex-wrap items-end gap-2" onSubmit={submit}>
      <Field label={t('event:find')}>
        <TextInput mono size="sm" value={id} onChange={({ target }) => setId(target.value)} maxLength={100} />
      </Field>
      <Button type="submit" size="sm" icon={Search}>
        {t('event:findAction')}
      </Button>
    </form>
  );
}

interface RequestMatchProps {
  domainId: string;
  domainName: string;
  requestId: string;
  onFilter: (field: LogFilterName, value: string) => void;
}

/** One request, found by its ID. */
function RequestMatch({ domainId, domainName, requestId, onFilter }: RequestMatchProps) {
  const t = useT();
  const { data, error } = useRead(calls.get, { domainId, requestId });
  return (
    <Card title={t('event:detail')}>
      {data ? (
        <EventDetail event={data.event} domainId={domainId} domainName={domainName} onFilter={onFilter} />
      ) : error ? (
        <p role="status" className="text-text-2">
          {error.status === 404 ? t('event:notFound') : error.message}
        </p>
      ) : (
        <Skeleton label={t('common:loading')} rows={4} />
      )}
    </Card>
  );
}
