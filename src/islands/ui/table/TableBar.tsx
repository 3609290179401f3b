import { ListChecks, SlidersHorizontal } from 'lucide-react';
import { useMemo, useState, useTransition } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { FilterBar } from '../FilterBar.tsx';
import { IconButton } from '../IconButton.tsx';
import { Menu } from '../Menu.tsx';
import { SearchInput } from '../SearchInput.tsx';
import { FilterChips, FilterSelects } from './FilterChips.tsx';
import type { Narrowed } from './narrow.ts';
import type { Prepared } from './prepare.ts';
import { turned } from './TableHead.tsx';
import type { Column, Filter, TableView } from './types.ts';

export interface TableBarProps<T> {
  view: TableView;
  onView: (change: Partial<TableView>) => void;
  searchLabel: string;
  /** Name of the chips for screen readers. */
  filtersLabel: string | undefined;
  filters: readonly Filter<T>[];
  columns: readonly Column<T>[];
  sorted: string;
  shown: Pick<Narrowed<T>, 'counts' | 'all'>;
  totals: Prepared<T>['totals'];
  isPhone: boolean;
  /** Phones: turns the boxes of the rows on. */
  onSelecting: (() => void) | undefined;
}

/** Above a table: search, filters; on phones, which show no heads, also what those do. */
export function TableBar<T>(props: TableBarProps<T>) {
  const { view, onView, searchLabel, filtersLabel, filters, columns, sorted, shown, totals, isPhone, onSelecting } = props;
  const t = useT();
  const values = filters.map(({ key }) => view[key] ?? '').join('\n');
  const chosen = useMemo(() => values.split('\n'), [values]);
  const sortable = columns.filter(({ sort }) => sort);
  const options = isPhone && (
    <Menu
      label={t('common:list.options')}
      closeLabel={t('common:close')}
      items={[
        ...sortable.map(({ key, title }, place) => ({
          key,
          label: title,
          ...(place === 0 && { group: t('common:list.sortBy') }),
          checked: key === sorted,
          ...(key === sorted && { end: view.dir === 'desc' ? t('common:list.descending') : t('common:list.ascending') }),
          onSelect: () => onView(turned(key, sorted, view.dir === 'desc')),
        })),
        ...(onSelecting
          ? [{ key: 'select', label: t('common:list.select'), icon: ListChecks, group: true as const, onSelect: onSelecting }]
          : []),
      ]}
      trigger={(trigger) => <IconButton icon={SlidersHorizontal} kind="ring" label={t('common:list.options')} tip={false} {...trigger} />}
    />
  );
  return (
    <FilterBar
      search={<Search q={view.q} onView={onView} label={searchLabel} />}
      beside={options}
      chipsLabel={filtersLabel}
      chips={
        filters.length > 0 && (
          <FilterChips filters={filters} chosen={chosen} onView={onView} isPhone={isPhone} totals={totals} {...counted(shown)} />
        )
      }
      end={
        filters.some(({ as }) => as === 'select') &&
        !isPhone && <FilterSelects filters={filters} chosen={chosen} onView={onView} isPhone={isPhone} />
      }
    />
  );
}

/** The field answers each key at once; the list follows when there is time, and a key that comes meanwhile is not kept waiting. */
function Search({ q, onView, label }: Pick<TableBarProps<never>, 'onView'> & { q: string; label: string }) {
  const t = useT();
  const [typed, setTyped] = useState(q);
  const [isFollowing, follow] = useTransition();
  // Something else has changed the search, as "Clear filters" does.
  if (!isFollowing && typed !== q) setTyped(q);
  const onChange = (next: string) => {
    setTyped(next);
    follow(() => onView({ q: next }));
  };
  return <SearchInput value={typed} onChange={onChange} label={label} clearLabel={t('common:clear')} />;
}

const counted = <T,>({ counts, all }: Pick<Narrowed<T>, 'counts' | 'all'>) => ({ counts, all });
