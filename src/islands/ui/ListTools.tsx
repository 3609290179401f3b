import { Download } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useAddress } from '../../browser/address.ts';
import { formatNumber } from '../../lib/format/number.ts';
import { currentLocale, useT } from '../../lib/i18n/react.tsx';
import { Button } from './Button.tsx';
import { Card } from './Card.tsx';
import { NoResults } from './EmptyState.tsx';
import { clearView } from './table/clearView.ts';
import { TableBar } from './table/TableBar.tsx';
import { sortedBy } from './table/TableHead.tsx';
import type { Column, Filter } from './table/types.ts';
import { useTable } from './table/useTable.ts';
import { usePhone } from './useCompact.ts';

const noFilters: readonly never[] = [];

/** How the shown rows were chosen. */
export interface VisibleRows<T> {
  rows: readonly T[];
  /** Key of the column that they are sorted by. */
  sorted: string;
  isDown: boolean;
  /** Sorts by the list's own order again. */
  resetSort: () => void;
}

export interface ListToolsProps<T> {
  rows: readonly T[];
  /** Without cells: what is searched, sorted by and exported. Memoize them and the filters. The first one is the list's own order. */
  columns: readonly Column<T>[];
  filters?: readonly Filter<T>[] | undefined;
  /** Downloads the exported rows as a file; `saveFile`. */
  onExport: (csv: string) => void;
  /** The shown rows; not called when there are none. */
  children: (visible: VisibleRows<T>) => ReactNode;
}

/**
 * Search, filters, sorting and export for lists that aren't tables: cards, and rules in order. The view is stored in the address.
 * Tables use DataTable. Needs the texts of `listTools`.
 */
export function ListTools<T>({ rows, columns, filters = noFilters, onExport, children }: ListToolsProps<T>) {
  const t = useT();
  const locale = currentLocale();
  const isPhone = usePhone();
  const own = columns[0]?.key ?? '';
  const defaults = useMemo(
    () => ({ q: '', sort: own, dir: 'asc', ...Object.fromEntries(filters.map(({ key }) => [key, ''])) }),
    [own, filters],
  );
  const ties = useMemo(() => [own], [own]);
  const [view, onView] = useAddress<typeof defaults>(defaults);
  const table = useTable(rows, { columns, filters, ties }, view);
  const sorted = sortedBy(columns, view, own);
  const save = async () => {
    const { tableCsv } = await import('./table/csv.ts');
    onExport(tableCsv(columns, table.rows));
  };
  return (
    // In a grid it would otherwise be as wide as the chips, which scroll on phones.
    <div className="min-w-0">
      <TableBar
        {...{ view, onView, filters, columns, sorted, isPhone }}
        headless
        searchLabel={t('listTools:search')}
        filtersLabel={t('listTools:filters')}
        shown={table}
        totals={table.prepared.totals}
        onSelecting={undefined}
      />
      {table.rows.length > 0 ? (
        children({ rows: table.rows, sorted, isDown: view.dir === 'desc', resetSort: () => onView({ sort: own, dir: 'asc' }) })
      ) : (
        <Card flush>
          <NoResults
            title={t('listTools:noMatch')}
            description={t('listTools:noMatchText')}
            action={<Button onClick={() => clearView(filters, onView)}>{t('common:list.clearFilters')}</Button>}
          />
        </Card>
      )}
      <div className="tbl-foot">
        <p role="status">
          {t('listTools:shownOf', { shown: formatNumber(table.rows.length, locale), total: formatNumber(rows.length, locale) })}
        </p>
        <Button kind="ghost" size="sm" icon={Download} onClick={() => void save()}>
          {t('common:list.exportCsv')}
        </Button>
      </div>
    </div>
  );
}
