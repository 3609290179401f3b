import { useVirtualizer, useWindowVirtualizer, type VirtualizerOptions } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';

export interface VirtualRowsProps<T> {
  items: readonly T[];
  /**
   * Draws a row. `row` carries its key, its place for screen readers and the measuring:
   * `{(record, { key, ...row }) => <Row key={key} {...row}>…</Row>}`
   */
  children: (item: T, row: VirtualRow) => ReactNode;
  keyOf: (item: T, index: number) => string | number;
  columns: number;
  /** Height of a row in px; phones measure their own. */
  height?: number | undefined;
}
export interface VirtualRow {
  key: string | number;
  'data-index': number;
  'aria-rowindex': number;
  ref: (row: HTMLElement | null) => void;
}
type Common = Pick<VirtualizerOptions<never, never>, 'count' | 'estimateSize' | 'overscan' | 'scrollMargin'>;

/** A table body of which only the rows near the view are on the page. Scrolls with whatever scrolls around it. */
export function VirtualRows<T>(props: VirtualRowsProps<T>) {
  const [scroller, setScroller] = useState<HTMLElement | 'window' | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  useLayoutEffect(() => {
    let parent = body.current?.parentElement;
    while (parent && parent !== document.body && !/auto|scroll/.test(getComputedStyle(parent).overflowY)) parent = parent.parentElement;
    // `overflow-x: auto` of the table's own frame computes to `overflow-y: auto` as well, but never scrolls down.
    while (parent?.classList.contains('tbl-wrap')) {
      parent = parent.parentElement;
      while (parent && parent !== document.body && !/auto|scroll/.test(getComputedStyle(parent).overflowY)) parent = parent.parentElement;
    }
    setScroller(!parent || parent === document.body ? 'window' : parent);
  }, []);
  if (scroller === null) return <tbody ref={body} />;
  return scroller === 'window' ? <InWindow {...props} /> : <InElement {...props} scroller={scroller} />;
}

/** How far the body starts below the top of what scrolls. */
function useMargin(scroller: HTMLElement | null) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const top = body.current?.getBoundingClientRect().top ?? 0;
    setMargin(scroller ? top - scroller.getBoundingClientRect().top + scroller.scrollTop : top + scrollY);
  }, [scroller]);
  return { body, margin };
}
const common = ({ items, height = 46 }: VirtualRowsProps<never>, scrollMargin: number): Common => ({
  count: items.length,
  estimateSize: () => height,
  overscan: 8,
  scrollMargin,
});

function InWindow<T>(props: VirtualRowsProps<T>) {
  const { body, margin } = useMargin(null);
  const virtual = useWindowVirtualizer<HTMLElement>(common(props as unknown as VirtualRowsProps<never>, margin)); // only `items.length` and `height` are read
  return <Body {...props} body={body} margin={margin} virtual={virtual} />;
}
function InElement<T>(props: VirtualRowsProps<T> & { scroller: HTMLElement }) {
  const { body, margin } = useMargin(props.scroller);
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    ...common(props as unknown as VirtualRowsProps<never>, margin), // see InWindow
    getScrollElement: () => props.scroller,
  });
  return <Body {...props} body={body} margin={margin} virtual={virtual} />;
}

interface BodyProps<T> extends VirtualRowsProps<T> {
  body: RefObject<HTMLTableSectionElement | null>;
  margin: number;
  virtual: Pick<ReturnType<typeof useWindowVirtualizer<HTMLElement>>, 'getVirtualItems' | 'getTotalSize' | 'measureElement'>;
}
function Body<T>({ items, children, keyOf, columns, body, margin, virtual }: BodyProps<T>) {
  const shown = virtual.getVirtualItems();
  const before = shown[0] ? shown[0].start - margin : 0;
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? margin) - margin);
  const spacer = (height: number) =>
    height > 0 && (
      <tr data-spacer aria-hidden>
        <td colSpan={columns} style={{ blockSize: height, padding: 0, border: 0 }} />
      </tr>
    );
  return (
    <tbody ref={body}>
      {spacer(before)}
      {shown.map(({ index }) => {
        const item = items[index] as T; // the virtualizer counts the items of this render
        // One row of the head comes first.
        return children(item, { key: keyOf(item, index), 'data-index': index, 'aria-rowindex': index + 2, ref: virtual.measureElement });
      })}
      {spacer(after)}
    </tbody>
  );
}
