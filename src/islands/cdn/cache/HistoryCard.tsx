import { useId, useMemo } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { type CacheDeletion, cache as calls } from '../../../lib/contract/cdn/cache.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';
import { formatAge, formatDateTime } from '../../../lib/format/date.ts';
import { formatList } from '../../../lib/format/list.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { counted } from '../../../lib/format/quantity.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import type { Translate } from '../../../lib/i18n/translator.ts';
import { scopes } from '../../../lib/rules/cdn/cache/target.ts';
import type { DataState } from '../../ui/DataState.tsx';
import { type Column, DataTable, type Filter } from '../../ui/DataTable.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

const view = { q: '', sort: 'when', dir: 'desc', scope: '', state: '' };
const order = ['when'];
const selectId = ({ id }: CacheDeletion) => id;
const states = ['waiting', 'done'] as const;

/** Purge requests and their status. */
export function HistoryCard({ domain: { id: domainId, name } }: { domain: Domain }) {
  const t = useT();
  const locale = currentLocale();
  const title = useId();
  const { data: answer, error, isFetching, refetch } = useRead(calls.deleteHistory, { domainId });
  const { columns, filters } = useMemo(() => ({ columns: buildColumns(t), filters: buildFilters(t) }), [t]);
  const data: DataState<readonly CacheDeletion[]> = answer
    ? answer.items.length > 0
      ? { state: 'data', data: answer.items }
      : { state: 'empty' }
    : error
      ? { state: 'error', error: error.message, retry: () => void refetch(), busy: isFetching }
      : { state: 'loading' };
  return (
    <section aria-labelledby={title} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-2.5">
        <h2 id={title} className="font-semibold text-text">
          {t('cache:history.title')}
        </h2>
        <span className="text-help text-text-3">{t('cache:history.sub')}</span>
      </div>
      <DataTable
        label={t('cache:history.title')}
        data={data}
        keyOf={selectId}
        columns={columns}
        order={order}
        filters={filters}
        filtersLabel={t('listTools:filters')}
        defaults={view}
        searchLabel={t('listTools:search')}
        loadFailed={t('cache:history.failed')}
        empty={<p className="px-[18px] py-4 text-ui text-text-2">{t('cache:history.empty')}</p>}
        noMatch={{ title: t('listTools:noMatch'), text: t('listTools:noMatchText') }}
        status={(visible, total) => t('listTools:shownOf', { shown: formatNumber(visible, locale), total: formatNumber(total, locale) })}
        nameOf={({ items }) => items[0] ?? t('cache:history.everything')}
        onExport={(csv) => saveFile(`${name}-cache.csv`, csv, 'text/csv')}
        twoLine
      />
    </section>
  );
}

const buildColumns = (t: Translate): readonly Column<CacheDeletion>[] => [
  {
    key: 'what',
    title: t('cache:history.what'),
    cell: (item) => <What item={item} />,
    place: 'title',
    search: ({ items, scope }) => [t(`cache:clear.${scope}`), ...items].join('\n'),
    csv: ({ items }) => items.join('\n') || t('cache:history.everything'),
  },
  { key: 'scope', title: t('cache:clear.scope'), csv: ({ scope }) => t(`cache:clear.${scope}`) },
  {
    key: 'when',
    title: t('cache:history.when'),
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} title={formatDateTime(createdAt, currentLocale())}>
        {formatAge(createdAt, currentLocale())}
      </time>
    ),
    width: '150px',
    place: 'sub',
    sort: ({ createdAt }) => Date.parse(createdAt),
    csv: ({ createdAt }) => createdAt,
  },
  {
    key: 'state',
    title: t('cache:history.state'),
    cell: (item) => <State item={item} />,
    width: '210px',
    place: 'end',
    sort: ({ state }) => states.indexOf(state),
    csv: (item) => stateText(item, t),
  },
];

const buildFilters = (t: Translate): readonly Filter<CacheDeletion>[] => [
  {
    key: 'scope',
    label: t('cache:clear.scope'),
    value: ({ scope }) => scope,
    options: scopes.map((value) => ({ value, label: t(`cache:clear.${value}`) })),
  },
  {
    key: 'state',
    label: t('cache:history.state'),
    value: ({ state }) => state,
    options: states.map((value) => ({ value, label: t(`cache:history.${value}`) })),
  },
];

const stateText = ({ state, edge }: CacheDeletion, t: Translate): string =>
  state === 'waiting' && edge
    ? t('cache:history.clearing', { confirmed: formatNumber(edge.confirmed, currentLocale()), ...counted(edge.edges, currentLocale()) })
    : t(`cache:history.${state}`);

function State({ item }: { item: CacheDeletion }) {
  const t = useT();
  const { state, edge } = item;
  return (
    <span className="block min-w-0">
      <StatusBadge kind={state === 'done' ? 'ok' : edge ? 'progress' : 'waiting'}>{stateText(item, t)}</StatusBadge>
      {edge?.waitingFor && (
        <span className="mt-0.5 block text-caption text-text-3">
          {t('deploy:edge.waitingFor', { places: formatList(edge.waitingFor, currentLocale()) })}
        </span>
      )}
    </span>
  );
}

function What({ item: { scope, items } }: { item: CacheDeletion }) {
  const t = useT();
  const [first, ...rest] = items;
  return (
    <span className="block min-w-0">
      <span className="block truncate" title={items.slice(0, 20).join('\n')}>
        {first === undefined ? (
          t('cache:history.everything')
        ) : (
          <>
            <bdi dir="ltr" className="mono">
              {first}
            </bdi>
            {rest.length > 0 && <span className="text-text-3"> {t('cache:history.more', counted(rest.length, currentLocale()))}</span>}
          </>
        )}
      </span>
      <span className="block text-caption text-text-3">{t(`cache:clear.${scope}`)}</span>
    </span>
  );
}
