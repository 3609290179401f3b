import { useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import type { Input } from '../../../lib/contract/call.ts';
import { event as calls } from '../../../lib/contract/cdn/event.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import type { LogFilterName } from '../shared/log/types.ts';
import { EventTable } from './EventTable.tsx';

interface OlderEventsProps {
  domainId: string;
  domainName: string;
  query: Omit<Input<typeof calls.list>, 'domainId'>;
  cursor: string;
  onFilter: (field: LogFilterName, value: string) => void;
}

/** The next page, when it is asked for. */
export function OlderEvents({ domainId, domainName, query, cursor, onFilter }: OlderEventsProps) {
  const t = useT();
  // The first page moves on while it is read; the next one begins where it was when it was asked for.
  const [from, setFrom] = useState<string | null>(null);
  const { data, isFetching } = useRead(calls.list, { domainId, ...query, ...(from && { cursor: from }) }, { enabled: from !== null });
  if (!data || from === null)
    return (
      <div className="p-4">
        <Button busy={isFetching} onClick={() => setFrom(cursor)}>
          {t('event:more')}
        </Button>
      </div>
    );
  return (
    <>
      <EventTable events={data.events} domainId={domainId} domainName={domainName} onFilter={onFilter} />
      {data.nextCursor !== null && (
        <OlderEvents domainId={domainId} domainName={domainName} query={query} cursor={data.nextCursor} onFilter={onFilter} />
      )}
    </>
  );
}
