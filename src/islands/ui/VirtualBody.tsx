import { useVirtualizer, useWindowVirtualizer, type VirtualizerOptions } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { HEIGHT, rowAttributes, Spacer, type VirtualRow, type VirtualRowsProps } from './VirtualRows.tsx';

type Key = VirtualRow['key'];
type Common = Pick<VirtualizerOptions<never, never>, 'count' | 'estimateSize' | 'overscan' | 'scrollMargin' | 'getItemKey'>;

/** Where a body begins. */
interface Place {
  /** Null: the window. */
  scroller: HTMLElement | null;
  /** How far below the top of what scrolls, in px. */
  margin: number;
}

/** The body of `VirtualRows`: a separate module, loaded together with the virtualizer. */
export default function VirtualBody<T>(props: VirtualRowsProps<T>) {
  const [place, setPlace] = useState<Place | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  useLayoutEffect(() => {
    let parent = body.current?.parentElement;
    // `overflow-x: auto` of the table's own frame computes to `overflow-y: auto` as well, but never scrolls down.
    while (parent && parent !== document.body && (parent.classList.contains('tbl-wrap') || !scrolls(parent))) parent = parent.parentElement;
    const top = body.current?.getBoundingClientRect().top ?? 0;
    setPlace(
      !parent || parent === document.body
        ? { scroller: null, margin: top + scrollY }
        : { scroller: parent, margin: top - parent.getBoundingClientRect().top + parent.scrollTop },
    );
  }, []);
  if (place === null)
    return (
      // As high as the rows will be, or a scrolled page would jump back to the top.
      <tbody ref={body}>
        <Spacer size={props.items.length * (props.height ?? HEIGHT)} columns={props.columns} />
      </tbody>
    );
  return place.scroller ? <InElement {...props} {...place} /> : <InWindow {...props} {...place} />;
}
const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY);

/** Extra rows outside the view, for scrolling. They are rendered after the visible ones. */
const BEYOND = 3;

/** What both kinds of scrolling share. */
function useRows<T>({ items, keyOf, height: about = HEIGHT, margin: scrollMargin }: VirtualRowsProps<T> & Place) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [real, setReal] = useState(about);
  const [overscan, setOverscan] = useState(0);
  useEffect(() => whenPainted(() => setOverscan(BEYOND)), []);
  // A new identity means that the rows changed; the virtualizer then asks for all of them again.
  const getItemKey = useCallback((index: number) => keyOf(items[index] as T, index), [items, keyOf]);
  const options: Common = { count: items.length, estimateSize: () => real, overscan, scrollMargin, getItemKey };
  return { body, real, setReal, options };
}

function InWindow<T>(props: VirtualRowsProps<T> & Place) {
  const rows = useRows(props);
  const virtual = useWindowVirtualizer<HTMLElement>(rows.options);
  return <Body {...props} {...rows} virtual={virtual} />;
}
function InElement<T>(props: VirtualRowsProps<T> & Place) {
  const rows = useRows(props);
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({ ...rows.options, getScrollElement: () => props.scroller });
  return <Body {...props} {...rows} virtual={virtual} />;
}

/** Calls back after the next frame was painted. Returns the function that cancels it. */
function whenPainted(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** The virtualizer's keys may be big integers; ours come from `keyOf`, which gives none. */
const visibleRowKey = ({ key }: { key: unknown }) => key as Key;

interface BodyProps<T> extends VirtualRowsProps<T>, Place {
  body: RefObject<HTMLTableSectionElement | null>;
  /** The measured height of the first row. */
  real: number;
  setReal: (height: number) => void;
  options: Common;
  virtual: Pick<ReturnType<typeof useWindowVirtualizer<HTMLElement>>, 'getVirtualItems' | 'getTotalSize' | 'measureElement' | 'measure'>;
}
function Body<T>(props: BodyProps<T>) {
  const { items, children, columns, isTall, height: about, margin, body, real: height, setReal: setHeight, virtual } = props;
  const shown = virtual.getVirtualItems();
  const before = shown[0] ? shown[0].start - margin : 0;
  const after = virtual.getTotalSize() - ((shown.at(-1)?.end ?? margin) - margin);
  const plain = shown.find(({ index }) => !isTall?.(items[index] as T))?.index; // see below
  const isRendered = plain !== undefined;
  // Observing the size of every row would cost more than rendering it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there is a row, and again when rows are said to be of another height
  useLayoutEffect(() => {
    const real = body.current?.querySelector<HTMLElement>(`tr[data-index="${plain}"]`)?.offsetHeight;
    if (real) setHeight(real);
  }, [isRendered, about]);
  const used = useRef(height);
  useLayoutEffect(() => {
    if (used.current !== height) virtual.measure();
    used.current = height;
  }, [height, virtual]);
  return (
    <tbody ref={body}>
      <Spacer size={before} columns={columns} />
      {shown.map((one) => {
        const { index } = one;
        const item = items[index] as T; // the virtualizer counts the items of this render
        const ref = isTall?.(item) ? virtual.measureElement : undefined;
        return children(item, { key: visibleRowKey(one), ...rowAttributes(index), ref });
      })}
      <Spacer size={after} columns={columns} />
    </tbody>
  );
}
