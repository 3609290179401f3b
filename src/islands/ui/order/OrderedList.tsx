import { type ComponentType, type FocusEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useT } from '../../../lib/i18n/react.tsx';
import type { MenuItem } from '../menuItem.ts';
import { FIRST_ROWS, useHydrated } from '../useCompact.ts';
import { useLock } from '../useLock.ts';
import { OrderedRow } from './OrderedRow.tsx';
import type { SortableRowsProps } from './SortableRows.tsx';

/** What the list needs to know about each rule. */
export interface Ordered {
  id: string;
  /** The rule's name in labels and announcements. */
  title: string;
  /** Whether it is on the edge. Absent: the list has no switches. */
  state?: 'off' | 'on';
  /** Its saved form differs from the one on the edge. */
  draft?: boolean;
  /** What is shown in place of the word for `state`. */
  status?: ReactNode;
  /** Its place in the whole list, from 0, if only some rules are shown or they are sorted otherwise. */
  place?: number;
}

export interface OrderedListProps<R extends Ordered> {
  label: string;
  /** The highest priority first. */
  rows: readonly R[];
  /** The content of a rule; the title is not shown otherwise. */
  body: (row: R) => ReactNode;
  /** Its own actions, the destructive one last; the move actions are inserted before that one. */
  actions: (row: R) => readonly MenuItem[];
  /** Absent: rules apply as long as they exist. */
  onSwitch?: (row: R, on: boolean) => void;
  /** Saves the order; the list reverts if it is refused. Absent: rules can't be moved in this view. */
  onOrder?: ((ids: string[]) => Promise<unknown>) | undefined;
  /** The rule whose switch is being saved. */
  busyId?: string | undefined;
}

const GRIP = '.ordered-grip';
/** Of a rule with one line of text below its name, in px. */
const HEIGHT = 64;

/**
 * Rules in priority order: reordered by dragging their grip, by keyboard (Space, arrows, Space) or from their menu. The drag library
 * is loaded when it is about to be used. Needs the texts of `rules`.
 */
export function OrderedList<R extends Ordered>(props: OrderedListProps<R>) {
  const { label, rows, onOrder } = props;
  const lock = useLock(true);
  const t = useT();
  const isHydrated = useHydrated();
  const root = useRef<HTMLOListElement>(null);
  /** The requested order, while the list is still the one it was requested for. */
  const [requested, setRequested] = useState<{ of: string; order: string[] } | null>(null);
  const [Sortable, setSortable] = useState<ComponentType<SortableRowsProps> | null>(null);
  const ids = rows.map(({ id }) => id);
  const now = ids.join();
  const shown = requested?.of === now ? requested.order : ids;
  // The request is over once the list has changed, even if it returns to this order later.
  useEffect(() => setRequested((before) => (before?.of === now ? before : null)), [now]);

  const move = (order: string[]) => {
    if (!onOrder) return;
    setRequested({ of: now, order });
    // Saved: the provider's next list replaces it. Refused: the old one is shown again.
    onOrder(order).catch(() => setRequested(null));
  };

  const loaded = useRef<ComponentType<SortableRowsProps> | null>(null);
  const prepare = () =>
    rows.length < 2 || !onOrder
      ? Promise.resolve()
      : import('./SortableRows.tsx').then(({ SortableRows }) => {
          loaded.current = SortableRows;
        });
  /** Once the drag library has loaded. Only a grip loads it, so that nothing that is open in a row is lost. */
  const turnOn = () => {
    if (loaded.current && !Sortable) preserveFocus(root.current, () => setSortable(() => loaded.current));
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (Sortable) return;
    void prepare().then(() => target.matches(GRIP) && target === document.activeElement && turnOn());
  };
  const onPointerDown = (event: PointerEvent) => {
    const grip = event.target instanceof Element ? event.target.closest(GRIP) : null;
    if (!grip || Sortable || !loaded.current) return;
    const rule = grip.closest<HTMLElement>('[data-rule]')?.dataset.rule ?? '';
    flushSync(() => setSortable(() => loaded.current));
    // The press continues on the grip that has replaced this one.
    const { pointerId, pointerType, isPrimary, clientX, clientY, button, buttons } = event;
    const press = { pointerId, pointerType, isPrimary, clientX, clientY, button, buttons, bubbles: true, cancelable: true };
    root.current?.querySelector(`[data-rule="${CSS.escape(rule)}"] ${GRIP}`)?.dispatchEvent(new window.PointerEvent('pointerdown', press));
  };

  const list = shown.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  const rowOf = (row: R, place: number): Omit<Parameters<typeof OrderedRow>[0], 'sort'> => ({
    row,
    place: row.place ?? place,
    movable: onOrder !== undefined && !lock,
    body: props.body(row),
    menu: onOrder ? withMoves(props.actions(row), moves(t, shown, place, move)) : props.actions(row),
    busy: props.busyId === row.id,
    ...(props.onSwitch && { onSwitch: (on) => props.onSwitch?.(row, on) }),
  });
  return (
    <ol ref={root} className="ordered" aria-label={label} onPointerEnter={prepare} onFocus={onFocus} onPointerDown={onPointerDown}>
      {Sortable && onOrder && !lock ? (
        <Sortable rows={list.map(rowOf)} onMove={move} />
      ) : (
        list.slice(0, isHydrated ? undefined : FIRST_ROWS).map((row, place) => <OrderedRow key={row.id} {...rowOf(row, place)} />)
      )}
      {!isHydrated && list.length > FIRST_ROWS && <li aria-hidden style={{ blockSize: (list.length - FIRST_ROWS) * HEIGHT }} />}
    </ol>
  );
}

/** Moving isn't destructive, so it comes before the last action. */
function withMoves(actions: readonly MenuItem[], moving: readonly MenuItem[]): MenuItem[] {
  const at = actions.findIndex(({ danger }) => danger);
  return at < 0 ? [...actions, ...moving] : [...actions.slice(0, at), ...moving, ...actions.slice(at)];
}

function moves(t: ReturnType<typeof useT>, ids: readonly string[], place: number, move: (ids: string[]) => void): MenuItem[] {
  const last = ids.length - 1;
  const to = (next: number) => () => {
    const others = ids.filter((_, index) => index !== place);
    const id = ids[place];
    if (id) move([...others.slice(0, next), id, ...others.slice(next)]);
  };
  return [
    ...(place > 0 ? [{ key: 'up', label: t('rules:move.up'), changes: true, onSelect: to(place - 1), group: true as const }] : []),
    ...(place > 1 ? [{ key: 'top', label: t('rules:move.top'), changes: true, onSelect: to(0) }] : []),
    ...(place < last
      ? [{ key: 'down', label: t('rules:move.down'), changes: true, onSelect: to(place + 1), ...(place === 0 && { group: true as const }) }]
      : []),
    ...(place < last - 1 ? [{ key: 'bottom', label: t('rules:move.bottom'), changes: true, onSelect: to(last) }] : []),
  ];
}

/** The draggable rows replace the plain ones: the focus stays on the same control of the same rule. */
function preserveFocus(root: HTMLElement | null, change: () => void): void {
  const stops = (row: Element | null | undefined) => [...(row?.querySelectorAll<HTMLElement>('a[href], button') ?? [])];
  const row = document.activeElement?.closest<HTMLElement>('[data-rule]');
  const stop = stops(row).indexOf(document.activeElement as HTMLElement); // an element that is none of them is not found
  flushSync(change);
  if (!row || stop < 0 || row.isConnected) return;
  const now = root?.querySelector(`[data-rule="${CSS.escape(row.dataset.rule ?? '')}"]`);
  stops(now)[stop]?.focus({ preventScroll: true });
}
