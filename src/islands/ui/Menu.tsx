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
export function Menu(props: MenuProps) {
  const { label, closeLabel, items, trigger, align = 'end', header, sheetTitle, sheetDescription } = props;
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState<false | 'first' | 'last'>(false);
  const compact = useCompact();
  const close = () => {
    setOpen(false);
    anchor.current?.focus({ preventScroll: true });
  };
  const list = <MenuList id={id} label={label} items={items} header={header} onDone={close} startAtEnd={open === 'last'} />;
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
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          setOpen(event.key === 'ArrowUp' ? 'last' : 'first');
        },
      })}
      {compact ? (
        <BottomSheet
          open={open !== false}
          onClose={close}
          title={sheetTitle ?? label}
          description={sheetDescription}
          closeLabel={closeLabel}
        >
          <div className="menu">{list}</div>
        </BottomSheet>
      ) : (
        open && (
          <Floating anchor={anchor} onDismiss={close} align={align} className="menu">
            {list}
          </Floating>
        )
      )}
    </>
  );
}
