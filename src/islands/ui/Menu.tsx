import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { onDemand } from './onDemand.tsx';
import type { MenuPanelProps } from './overlay/MenuPanel.tsx';
import { returnFocus } from './returnFocus.ts';

/** Props for the button that opens the menu. */
export interface MenuTrigger {
  ref: RefObject<HTMLButtonElement | null>;
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export interface MenuProps extends Omit<MenuPanelProps, 'anchor' | 'open' | 'startAtEnd' | 'onClose'> {
  /** `(trigger) => <IconButton icon={Ellipsis} label="…" {...trigger} />` */
  trigger: (trigger: MenuTrigger) => ReactNode;
}

/** Actions for an item. Floats next to its button; a bottom sheet at 1190 px or less. Destructive items last. */
export function Menu({ trigger, ...props }: MenuProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<MenuOpen>(false);
  const close = () => {
    setOpen(false);
    returnFocus(anchor.current);
  };
  return (
    <>
      {trigger({
        ref: anchor,
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== false,
        onClick: () => setOpen(open ? false : 'first'),
        onKeyDown: (event) => {
          const start = menuOpening(event.key);
          if (!start) return;
          event.preventDefault();
          setOpen(start);
        },
      })}
      <MenuPanel {...props} anchor={anchor} open={open !== false} startAtEnd={open === 'last'} onClose={close} />
    </>
  );
}

/** Which item is highlighted first; false: closed. */
export type MenuOpen = false | 'first' | 'last';
/** The arrow keys open a menu from its button: at its first item, or at its last. */
export const menuOpening = (key: string): MenuOpen => (key === 'ArrowDown' ? 'first' : key === 'ArrowUp' ? 'last' : false);

/** The menu without its button, for one menu that serves many buttons. */
export const MenuPanel = onDemand<MenuPanelProps>((parts) => parts.MenuPanel);
