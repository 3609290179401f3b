import { type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { BottomSheet } from './BottomSheet.tsx';
import { Floating } from './Floating.tsx';
import { type MenuItem, MenuList } from './MenuList.tsx';
import { useCompact } from './useCompact.ts';

export type { MenuItem } from './MenuList.tsx';

/** What the opening button has to carry. */
export interface MenuTrigger {
  ref: RefObject<HTMLButtonElement | null>;
  id: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
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
  /** Above the items: who is signed in, a switch. */
  header?: ReactNode;
  /** Title and second line of the sheet when they differ from `label`. */
  sheetTitle?: ReactNode;
  sheetDescription?: ReactNode;
}

/** Actions of a thing. Floats beside its button; a bottom sheet at 1190 px or less. Destructive items last. */
export function Menu({ trigger, ...props }: MenuProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<MenuOpen>(false);
  const close = () => {
    setOpen(false);
    anchor.current?.focus({ preventScroll: true });
  };
  return (
    <>
      {trigger({
        ref: anchor,
        id: `${id}-b`,
        'aria-haspopup': 'menu',
        'aria-expanded': open !== false,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(open ? false : 'first'),
        onKeyDown: (event) => {
          const start = startOf(event.key);
          if (!start) return;
          event.preventDefault();
          setOpen(start);
        },
      })}
      <MenuPanel {...props} id={id} anchor={anchor} open={open} onClose={close} />
    </>
  );
}

/** Which item is highlighted first; false: closed. */
export type MenuOpen = false | 'first' | 'last';
/** The arrow keys open a menu from its button: at its first item, or at its last. */
export const startOf = (key: string): MenuOpen => (key === 'ArrowDown' ? 'first' : key === 'ArrowUp' ? 'last' : false);

export interface MenuPanelProps extends Omit<MenuProps, 'trigger'> {
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  open: MenuOpen;
  /** Gives the focus back to the button as well. */
  onClose: () => void;
}

/** The menu without its button, for where one menu serves many buttons. */
export function MenuPanel(props: MenuPanelProps) {
  const { id, anchor, open, onClose, label, closeLabel, items, align = 'end', header, sheetTitle, sheetDescription } = props;
  const compact = useCompact();
  const list = <MenuList id={id} label={label} items={items} header={header} onDone={onClose} startAtEnd={open === 'last'} />;
  return compact ? (
    <BottomSheet open={open !== false} onClose={onClose} title={sheetTitle ?? label} description={sheetDescription} closeLabel={closeLabel}>
      <div className="menu">{list}</div>
    </BottomSheet>
  ) : (
    open && (
      <Floating anchor={anchor} onDismiss={onClose} align={align} className="menu">
        {list}
      </Floating>
    )
  );
}
