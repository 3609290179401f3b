import { type ChangeEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { focusWhenLost } from '../focusWhenLost.ts';
import { keyAt } from './DataRow.tsx';
import { nonePicked, pick, pickRange, selectionCover } from './selection.ts';

/**
 * Selected rows of a list.
 * @param rows all rows: removed ones are dropped from the selection
 * @param shown the filtered and sorted rows: ranges and "all" refer to these
 */
export function useSelection<T>(rows: readonly T[], visible: readonly T[], keyOf: (row: T) => string) {
  const [picked, setPicked] = useState(nonePicked);
  const { keys } = picked;
  const selected = useMemo(() => (keys.size === 0 ? [] : rows.filter((row) => keys.has(keyOf(row)))), [rows, keys, keyOf]);
  const alive = useMemo(() => (selected.length === keys.size ? keys : new Set(selected.map(keyOf))), [selected, keys, keyOf]);
  const shownKeys = useMemo(() => (keys.size === 0 ? [] : visible.map(keyOf)), [visible, keyOf, keys.size]);
  const now = useRef({ shown: visible, keyOf });
  now.current = { shown: visible, keyOf };

  const onPick = useCallback((event: ChangeEvent<HTMLInputElement>) => {
    const { nativeEvent, currentTarget: box } = event;
    const [key, checked] = [keyAt(box), box.checked];
    if (key === undefined) return;
    const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
    setPicked((before) =>
      isRange ? pickRange(before, now.current.shown.map(now.current.keyOf), key, checked) : pick(before, [key], checked),
    );
  }, []);
  const onPickAll = useCallback((on: boolean) => setPicked((before) => pick(before, now.current.shown.map(now.current.keyOf), on)), []);
  const clear = useCallback(() => {
    setPicked(nonePicked);
    // The bar is removed, and may have had the focus.
    focusWhenLost(() => document.querySelector<HTMLElement>('th input.check'));
  }, []);
  const toggle = useCallback((key: string) => setPicked((before) => pick(before, [key], !before.keys.has(key))), []);

  // An open menu, sheet or form handles Escape first, and so does a field.
  const isAny = selected.length > 0;
  useEffect(() => {
    if (!isAny) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
      clear();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isAny, clear]);

  return useMemo(() => {
    const cover = selectionCover({ keys: alive, last: null }, shownKeys);
    /** Selected rows hidden by filters. */
    const hidden = selected.length - shownKeys.reduce((sum, key) => sum + (alive.has(key) ? 1 : 0), 0);
    return { selected, keys: alive, cover, hidden, onPick, onPickAll, toggle, clear };
  }, [selected, alive, shownKeys, onPick, onPickAll, toggle, clear]);
}
