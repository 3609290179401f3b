import { type FocusEvent, useCallback, useEffect, useRef } from 'react';
import { focusWhenLost } from '../focusWhenLost.ts';

const focusableRows = (table: Element) => [...table.querySelectorAll<HTMLElement>('tr[data-key]')];
const focusStops = (row: Element) => [...row.querySelectorAll<HTMLElement>('a[href], button, input')];

/**
 * When a focused row is deleted, the focus moves to the same control of the row that replaces it;
 * without a row, to the start of the page.
 * @param rows a new array when rows were added or removed
 * @returns for `onFocus` of the table
 */
export function useRowFocus(rows: readonly unknown[]): (event: FocusEvent<HTMLElement>) => void {
  const last = useRef<{ element: HTMLElement; table: HTMLElement; row: number; stop: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is looked at is the page, which other rows have changed
  useEffect(() => {
    if (!last.current || last.current.element.isConnected) return;
    const { table, row, stop } = last.current;
    last.current = null;
    focusWhenLost(() => {
      const there = focusableRows(table);
      const stops = focusStops(there[Math.min(row, there.length - 1)] ?? table);
      return stops[stop] ?? stops[0] ?? document.querySelector<HTMLElement>('main');
    });
  }, [rows]);
  return useCallback(({ target, currentTarget }) => {
    // React also delivers events of elements that a cell renders elsewhere on the page.
    if (!(target instanceof HTMLElement) || !currentTarget.contains(target)) return;
    const row = target.closest<HTMLElement>('tr[data-key]');
    last.current = row && {
      element: target,
      table: currentTarget,
      row: focusableRows(currentTarget).indexOf(row),
      stop: focusStops(row).indexOf(target),
    };
  }, []);
}
