import { useVirtualizer, useWindowVirtualizer, type VirtualizerOptions } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { HEIGHT, placeOf, Spacer, type VirtualRow, type VirtualRowsProps } from './VirtualRows.tsx';

type Key = VirtualRow['key'];
type Common = Pick<VirtualizerOptions<never, never>, 'count' | 'estimateSize' | 'overscan' | 'scrollMargin' | 'getItemKey'>;

/** Where a body begins. */
interface Place {
  /** Null: the window. */
  scroller: HTMLElement | null;
  /** How far below the top of what scrolls, in px. */
  margin: number;
}

/** The body of `VirtualRows`: apart from it, as it comes with the virtualizer. */
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
      // As long as the rows will be: else who has scrolled would be back at the top.
      <tbody ref={body}>
        <Spacer size={props.items.length * (props.height ?? HEIGHT)} columns={props.columns} />
      </tbody>
    );
  return place.scroller ? <InElement {...props} {...place} /> : <InWindow {...props} {...place} />;
}
const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY);

/** Rows beyond the view, so that the next ones are there when someone scrolls. They come after the first ones were seen. */
const BEYOND = 3;

/** What both kinds of scrolling share. */
function useRows<T>({ items, keyOf, height: about = HEIGHT, margin: scrollMargin }: VirtualRowsProps<T> & Place) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [real, setReal] = useState(about);
  const [overscan, setOverscan] = useState(0);
  useEffect(() => whenPainted(() => setOverscan(BEYOND)), []);
  // Its identity says that the rows are others; the virtualizer then asks anew for all of them.
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

/** Calls back when the next frame was shown. Returns how to stop. */
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
const keyOfShown = ({ key }: { key: unknown }) => key as Key;

interface BodyProps<T> extends VirtualRowsProps<T>, Place {
  body: RefObject<HTMLTableSectionElement | null>;
  /** What the first row was measured to have. */
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
  const drawn = plain !== undefined;
  // Watching every row for its size would cost more than drawing it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there is a row, and again when rows are said to be of another height
  useLayoutEffect(() => {
    const real = body.current?.querySelector<HTMLElement>(`tr[data-index="${plain}"]`)?.offsetHeight;
    if (real) setHeight(real);
  }, [drawn, about]);
  const used = useRef(height);
  useLayoutEffect(() => {
    if (used.current !== height) virtual.measure();
    used.current = height;
  }, [height, virtual]);
  const slots = useSlots(shown.map(keyOfShown));
  return (
    <tbody ref={body}>
      <Spacer size={before} columns={columns} />
      {shown.map((one) => {
        const { index } = one;
        const key = keyOfShown(one);
        const item = items[index] as T; // the virtualizer counts the items of this render
        const ref = isTall?.(item) ? virtual.measureElement : undefined;
        return children(item, { key: slots.get(key) ?? key, 'data-slot': slots.get(key), ...placeOf(index), ref });
      })}
      <Spacer size={after} columns={columns} />
    </tbody>
  );
}

/**
 * Gives each row an element to be drawn in. Rows that leave hand theirs to those that come: to change some texts takes a browser a
 * third of the time that making and removing a row takes. So a row may keep no state of its own. An element with the focus in it goes
 * with its row: else a key would act on another row than the one that was seen.
 */
function useSlots(keys: readonly Key[]): ReadonlyMap<Key, number> {
  const last = useRef<ReadonlyMap<Key, number>>(new Map());
  const wanted = keys.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of keys is another object each time, what it says is not
  const now = useMemo(() => {
    const held = Number(document.activeElement?.closest<HTMLElement>('tr[data-slot]')?.dataset.slot ?? -1);
    const here = new Set(keys);
    // In their order on the page: then hardly any element has to be moved.
    const free = [...last.current].filter(([key, slot]) => !here.has(key) && slot !== held).map(([, slot]) => slot);
    let fresh = Math.max(held, ...last.current.values()) + 1;
    return new Map(keys.map((key) => [key, last.current.get(key) ?? free.shift() ?? fresh++]));
  }, [wanted]);
  useLayoutEffect(() => {
    last.current = now;
  }, [now]);
  return now;
}
