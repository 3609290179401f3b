import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import { useT } from '../../../lib/i18n/react.tsx';
import { type MenuOpen, MenuPanel, menuOpening } from '../Menu.tsx';
import { returnFocus } from '../returnFocus.ts';
import { keyAt } from './DataRow.tsx';
import type { RowMenu } from './types.ts';

/** One menu shared by all rows of a table, because ten thousand rows can't have one each. Rows mark its button with `data-menu`. */
export function useRowMenu<T>(menu: RowMenu<T> | undefined, rows: readonly T[], keyOf: (row: T) => string) {
  const t = useT();
  const anchor = useRef<HTMLButtonElement | null>(null);
  const [at, setAt] = useState<{ row: T; key: string } | null>(null);
  const [open, setOpen] = useState<MenuOpen>(false);
  const close = () => {
    setOpen(false);
    returnFocus(anchor.current);
  };

  const now = useRef({ rows, keyOf, openAt: '' });
  const menuOf = open ? (at?.key ?? null) : null;
  now.current = { rows, keyOf, openAt: menuOf ?? '' };

  const handlers = useMemo(() => {
    const openAt = (button: HTMLButtonElement, start: MenuOpen) => {
      const { rows: shown, keyOf: keyIn, openAt: openKey } = now.current;
      const key = keyAt(button);
      const row = shown.find((one) => keyIn(one) === key);
      if (key === undefined || row === undefined) return;
      anchor.current = button;
      setAt({ row, key });
      setOpen(openKey === key ? false : start);
    };
    return {
      /** True if the press was on a menu button. */
      onMenuClick(event: MouseEvent): boolean {
        const button = closestButton(event);
        if (button) openAt(button, 'first');
        return button !== null;
      },
      onMenuKey(event: KeyboardEvent) {
        const [button, start] = [closestButton(event), menuOpening(event.key)];
        if (!button || !start) return;
        event.preventDefault();
        openAt(button, start);
      },
    };
  }, []);

  return {
    /** For the table; `menuOf` is the key of the row whose menu is open. */
    menu: useMemo(() => ({ menuOf, ...handlers }), [menuOf, handlers]),
    panel: menu && at && (
      <MenuPanel
        anchor={anchor}
        // Another row needs a new menu, next to another button.
        key={at.key}
        open={open !== false}
        startAtEnd={open === 'last'}
        onClose={close}
        label={menu.label(at.row)}
        sheetTitle={menu.title?.(at.row)}
        closeLabel={t('common:close')}
        items={menu.items(at.row)}
      />
    ),
  };
}

const closestButton = ({ target }: { target: EventTarget }) => (target as Element).closest<HTMLButtonElement>('button[data-menu]'); // events of elements
