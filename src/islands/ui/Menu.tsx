import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import type { Icon } from './icon.ts';
import { onDemand } from './onDemand.tsx';
import { returnFocus } from './returnFocus.ts';
import type { Changes } from './useLock.ts';

export interface MenuItem {
  key: string;
  label: string;
  icon?: Icon | undefined;
  kbd?: string | undefined;
  description?: ReactNode;
  /** Muted text at the end. */
  end?: ReactNode;
  /** Last, red, with an ellipsis if a dialog follows. */
  danger?: boolean | undefined;
  /** Whether it changes something in the account at once, so that a role that may only read can't use it. Default: destructive ones. */
  changes?: Changes | undefined;
  /** Why it is disabled. It stays visible. */
  reason?: string | undefined;
  /** Makes it one of several choices with a tick. */
  checked?: boolean | undefined;
  onSelect?: (() => void) | undefined;
  href?: string | undefined;
  /** Starts a group: a divider, and an optional heading. */
  group?: string | true | undefined;
}

/** Props for the button that opens the menu. */
export interface MenuTrigger {
  ref: RefObject<HTMLButtonElement | null>;
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  onClick: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

export interface MenuProps {
  /** Name for screen readers, and the title of the sheet on small screens. */
  label: string;
  closeLabel: string;
  items: readonly MenuItem[];
  /** `(trigger) => <IconButton icon={Ellipsis} label="…" {...trigger} />` */
  trigger: (trigger: MenuTrigger) => ReactNode;
  align?: 'start' | 'end' | undefined;
  /** Above the items: the signed-in user, a switch. */
  header?: ReactNode;
  /** Title and second line of the sheet when they differ from `label`. */
  sheetTitle?: ReactNode;
  sheetDescription?: ReactNode;
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
          const start = startOf(event.key);
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
export const startOf = (key: string): MenuOpen => (key === 'ArrowDown' ? 'first' : key === 'ArrowUp' ? 'last' : false);

export interface MenuPanelProps extends Omit<MenuProps, 'trigger'> {
  anchor: RefObject<HTMLButtonElement | null>;
  open: boolean;
  startAtEnd?: boolean | undefined;
  /** Also returns the focus to the button. */
  onClose: () => void;
}

/** The menu without its button, for one menu that serves many buttons. */
export const MenuPanel = onDemand<MenuPanelProps>((parts) => parts.MenuPanel);
