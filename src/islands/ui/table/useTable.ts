import { useEffect, useMemo, useRef } from 'react';
import { type Narrowed, narrow } from './narrow.ts';
import { type Prepared, prepare, type Shape } from './prepare.ts';
import type { TableView } from './types.ts';

/** How long rows are prepared in one go before checking again whether the browser is idle. */
const IDLE_MS = 4;

/** The rows after search, filters and sorting. */
export function useTable<T>(rows: readonly T[], shape: Shape<T>, view: TableView): Narrowed<T> & { prepared: Prepared<T> } {
  const { columns, filters, ties } = shape;
  const lastPrepared = useRef<{ prepared: Prepared<T>; columns: Shape<T>['columns'] }>(undefined);
  const prepared = useMemo(() => {
    const before = lastPrepared.current;
    // Other columns may have other search texts.
    const made = prepare(rows, { columns, filters, ties }, before?.columns === columns ? before.prepared : undefined);
    lastPrepared.current = { prepared: made, columns };
    return made;
  }, [rows, columns, filters, ties]);
  useEffect(() => warmWhenIdle(prepared), [prepared]);

  const { q, sort, dir } = view;
  const chosen = filters.map(({ key }) => view[key] ?? '').join('\n');
  const last = useRef<Narrowed<T>>(undefined);
  // The view is a new object after each keystroke; its relevant parts aren't.
  const narrowed = useMemo(() => {
    last.current = narrow(prepared, filters, { q, sort, dir, chosen }, last.current);
    return last.current;
  }, [prepared, filters, q, sort, dir, chosen]);
  return { ...narrowed, prepared };
}

/** Computes the search texts while idle, so that they are ready for the first keystroke. Returns a function that stops it. */
function warmWhenIdle<T>(prepared: Prepared<T>): () => void {
  // Safari has no idle callbacks; there the first keystroke computes the texts.
  if (typeof requestIdleCallback !== 'function') return () => {};
  let handle = requestIdleCallback(function step() {
    const start = performance.now();
    if (!prepared.warm(() => performance.now() - start > IDLE_MS)) handle = requestIdleCallback(step);
  });
  return () => cancelIdleCallback(handle);
}
