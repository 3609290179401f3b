import { type MouseEvent, memo } from 'react';
import { formatNumber } from '../../../lib/format/number.ts';
import { currentLocale, useT } from '../../../lib/i18n/react.tsx';
import { Checkbox } from '../Checkbox.tsx';
import { Table } from '../Table.tsx';
import { useHydrated } from '../useCompact.ts';
import { VIRTUAL_FROM } from '../VirtualRows.tsx';
import { hasEnd, keyAt } from './DataRow.tsx';
import { TableBody, type TableBodyProps } from './TableBody.tsx';
import { TableHead } from './TableHead.tsx';
import type { TableView } from './types.ts';
import { useRowFocus } from './useRowFocus.ts';
import type { useRowMenu } from './useRowMenu.tsx';
import type { useSelection } from './useSelection.ts';

const CHECK_WIDTH = '48px';
/** Widths of the buttons at the end: the menu alone, and with the buttons before it if there is room. */
const endWidths = { menu: '64px', both: '96px' } as const;
/** Estimated height of a row in px. */
const heights = { phone: 66, twoLine: 52, line: 46 } as const;

interface GridProps<T> extends Pick<TableBodyProps<T>, 'rows' | 'parts' | 'editing'> {
  label: string;
  /** Of the whole list. */
  total: number;
  sorted: string;
  isDown: boolean;
  onView: (change: Partial<TableView>) => void;
  selection: ReturnType<typeof useSelection<T>>;
  menu: ReturnType<typeof useRowMenu<T>>['menu'];
  onRow: ((row: T) => void) | undefined;
  twoLine: boolean | undefined;
}

function HeadAndRows<T>(props: GridProps<T>) {
  const { label, total, rows, parts, sorted, isDown, onView, selection, menu, onRow, editing, twoLine } = props;
  const t = useT();
  const isHydrated = useHydrated();
  const onFocus = useRowFocus(rows);
  const isPicking = parts.onPick !== null;
  const widths = [
    ...(isPicking ? [CHECK_WIDTH] : []),
    ...parts.columns.map(({ width, narrow }) => (narrow ? { wide: width, narrow } : width)),
    ...(hasEnd(parts) ? [parts.actions ? { wide: endWidths.both, narrow: endWidths.menu } : endWidths.menu] : []),
  ];
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement; // clicks come from elements
    // Events from portals that a cell opens also arrive through React.
    if (!event.currentTarget.contains(target) || menu.onMenuClick(event) || !onRow) return;
    if (target.closest('a, button, input, label') || getSelection()?.isCollapsed === false) return;
    const key = keyAt(target);
    const row = rows.find((one) => parts.keyOf(one) === key);
    if (row !== undefined) onRow(row);
  };
  // While selecting on a phone, the whole row is the checkbox, and its buttons are disabled.
  const onPickPress = (event: MouseEvent<HTMLElement>) => {
    const target = event.target as HTMLElement; // see above
    const key = keyAt(target);
    if (key === undefined || target.closest('input')) return;
    event.preventDefault();
    event.stopPropagation();
    selection.toggle(key);
  };
  return (
    <Table
      label={label}
      rows
      twoLine={twoLine}
      widths={widths}
      total={rows.length + 1}
      data-first={isHydrated ? undefined : ''}
      onClick={onClick}
      onClickCapture={parts.isPhone && isPicking ? onPickPress : undefined}
      onKeyDown={menu.onMenuKey}
      onFocus={onFocus}
    >
      <TableHead
        columns={parts.columns}
        sorted={sorted}
        isDown={isDown}
        onView={onView}
        hasEnd={hasEnd(parts)}
        check={
          isPicking && (
            <Checkbox
              aria-label={t('common:list.selectAll', { n: formatNumber(rows.length, currentLocale()) })}
              checked={selection.cover === 'all'}
              mixed={selection.cover === 'some'}
              onChange={() => selection.onPickAll(selection.cover !== 'all')}
            />
          )
        }
      />
      <TableBody
        rows={rows}
        parts={parts}
        picked={selection.keys}
        menuOf={menu.menuOf}
        editing={editing}
        isLong={total > VIRTUAL_FROM}
        height={parts.isPhone ? heights.phone : twoLine ? heights.twoLine : heights.line}
      />
    </Table>
  );
}

/**
 * Head and rows. Clicks in rows are handled here, because there are many. Rendered again when one of its props changes, not on every
 * keystroke above it.
 */
export const Grid = memo(HeadAndRows) as typeof HeadAndRows; // memo forgets that it is generic
