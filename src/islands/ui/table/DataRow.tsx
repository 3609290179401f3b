import { Ellipsis } from 'lucide-react';
import { type ChangeEvent, type MouseEvent, memo, type ReactNode } from 'react';
import { IconButton } from '../IconButton.tsx';
import { cellProps, NARROW_HIDDEN, rowProps } from '../Table.tsx';
import type { VirtualRow } from '../VirtualRows.tsx';
import type { Column, RowMenu } from './types.ts';

/** What all rows of a table share. The same object until a part of it changes, so that rows aren't rendered again. */
export interface RowParts<T> {
  /** Those that have cells. */
  columns: readonly Column<T>[];
  keyOf: (row: T) => string;
  /** Name of the row's checkbox. */
  selectLabel: (row: T) => string;
  /** Null: rows can't be selected now. */
  onPick: ((event: ChangeEvent<HTMLInputElement>) => void) | null;
  menu: RowMenu<T> | undefined;
  /** Buttons before the menu. */
  actions: ((row: T) => ReactNode) | undefined;
  isPhone: boolean;
  /** Whether a click on the row does something. */
  isPressable: boolean;
}

export interface DataRowProps<T> {
  row: T;
  parts: RowParts<T>;
  selected: boolean;
  menuOpen: boolean;
  place: Omit<VirtualRow, 'key'> | undefined;
}

/** A row of DataTable. Its position may change without rendering its cells again. */
export function DataRow<T>({ row, parts, selected, menuOpen, place }: DataRowProps<T>) {
  return (
    <tr
      {...rowProps({ ...place, selected, className: parts.isPressable ? 'cursor-pointer' : undefined })}
      ref={place?.ref}
      data-key={parts.keyOf(row)}
    >
      <Cells row={row} parts={parts} selected={selected} menuOpen={menuOpen} />
    </tr>
  );
}

function AllCells<T>({ row, parts, selected, menuOpen }: Omit<DataRowProps<T>, 'place'>) {
  const { columns, menu, actions, isPhone, onPick } = parts;
  return (
    <>
      {onPick && (
        <td {...cellProps({ m: 'check', onMouseDown: ignoreTextSelection })}>
          <input type="checkbox" className="check" aria-label={parts.selectLabel(row)} checked={selected} onChange={onPick} />
        </td>
      )}
      {columns.map(({ key, cell, num, clip, place, narrow }) => (
        <td key={key} {...cellProps({ m: place, num, clip, className: narrow === 'hidden' ? NARROW_HIDDEN : undefined })}>
          {cell?.(row)}
        </td>
      ))}
      {hasEnd(parts) && (
        <td {...cellProps({ m: menu?.phone === false ? undefined : 'more' })}>
          <span className="row-actions">
            {!isPhone && actions?.(row)}
            {menu && (
              <IconButton icon={Ellipsis} label={menu.label(row)} tip={false} data-menu aria-haspopup="menu" aria-expanded={menuOpen} />
            )}
          </span>
        </td>
      )}
    </>
  );
}
const Cells = memo(AllCells) as typeof AllCells; // memo forgets that it is generic

/** A last column of buttons. */
export const hasEnd = <T,>({ menu, actions }: Pick<RowParts<T>, 'menu' | 'actions'>): boolean => Boolean(menu || actions);

/** With the Shift key, a browser would select the text between two clicks; the checkbox still has to take the focus. */
function ignoreTextSelection(event: MouseEvent<HTMLElement>): void {
  if (!event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.querySelector('input')?.focus();
}

/** Key of the row that an element is in. */
export const keyAt = (element: Element): string | undefined => element.closest<HTMLElement>('tr[data-key]')?.dataset.key;
