import { type ReactNode, useId, useRef, useState } from 'react';
import { BottomSheet } from './BottomSheet.tsx';
import { cx } from './cx.ts';
import { Floating } from './Floating.tsx';
import type { MenuTrigger } from './Menu.tsx';
import { useCompact } from './useCompact.ts';

export type PopoverTrigger = Omit<MenuTrigger, 'aria-haspopup' | 'onKeyDown'> & { 'aria-haspopup': 'dialog' };

export interface PopoverProps {
  label: string;
  closeLabel: string;
  trigger: (trigger: PopoverTrigger) => ReactNode;
  children: ReactNode | ((close: () => void) => ReactNode);
  align?: 'start' | 'end' | 'center' | undefined;
  className?: string | undefined;
  onOpen?: (() => void) | undefined;
}

/** Free content beside a button: notifications, filters. 380 px; a bottom sheet at 1190 px or less. */
export function Popover({ label, closeLabel, trigger, children, align = 'end', className, onOpen }: PopoverProps) {
  const id = useId();
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const compact = useCompact();
  const close = () => {
    setOpen(false);
    anchor.current?.focus({ preventScroll: true });
  };
  const content = () => (typeof children === 'function' ? children(close) : children);
  return (
    <>
      {trigger({
        ref: anchor,
        id: `${id}-b`,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => {
          if (!open) onOpen?.();
          setOpen(!open);
        },
      })}
      {compact ? (
        <BottomSheet open={open} onClose={close} title={label} closeLabel={closeLabel}>
          {open && content()}
        </BottomSheet>
      ) : (
        open && (
          <Floating
            anchor={anchor}
            onDismiss={close}
            align={align}
            id={id}
            role="dialog"
            aria-label={label}
            tabIndex={-1}
            takeFocus
            className={cx('popover', className)}
          >
            {content()}
          </Floating>
        )
      )}
    </>
  );
}
