import type { ReactNode } from 'react';
import { useAddress } from '../../lib/address.ts';
import { useT } from '../../lib/i18n/react.tsx';
import { Card } from './Card.tsx';
import { DataShell, type DataState } from './DataState.tsx';
import { LoadError } from './LoadError.tsx';
import { Skeleton } from './Skeleton.tsx';
import { AddRow, Listed } from './table/Listed.tsx';
import type { Bulk, Column, Filter, RowMenu, TableView } from './table/types.ts';

export type { Bulk, Column, Filter, RowMenu, TableView } from './table/types.ts';

/** Keep `columns`, `filters`, `order`, `menu`, `actions` and the functions the same objects between renders: rows are then drawn once. */
export interface DataTableProps<T> {
  /** Name of the table. */
  label: string;
  data: DataState<readonly T[]>;
  keyOf: (row: T) => string;
  columns: readonly Column<T>[];
  /** Keys of the columns that decide between equal rows; the first is the order that nobody had to choose. */
  order: readonly string[];
  filters?: readonly Filter<T>[] | undefined;
  filtersLabel?: string | undefined;
  /** The view of an address that says nothing: the same object each time. Search, filters and sorting are kept in the address. */
  defaults: TableView;
  searchLabel: string;
  /** Title of the error when the list does not load. */
  loadFailed: string;
  /** EmptyState: what the list is for, and how it begins. */
  empty: ReactNode;
  noMatch: { title: string; text: string };
  /** "12 records", "3 of 12 records". */
  status: (shown: number, total: number) => ReactNode;
  menu?: RowMenu<T> | undefined;
  /** Buttons before the menu of a row; not on phones. */
  actions?: ((row: T) => ReactNode) | undefined;
  /** A press on the row beside its buttons and links. A link or button in the row has to do the same for keyboards. */
  onRow?: ((row: T) => void) | undefined;
  /** Makes rows selectable; the export of the selected ones comes by itself. */
  bulk?: Bulk<T> | undefined;
  /** Names the box of a row: "Select {{name}}". */
  nameOf: (row: T) => string;
  /** Takes the exported rows as a file; `saveFile`. */
  onExport?: ((csv: string) => void) | undefined;
  /** A form on top of the rows. */
  add?: ReactNode;
  /** A form in the place of a row. */
  editing?: { key: string; form: ReactNode } | null | undefined;
  /** Rows of 52 px. */
  twoLine?: boolean | undefined;
}

/** The one list of the product: search, filters, sorting, selection, menus, export, and ten thousand rows when it must be. */
export function DataTable<T>(props: DataTableProps<T>) {
  const t = useT();
  // Kept here, not by the caller: a key of the search then draws the list alone, not the screen that it is on.
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
