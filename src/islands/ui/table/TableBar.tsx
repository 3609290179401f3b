import { ArrowUpDown, ListChecks, SlidersHorizontal } from 'lucide-react';
import { useMemo } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { FilterBar } from '../FilterBar.tsx';
import { IconButton } from '../IconButton.tsx';
import { Menu } from '../Menu.tsx';
import { SearchInput } from '../SearchInput.tsx';
import { useHydrated } from '../useCompact.ts';
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
  /** The list has no head at any width: the menu that sorts it is always shown. */
  headless?: boolean | undefined;
  /** Phones: shows the checkboxes of the rows. */
  onSelecting: (() => void) | undefined;
}

/** Above a table: search and filters; on phones, which show no head, also its functions. */
export function TableBar<T>(props: TableBarProps<T>) {
  const { view, onView, searchLabel, filtersLabel, filters, columns, sorted, shown, totals, isPhone, headless, onSelecting } = props;
  const t = useT();
  // A server doesn't know whether this is a phone: then CSS shows the menu there only.
  const isHydrated = useHydrated();
  const values = filters.map(({ key }) => view[key] ?? '').join('\n');
  const chosen = useMemo(() => values.split('\n'), [values]);
  const sortable = columns.filter(({ sort }) => sort);
  const menuLabel = headless ? t('common:list.sortBy') : t('common:list.options');
  const options = (isPhone || headless || !isHydrated) && (
    <Menu
      label={menuLabel}
      closeLabel={t('common:close')}
      items={[
        ...sortable.map(({ key, title }, place) => ({
          key,
          label: title,
          ...(place === 0 && !headless && { group: t('common:list.sortBy') }),
          checked: key === sorted,
          ...(key === sorted && { end: view.dir === 'desc' ? t('common:list.descending') : t('common:list.ascending') }),
          onSelect: () => onView(turned(key, sorted, view.dir === 'desc')),
        })),
        ...(onSelecting
          ? [{ key: 'select', label: t('common:list.select'), icon: ListChecks, group: true as const, onSelect: onSelecting }]
          : []),
      ]}
      trigger={(trigger) => (
        <IconButton
          icon={headless ? ArrowUpDown : SlidersHorizontal}
          kind="ring"
          label={menuLabel}
          tip={false}
          className={isPhone || headless ? undefined : 'sm:hidden'}
          {...trigger}
        />
      )}
    />
  );
  return (
    // Field and list are rendered together on each keystroke: rendering the list separately would cost an extra frame.
    <FilterBar
      search={<SearchInput value={view.q} onChange={(q) => onView({ q })} label={searchLabel} clearLabel={t('common:clear')} />}
      filters={options}
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
      isEndWide
    />
  );
}

const counted = <T,>({ counts, all }: Pick<Narrowed<T>, 'counts' | 'all'>) => ({ counts, all });
