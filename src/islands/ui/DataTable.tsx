import type { ReactNode } from 'react';
import { useAddress } from '../../browser/address.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Card } from './Card.tsx';
import { DataShell, type DataState } from './DataState.tsx';
import { LoadError } from './LoadError.tsx';
import { Skeleton } from './Skeleton.tsx';
import { AddRow, Listed } from './table/Listed.tsx';
import type { Bulk, Column, Filter, RowMenu, TableView } from './table/types.ts';

export type { Bulk, Column, Filter, RowMenu, TableView } from './table/types.ts';

/** Memoize `columns`, `filters`, `order`, `menu`, `actions` and the functions: rows are then rendered only once. */
export interface DataTableProps<T> {
  /** Name of the table. */
  label: string;
  data: DataState<readonly T[]>;
  keyOf: (row: T) => string;
  columns: readonly Column<T>[];
  /** Keys of the columns that break ties; the first is the default order. */
  order: readonly string[];
  filters?: readonly Filter<T>[] | undefined;
  filtersLabel?: string | undefined;
  /** The view when the address has none: the same object each time. Search, filters and sorting are stored in the address. */
  defaults: TableView;
  searchLabel: string;
  /** Title of the error if the list does not load. */
  loadFailed: string;
  /** EmptyState: what the list is for, and how to start. */
  empty: ReactNode;
  noMatch: { title: string; text: string };
  /** "12 records", "3 of 12 records". */
  status: (visible: number, total: number) => ReactNode;
  menu?: RowMenu<T> | undefined;
  /** Buttons before the row menu; not on phones. */
  actions?: ((row: T) => ReactNode) | undefined;
  /** A click on the row outside its buttons and links. A link or button in the row must do the same for keyboards. */
  onRow?: ((row: T) => void) | undefined;
  /** Makes rows selectable; exporting the selected ones is built in. */
  bulk?: Bulk<T> | undefined;
  /** Label of a row's checkbox: "Select {{name}}". */
  nameOf: (row: T) => string;
  /** Downloads the exported rows as a file; `saveFile`. */
  onExport?: ((csv: string) => void) | undefined;
  /** A form above the rows. */
  add?: ReactNode;
  /** A form that replaces a row. */
  editing?: { key: string; form: ReactNode } | null | undefined;
  /** Rows of 52 px. */
  twoLine?: boolean | undefined;
}

/** The one list of the product: search, filters, sorting, selection, menus, export, and up to ten thousand rows. */
export function DataTable<T>(props: DataTableProps<T>) {
  const t = useT();
  // State is stored here, not in the caller: typing in the search then renders only the list, not the whole screen.
  const [view, onView] = useAddress(props.defaults);
  return (
    <DataShell
      data={props.data}
      loading={
        <Card flush>
          <Skeleton label={t('common:loading')} rows={9} twoLine={props.twoLine} />
        </Card>
      }
      error={(message, retry, busy) => (
        <LoadError title={props.loadFailed} message={message} retryLabel={t('common:retry')} onRetry={retry} busy={busy} />
      )}
      empty={<Nothing {...props} />}
    >
      {(rows) => (rows.length > 0 ? <Listed {...props} view={view} onView={onView} rows={rows} /> : <Nothing {...props} />)}
    </DataShell>
  );
}

const Nothing = ({ add, empty }: Pick<DataTableProps<never>, 'add' | 'empty'>) => <Card flush>{add ? <AddRow>{add}</AddRow> : empty}</Card>;
