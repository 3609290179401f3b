import { History } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { server as calls, type ServerEvent } from '../../../lib/contract/cloud/server.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, t, useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../../ui/Button.tsx';
import { type Column, DataTable, type Filter } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { listState } from '../shared/ResourceList.tsx';
import { eventKinds } from '../shared/server/eventKinds.ts';
import { ServerPage } from '../shared/server/ServerPage.tsx';
import { ServerChanges } from './ServerChanges.tsx';

const wholeView = { q: '', status: '', sort: 'time', dir: 'desc' };
const order = ['time'];
const selectId = ({ id }: ServerEvent) => id;
const selectName = ({ title }: ServerEvent) => title;
const PAGE = 50;
const MOST = 200;

const statuses = ['running', 'done', 'failed'] as const;
const columns = (): readonly Column<ServerEvent>[] => [
  {
    key: 'action',
    title: t('server:events.column.action'),
    cell: ({ title, message, status }) => (
      <span className="block min-w-0">
        <span className="block truncate font-medium">{title}</span>
        {status === 'failed' && message && <span className="block truncate text-caption text-danger">{message}</span>}
      </span>
    ),
    place: 'title',
    search: ({ title }) => title,
    csv: ({ action }) => action,
  },
  {
    key: 'actor',
    title: t('server:events.column.actor'),
    cell: ({ actor }) => <bdi>{actor || t('server:events.system')}</bdi>,
    width: '240px',
    place: 'sub',
    clip: true,
    search: ({ actor }) => actor,
    csv: ({ actor }) => actor,
  },
  {
    key: 'status',
    title: t('server:events.column.status'),
    cell: ({ status }) => <StatusBadge kind={eventKinds[status]}>{t(`server:events.status.${status}`)}</StatusBadge>,
    width: '150px',
    csv: ({ status }) => status,
  },
  {
    key: 'time',
    title: t('server:events.column.time'),
    cell: ({ time }) => (
      <time dateTime={time} title={formatDateTime(time, currentLocale())}>
        {formatAge(time, currentLocale())}
      </time>
    ),
    width: '150px',
    sort: ({ time }) => Date.parse(time),
    csv: ({ time }) => time,
  },
];
const filters = (): readonly Filter<ServerEvent>[] => [
  {
    key: 'status',
    label: t('server:events.column.status'),
    value: ({ status }) => status,
    options: statuses.map((value) => ({ value, label: t(`server:events.status.${value}`) })),
  },
];

/** The events of a server, newest first, and the changes of its settings. */
export default function ServerEvents({ serverId }: { serverId: string }) {
  return (
    <ServerPage serverId={serverId} route="serverEvents">
      {() => (
        <div className="grid min-w-0 grid-cols-1 gap-[18px]">
          <div className="min-w-0">
            <Events serverId={serverId} />
          </div>
          <ServerChanges serverId={serverId} />
        </div>
      )}
    </ServerPage>
  );
}

function Events({ serverId }: { serverId: string }) {
  const t = useT();
  const [limit, setLimit] = useState(PAGE);
  const read = useRead(calls.events, { serverId, limit });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(() => ({ columns: columns(), filters: filters() }), [t]);
  return (
    <>
      <DataTable
        label={t('server:events.title')}
        data={listState(read, ({ events }) => events)}
        keyOf={selectId}
        nameOf={selectName}
        {...table}
        order={order}
        filtersLabel={t('server:events.column.status')}
        defaults={wholeView}
        searchLabel={t('server:events.search')}
        loadFailed={t('server:events.failed')}
        empty={<EmptyState icon={History} title={t('server:events.empty')} description={t('server:events.emptyText')} />}
        noMatch={{ title: t('server:events.noMatch'), text: t('server:noMatchText') }}
        status={(visible) => t('server:events.count', counted(visible, currentLocale()))}
        onExport={(csv) => saveFile('server-events.csv', csv, 'text/csv')}
        twoLine
      />
      {read.data?.nextCursor && limit < MOST && (
        <div className="mt-3 flex justify-center">
          <Button busy={read.isFetching} onClick={() => setLimit(MOST)}>
            {t('server:events.more')}
          </Button>
        </div>
      )}
    </>
  );
}
