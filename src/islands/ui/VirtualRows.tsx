import { type ReactNode, useEffect, useState } from 'react';

export interface VirtualRowsProps<T> {
  items: readonly T[];
  /**
   * Renders a row. `row` contains its key, its index for screen readers and the measuring ref:
   * `{(record, { key, ...row }) => <Row key={key} {...row}>…</Row>}`
   */
  children: (item: T, row: VirtualRow) => ReactNode;
  keyOf: (item: T, index: number) => string | number;
  columns: number;
  /** Estimated height of a row in px. Rows have equal heights: the first rendered row is measured. */
  height?: number | undefined;
  /** A row with a different height, such as one with a form in it. */
  isTall?: ((item: T) => boolean) | undefined;
}
export interface VirtualRow {
  key: string | number;
  'data-index': number;
  'aria-rowindex': number;
  ref: ((row: HTMLElement | null) => void) | undefined;
}

/** Space for rows that are not rendered; nothing for none. */
export const Spacer = ({ size, columns }: { size: number; columns: number }) =>
  size > 0 && (
    <tr data-spacer aria-hidden>
      <td colSpan={columns} style={{ blockSize: size, padding: 0, border: 0 }} />
    </tr>
  );

/** Of a row, in px, when the caller does not say. */
export const HEIGHT = 46;

/** Minimum height above a list, in px: header, title, search, head. */
const ABOVE = 240;

const renderRows = ({ items, keyOf, children }: VirtualRowsProps<unknown>, count: number) =>
  items.slice(0, count).map((item, index) => children(item, { key: keyOf(item, index), ...rowAttributes(index), ref: undefined }));

const WholeBody = (props: VirtualRowsProps<unknown>) => <tbody>{renderRows(props, props.items.length)}</tbody>;
type Body = (props: VirtualRowsProps<unknown>) => ReactNode;
let VirtualBody: Body | undefined;
let coming: Promise<void> | undefined;
/** Few lists are long enough to need the virtualizer, a twelfth of a list page's size. If it can't be loaded, all rows are rendered. */
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

/** Above this number of rows, only those near the view are rendered. */
export const VIRTUAL_FROM = 200;
/** Preloads the virtualizer if a list is long enough to need it, while the list itself is loading. */
export function expectRows(count: number): void {
  if (count > VIRTUAL_FROM) void loadVirtual();
}

/** A table body that renders only the rows near the view. Scrolls with the nearest scrolling ancestor. */
export function VirtualRows<T>(props: VirtualRowsProps<T>) {
  const any = props as unknown as VirtualRowsProps<unknown>; // the rows are rendered by the caller's own functions
  const [isThere, setThere] = useState(VirtualBody !== undefined);
  useEffect(() => {
    if (!isThere) void loadVirtual().then(() => setThere(true));
  }, [isThere]);
  if (VirtualBody && isThere) return <VirtualBody {...any} />;
  const { items, columns, height = HEIGHT } = props;
  // Until the virtualizer has loaded: only as many rows as a window shows, because each takes time.
  const first = Math.ceil(Math.max(innerHeight - ABOVE, height) / height);
  return (
    <tbody>
      {renderRows(any, first)}
      {/* Gives the list its full height at once, so that End scrolls to its end. */}
      <Spacer size={(items.length - first) * height} columns={columns} />
    </tbody>
  );
}

/** The header row counts as one. */
export const rowAttributes = (index: number) => ({ 'data-index': index, 'aria-rowindex': index + 2 });
