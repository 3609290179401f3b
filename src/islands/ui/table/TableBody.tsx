import { memo, type ReactNode } from 'react';
import { Cell, Row } from '../Table.tsx';
import { FIRST_ROWS, useHydrated } from '../useCompact.ts';
import { Spacer, type VirtualRow, VirtualRows } from '../VirtualRows.tsx';
import { DataRow, hasEnd, type RowParts } from './DataRow.tsx';

export interface TableBodyProps<T> {
  rows: readonly T[];
  parts: RowParts<T>;
  picked: ReadonlySet<string>;
  /** Key of the row whose menu is open. */
  menuOf: string | null;
  /** A form that replaces a row. */
  editing: { key: string; form: ReactNode } | null;
  /** Approximate height of a row in px. */
  height: number;
  /** Whether the whole list is long, even if few rows match: switching between the two renderings would render all rows again. */
  isLong: boolean;
}

function AllRows<T>({ rows, parts, picked, menuOf, editing, height, isLong }: TableBodyProps<T>) {
  const { keyOf } = parts;
  const isHydrated = useHydrated();
  const columns = parts.columns.filter(({ narrow }) => narrow !== 'hidden').length + (parts.onPick ? 1 : 0) + (hasEnd(parts) ? 1 : 0);
  const draw = (row: T, element?: VirtualRow['key'], place?: Omit<VirtualRow, 'key'>) => {
    const key = keyOf(row);
    return editing?.key === key ? (
      <Row key={element ?? key} {...place} plain>
        <Cell colSpan={columns} className="bg-surface-2 p-[18px]!">
          {editing.form}
        </Cell>
      </Row>
    ) : (
      <DataRow key={element ?? key} row={row} parts={parts} selected={picked.has(key)} menuOpen={menuOf === key} place={place} />
    );
  };
  return isLong && isHydrated ? (
    <VirtualRows items={rows} keyOf={keyOf} columns={columns} height={height} isTall={(row) => keyOf(row) === editing?.key}>
      {(row, { key, ...place }) => draw(row, key, place)}
    </VirtualRows>
  ) : (
    <tbody>
      {(isHydrated ? rows : rows.slice(0, FIRST_ROWS)).map((row) => draw(row))}
      {!isHydrated && <Spacer size={(rows.length - FIRST_ROWS) * height} columns={columns} />}
    </tbody>
  );
}
export const TableBody = memo(AllRows) as typeof AllRows; // memo forgets that it is generic
