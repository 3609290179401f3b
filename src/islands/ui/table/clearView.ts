import { focusWhenLost } from '../focusWhenLost.ts';
import type { Filter, TableView } from './types.ts';

/** Clears search and filters of a list that shows no row. */
export function clearView<T>(filters: readonly Filter<T>[], onView: (change: Partial<TableView>) => void): void {
  onView(Object.fromEntries(['q', ...filters.map(({ key }) => key)].map((key) => [key, ''])));
  // The button is removed together with its container, which may have had the focus.
  focusWhenLost(() => document.querySelector<HTMLElement>('main [type="search"]'));
}
