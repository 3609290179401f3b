import { Archive as ArchiveIcon, FileDown, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { send } from '../../../browser/api/client.ts';
import { useRead } from '../../../browser/api/query.ts';
import { saveContent, saveFile } from '../../../browser/api/saveFile.ts';
import { type Archive, archive, archiveStatuses } from '../../../lib/contract/finance/archive.ts';
import { formatDate, formatDateTime } from '../../../lib/format/date.ts';
import { formatMonth } from '../../../lib/format/month.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, t as text, useT } from '../../../lib/i18n/react.tsx';
import { guidePath } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import type { DataState } from '../../ui/DataState.tsx';
import { type Column, DataTable, type Filter, type RowMenu } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StatusBadge, type StatusKind } from '../../ui/StatusBadge.tsx';

const ArchiveDialog = lazy(() => import('./ArchiveDialog.tsx'));

const defaults = { q: '', status: '', sort: 'created', dir: 'desc' };
const order = ['created'];
const kinds: Record<Archive['status'], StatusKind> = { waiting: 'waiting', ready: 'ok', empty: 'off' };
const selectId = ({ id }: Archive) => id;
const archivePeriod = ({ from, to }: Archive): string =>
  from === to
    ? formatMonth(from, currentLocale())
    : text('archive:period', { from: formatMonth(from, currentLocale()), to: formatMonth(to, currentLocale()) });
const archiveStatus = ({ status }: Archive) => text(`archive:status.${status}`);

async function download({ id }: Archive): Promise<void> {
  const answer = await send(archive.download, { archiveId: id }).catch(() => null);
  if (answer) saveContent(answer.file);
}

const columns = (): readonly Column<Archive>[] => [
  {
    key: 'period',
    title: text('archive:column.period'),
    cell: (one) => <span className="block truncate font-semibold text-text">{archivePeriod(one)}</span>,
    place: 'title',
    sort: ({ from, to }) => `${from} ${to}`,
    search: (one) => `${archivePeriod(one)} ${one.from} ${one.to}`,
    csv: ({ from, to }) => `${from} ${to}`,
  },
  {
    key: 'buyer',
    title: text('archive:column.buyer'),
    cell: ({ name }) => <bdi className="block truncate">{name}</bdi>,
    place: 'sub',
    sort: ({ name }) => name,
    search: ({ name }) => name,
    csv: ({ name }) => name,
  },
  {
    key: 'status',
    title: text('archive:column.status'),
    cell: (one) => <StatusBadge kind={kinds[one.status]}>{archiveStatus(one)}</StatusBadge>,
    width: '212px',
    place: 'end',
    sort: ({ status }) => archiveStatuses.indexOf(status),
    csv: archiveStatus,
  },
  {
    key: 'invoices',
    title: text('archive:column.invoices'),
    cell: ({ invoices }) => formatNumber(invoices, currentLocale()),
    num: true,
    width: '112px',
    sort: ({ invoices }) => invoices,
    csv: ({ invoices }) => invoices,
  },
  {
    key: 'created',
    title: text('archive:column.created'),
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatDateTime(createdAt, currentLocale())}>
        {formatDate(createdAt, currentLocale())}
      </time>
    ),
    width: '136px',
    sort: ({ createdAt }) => Date.parse(createdAt),
    csv: ({ createdAt }) => createdAt,
  },
];

const filters = (): readonly Filter<Archive>[] => [
  {
    key: 'status',
    label: text('archive:column.status'),
    value: ({ status }) => status,
    options: archiveStatuses.map((status) => ({ value: status, label: text(`archive:status.${status}`) })),
  },
];

const menu = (): RowMenu<Archive> => ({
  label: (one) => text('archive:menu.label', { period: archivePeriod(one) }),
  title: archivePeriod,
  items: (one) => [
    {
      key: 'download',
      label: text('archive:menu.download'),
      icon: FileDown,
      ...(one.status !== 'ready' && { reason: text(one.status === 'waiting' ? 'archive:menu.wait' : 'archive:error.nothing') }),
      onSelect: () => void download(one),
    },
  ],
});

function useArchives(): DataState<readonly Archive[]> {
  const read = useRead(archive.list, {});
  const list = read.data?.archives;
  if (list) return list.length > 0 ? { state: 'data', data: list } : { state: 'empty' };
  if (read.error) return { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching };
  return { state: 'loading' };
}

/** Requests for official invoices, and their status. */
export default function ArchiveList() {
  const t = useT();
  const locale = currentLocale();
  const data = useArchives();
  const [isAdding, setAdding] = useState<boolean | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another language is another function
  const table = useMemo(() => ({ columns: columns(), filters: filters(), menu: menu() }), [t]);
  const add = (
    <Button kind="primary" icon={Plus} onClick={() => setAdding(true)}>
      {t('archive:add')}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t('archive:title')}
        description={t('archive:lead')}
        docs={{ href: guidePath('invoiceArchive', locale), label: t('common:help') }}
        actions={data.state !== 'empty' && add}
      />
      <DataTable
        label={t('archive:title')}
        data={data}
        keyOf={selectId}
        {...table}
        order={order}
        filtersLabel={t('archive:filters')}
        defaults={defaults}
        searchLabel={t('archive:search')}
        loadFailed={t('archive:loadFailed')}
        empty={<EmptyState icon={ArchiveIcon} title={t('archive:empty.title')} description={t('archive:empty.text')} action={add} />}
        noMatch={{ title: t('archive:noMatch'), text: t('archive:noMatchText') }}
        status={(visible, total) =>
          visible === total
            ? t('archive:count', counted(total, locale))
            : t('archive:shownOf', { shown: formatNumber(visible, locale), total: formatNumber(total, locale) })
        }
        nameOf={archivePeriod}
        onExport={(csv) => saveFile('invoice-requests.csv', csv, 'text/csv')}
      />
      {isAdding !== null && (
        <Suspense>
          <ArchiveDialog open={isAdding} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </>
  );
}
