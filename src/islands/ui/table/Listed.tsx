import { Download } from 'lucide-react';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { phrase } from '../../../lib/i18n/phrase.ts';
import { useT } from '../../../lib/i18n/react.tsx';
import { Button } from '../Button.tsx';
import { Card } from '../Card.tsx';
import type { DataTableProps } from '../DataTable.tsx';
import { NoResults } from '../EmptyState.tsx';
import { usePhone } from '../useCompact.ts';
import { clearView } from './clearView.ts';
import type { RowParts } from './DataRow.tsx';
import { Grid } from './Grid.tsx';
import { SelectAll, SelectionBar } from './SelectionBar.tsx';
import { TableBar, type TableBarProps } from './TableBar.tsx';
import { sortedBy } from './TableHead.tsx';
import { useRowMenu } from './useRowMenu.tsx';
import { useSelection } from './useSelection.ts';
import { useTable } from './useTable.ts';

const noFilters: readonly never[] = [];

/** A form above the rows. */
export const AddRow = ({ children }: { children: ReactNode }) => <div className="tbl-add">{children}</div>;

export interface ListedProps<T> extends DataTableProps<T>, Pick<TableBarProps<T>, 'view' | 'onView'> {
  rows: readonly T[];
}

/** A list with rows. */
export function Listed<T>(props: ListedProps<T>) {
  const { rows, keyOf, columns, order: ties, filters = noFilters, view, onView, menu, actions, onRow, bulk, nameOf, add, twoLine } = props;
  const t = useT();
  const isPhone = usePhone();
  const [selecting, setSelecting] = useState(false);
  const shape = { columns, filters, ties };
  const table = useTable(rows, shape, view);
  const { rows: shown, prepared } = table;
  const selection = useSelection(rows, shown, keyOf);
  const rowMenu = useRowMenu(menu, shown, keyOf);
  const sorted = sortedBy(columns, view, ties[0] ?? '');
  const isPicking = bulk !== undefined && (!isPhone || selecting);
  const endSelecting = () => {
    setSelecting(false);
    selection.clear();
  };

  const selectLabel = useMemo(() => {
    const label = phrase(t, 'common:list.selectRow', ['name']);
    return (row: T) => label({ name: nameOf(row) });
  }, [t, nameOf]);
  const parts = useMemo<RowParts<T>>(
    () => ({
      columns: columns.filter(({ cell }) => cell),
      keyOf,
      selectLabel,
      onPick: isPicking ? selection.onPick : null,
      menu,
      actions,
      isPhone,
      isPressable: Boolean(onRow),
    }),
    [columns, keyOf, selectLabel, isPicking, selection.onPick, menu, actions, isPhone, onRow],
  );
  const save = async (what: readonly T[]) => {
    const { tableCsv } = await import('./csv.ts');
    props.onExport?.(tableCsv(columns, what));
  };
  return (
    <>
      <TableBar
        {...{ view, onView, filters, columns, sorted, isPhone }}
        searchLabel={props.searchLabel}
        filtersLabel={props.filtersLabel}
        shown={table}
        totals={prepared.totals}
        onSelecting={bulk && !selecting ? () => setSelecting(true) : undefined}
      />
      <Card flush>
        {add && <AddRow>{add}</AddRow>}
        {isPhone && isPicking && (
          <SelectAll cover={selection.cover} shown={shown.length} onAll={selection.onPickAll} onDone={endSelecting} />
        )}
        {shown.length > 0 ? (
          <Grid
            label={props.label}
            rows={shown}
            total={rows.length}
            parts={parts}
            sorted={sorted}
            isDown={view.dir === 'desc'}
            onView={onView}
            selection={selection}
            menu={rowMenu.menu}
            onRow={onRow}
            editing={props.editing ?? null}
            twoLine={twoLine}
          />
        ) : (
          <NoResults
            title={props.noMatch.title}
            description={props.noMatch.text}
            action={<Button onClick={() => clearView(filters, onView)}>{t('common:list.clearFilters')}</Button>}
          />
        )}
      </Card>
      <div className="tbl-foot">
        <Status text={props.status} shown={shown.length} total={rows.length} />
        {props.onExport && (
          <Button kind="ghost" size="sm" icon={Download} onClick={() => void save(shown)}>
            {t('common:list.exportCsv')}
          </Button>
        )}
      </div>
      {rowMenu.panel}
      {selection.selected.length > 0 && (
        <SelectionBar
          selected={selection.selected.length}
          hidden={selection.hidden}
          actions={bulk?.(selection.selected, endSelecting) ?? []}
          onExport={props.onExport && (() => void save(selection.selected))}
          onClear={endSelecting}
        />
      )}
    </>
  );
}

interface StatusProps {
  text: DataTableProps<never>['status'];
  shown: number;
  total: number;
}
/** Announced again only if a number changes: most keystrokes of a search change none. */
const Status = memo(({ text, shown, total }: StatusProps) => <p role="status">{text(shown, total)}</p>);
