import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { saveFile } from '../../../browser/api/saveFile.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { guidePath, type RouteName } from '../../../lib/routes/index.ts';
import { Button } from '../../ui/Button.tsx';
import type { DataState } from '../../ui/DataState.tsx';
import { DataTable, type DataTableProps } from '../../ui/DataTable.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Icon } from '../../ui/icon.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

/** The result of `useRead`, as far as a list needs it. */
interface Reading<A> {
  data: A | undefined;
  error: { message: string } | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** The state of a list that is loaded in full. */
export function listState<A, T>(read: Reading<A>, pick: (answer: A) => readonly T[]): DataState<readonly T[]> {
  const list = read.data && pick(read.data);
  if (list) return list.length > 0 ? { state: 'data', data: list } : { state: 'empty' };
  if (read.error) return { state: 'error', error: read.error.message, retry: () => void read.refetch(), busy: read.isFetching };
  return { state: 'loading' };
}

interface ResourceListProps<T extends { id: string }>
  extends Pick<DataTableProps<T>, 'data' | 'columns' | 'filters' | 'menu' | 'defaults' | 'order' | 'nameOf' | 'onRow'> {
  route: RouteName;
  icon: Icon;
  /** Name of the exported file, without its extension. */
  file: string;
  /** Why nothing can be added now. */
  full?: string | undefined;
  onAdd: () => void;
  /** More buttons, before the one that adds. */
  more?: ReactNode;
  /** Replaces the page's header when the list is part of a page. */
  head?: ((add: ReactNode) => ReactNode) | undefined;
  /** Between the header and the list: a notice. */
  notice?: ReactNode;
  dialog: ReactNode;
  text: {
    title: string;
    lead: string;
    add: string;
    search: string;
    filters?: string;
    loadFailed: string;
    emptyTitle: string;
    emptyText: string;
    guide: string;
    noMatch: string;
    noMatchText: string;
    count: (n: number) => string;
  };
}

const selectId = ({ id }: { id: string }) => id;

/** A cloud screen with a single list: keys, groups, networks, volumes. */
export function ResourceList<T extends { id: string }>(props: ResourceListProps<T>) {
  const { route, icon, file, full, onAdd, more, head, notice, dialog, text, data, ...table } = props;
  const t = useT();
  const locale = currentLocale();
  const guide = { href: guidePath(route, locale), label: t('common:help') };
  const add = (
    <Button kind="primary" icon={Plus} onClick={onAdd} disabled={Boolean(full)} reason={full}>
      {text.add}
    </Button>
  );
  // An empty list has the add button in its center.
  const actions = (more !== undefined || data.state === 'data') && (
    <>
      {more}
      {data.state === 'data' && add}
    </>
  );
  return (
    <>
      {head ? (
        head(actions)
      ) : (
        <PageHeader title={text.title} description={text.lead} docs={guide} actions={actions} stacked={more !== undefined} />
      )}
      {notice}
      <DataTable
        {...table}
        label={text.title}
        data={data}
        keyOf={selectId}
        filtersLabel={text.filters}
        searchLabel={text.search}
        loadFailed={text.loadFailed}
        empty={
          <EmptyState
            icon={icon}
            title={text.emptyTitle}
            description={text.emptyText}
            action={add}
            link={
              <a className="link" href={guide.href}>
                {text.guide}
              </a>
            }
          />
        }
        noMatch={{ title: text.noMatch, text: text.noMatchText }}
        status={(visible, total) => (visible === total ? text.count(total) : `${formatNumber(visible, locale)} / ${text.count(total)}`)}
        onExport={(csv) => saveFile(`${file}.csv`, csv, 'text/csv')}
        twoLine
      />
      {dialog}
    </>
  );
}
