import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ComponentPropsWithRef, CSSProperties, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface TableProps extends Omit<ComponentPropsWithRef<'table'>, 'aria-label'> {
  label: string;
  /** Turns rows into two-line ones at 600 px or less; cells set their position with `m`. */
  rows?: boolean | undefined;
  /** Rows of 52 px. */
  twoLine?: boolean | undefined;
  /** One css width per column: columns then have fixed widths, which a virtual body requires. */
  widths?: readonly (string | undefined | ColumnWidth)[];
  /** Total number of rows, if only some are on the page. */
  total?: number | undefined;
  /** As the server has rendered it: phones don't show the checkboxes that other widths have. */
  'data-first'?: string | undefined;
}

/** Used in a `Card flush`. The roles are explicit because the two-line layout drops the implicit ones. */
export function Table({ label, rows, twoLine, widths, total, className, children, ...rest }: TableProps) {
  return (
    <div className="tbl-wrap">
      <table
        // biome-ignore lint/a11y/noRedundantRoles: display:block at 600 px drops the implicit role
        role="table"
        aria-label={label}
        aria-rowcount={total}
        {...rest}
        className={cx('tbl', rows && 'tbl-rows', twoLine && 'tbl-two', widths && 'tbl-fixed', className)}
      >
        {widths && (
          <colgroup>
            {widths.map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
              <col key={index} {...colProps(width)} />
            ))}
          </colgroup>
        )}
        {children}
      </table>
    </div>
  );
}

/** A css width that depends on the width of the window. */
export interface ColumnWidth {
  wide: string | undefined;
  /** At 1190 px or less; `hidden` there with `NARROW_HIDDEN`, which its cells need too. */
  narrow: string;
}
export const NARROW_HIDDEN = 'max-lg:hidden';
function colProps(width: string | undefined | ColumnWidth): ComponentPropsWithRef<'col'> {
  if (typeof width !== 'object') return width ? { style: { inlineSize: width } } : {};
  const { wide, narrow } = width;
  if (narrow === 'hidden') return { className: NARROW_HIDDEN, style: { inlineSize: wide } };
  return { className: 'col-two', style: { '--wide': wide, '--narrow': narrow } as CSSProperties }; // variables, which React's types don't know
}

/** The head: put `HeadCell`s in it. */
export function Head({ children }: { children: ReactNode }) {
  return (
    <thead>
      <tr>{children}</tr>
    </thead>
  );
}

export interface HeadCellProps extends ComponentPropsWithRef<'th'> {
  num?: boolean | undefined;
  /** Makes it a button. Null: sortable, but not sorted. */
  sort?: 'ascending' | 'descending' | null | undefined;
  onSort?: (() => void) | undefined;
  /** The text is for screen readers only: columns of checkboxes and actions. */
  hideText?: boolean | undefined;
}
export function HeadCell({ num, sort, onSort, hideText, children, ...rest }: HeadCellProps) {
  return (
    <th scope="col" {...rest} data-num={num || undefined} aria-sort={sort === undefined ? undefined : (sort ?? 'none')}>
      {onSort ? (
        <button type="button" className="sort" onClick={onSort}>
          {children}
          {sort && (sort === 'ascending' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />)}
        </button>
      ) : hideText ? (
        <span className="sr-only">{children}</span>
      ) : (
        children
      )}
    </th>
  );
}

export interface RowProps extends ComponentPropsWithRef<'tr'> {
  selected?: boolean | undefined;
  /** No hover, no two-line layout: the inline add row, a message over all columns. */
  plain?: boolean | undefined;
}
export const Row = (props: RowProps) => <tr {...rowProps(props)} />;
/** Props of a row's element. For long lists, which render many rows per keystroke without a component each. The role: see Table. */
export function rowProps({ selected, plain, ...rest }: RowProps): ComponentPropsWithRef<'tr'> & DataAttributes {
  return { role: 'row', ...rest, 'aria-selected': selected || undefined, 'data-plain': plain || undefined };
}

export interface CellProps extends ComponentPropsWithRef<'td'> {
  /** Numbers: at inline-end, tabular. */
  num?: boolean | undefined;
  /** One line with an ellipsis. */
  clip?: boolean | undefined;
  /** Position in the two-line row of small screens; without one the cell is hidden there. */
  m?: 'check' | 'lead' | 'title' | 'sub' | 'end' | 'more' | undefined;
  /** A muted second line. */
  sub?: ReactNode;
}
export function Cell({ sub, children, ...rest }: CellProps) {
  return (
    <td {...cellProps(rest)}>
      {children}
      {sub && <span className="cell-sub">{sub}</span>}
    </td>
  );
}
/** Props of a cell's element; see `rowProps`. */
export function cellProps({ num, clip, m, className, ...rest }: Omit<CellProps, 'sub'>): ComponentPropsWithRef<'td'> & DataAttributes {
  return { role: 'cell', ...rest, className: cx('ui-cell', clip && 'clip', className), 'data-num': num || undefined, 'data-m': m };
}
type DataAttributes = Readonly<Record<`data-${string}`, string | boolean | undefined>>;
