import { type ReactNode, useEffect, useState } from 'react';

export interface VirtualRowsProps<T> {
  items: readonly T[];
  /**
   * Draws a row. `row` carries its key, its place for screen readers and the measuring:
   * `{(record, { key, ...row }) => <Row key={key} {...row}>…</Row>}`
   */
  children: (item: T, row: VirtualRow) => ReactNode;
  keyOf: (item: T, index: number) => string | number;
  columns: number;
  /** About how high a row is, in px. Rows are alike: the first one that is drawn tells it exactly. */
  height?: number | undefined;
  /** A row with a height of its own, as one with a form in it. */
  isTall?: ((item: T) => boolean) | undefined;
}
export interface VirtualRow {
  /** Of the element, which serves one row after the other. */
  key: string | number;
  'data-slot'?: number | undefined;
  'data-index': number;
  'aria-rowindex': number;
  ref: ((row: HTMLElement | null) => void) | undefined;
}

/** Room for rows that are not drawn: nothing for none. */
export const Spacer = ({ size, columns }: { size: number; columns: number }) =>
  size > 0 && (
    <tr data-spacer aria-hidden>
      <td colSpan={columns} style={{ blockSize: size, padding: 0, border: 0 }} />
    </tr>
  );

/** Of a row, in px, when the caller does not say. */
export const HEIGHT = 46;

/** What stands above a list at least, in px: header, title, search, head. */
const ABOVE = 240;

const rowsOf = ({ items, keyOf, children }: VirtualRowsProps<unknown>, count: number) =>
  items.slice(0, count).map((item, index) => children(item, { key: keyOf(item, index), ...placeOf(index), ref: undefined }));

const WholeBody = (props: VirtualRowsProps<unknown>) => <tbody>{rowsOf(props, props.items.length)}</tbody>;
type Body = (props: VirtualRowsProps<unknown>) => ReactNode;
let VirtualBody: Body | undefined;
let coming: Promise<void> | undefined;
/** Few lists are long enough for the virtualizer, a twelfth of what a list page weighs. Where it can't be had, all rows are drawn. */
function loadVirtual(): Promise<void> {
  coming ??= import('./VirtualBody.tsx').then(
    (module) => {
      VirtualBody = module.default;
    },
    () => {
      VirtualBody = WholeBody;
    },
  );
  return coming;
}

/** More rows than this and only those near the view are on the page. */
export const VIRTUAL_FROM = 200;
/** Fetches what a list of so many rows needs, while the list itself is still on its way. */
export function expectRows(count: number): void {
  if (count > VIRTUAL_FROM) void loadVirtual();
}

/** A table body of which only the rows near the view are on the page. Scrolls with whatever scrolls around it. */
export function VirtualRows<T>(props: VirtualRowsProps<T>) {
  const any = props as unknown as VirtualRowsProps<unknown>; // the rows are drawn by the caller's own functions
  const [isThere, setThere] = useState(VirtualBody !== undefined);
  useEffect(() => {
    if (!isThere) void loadVirtual().then(() => setThere(true));
  }, [isThere]);
  if (VirtualBody && isThere) return <VirtualBody {...any} />;
  const { items, columns, height = HEIGHT } = props;
  // Until the virtualizer is there: no more than a window shows, each row being one more to wait for.
  const first = Math.ceil(Math.max(innerHeight - ABOVE, height) / height);
  return (
    <tbody>
      {rowsOf(any, first)}
      {/* So that the list has its length at once, and End leads to its end. */}
      <Spacer size={(items.length - first) * height} columns={columns} />
    </tbody>
  );
}

/** One row of the head comes first. */
export const placeOf = (index: number) => ({ 'data-index': index, 'aria-rowindex': index + 2 });
