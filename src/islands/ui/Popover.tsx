import { type ReactNode, useId, useRef, useState } from 'react';
import type { MenuTrigger } from './Menu.tsx';
import { onDemand } from './onDemand.tsx';
import type { PopoverPanelProps as PanelProps } from './overlay/PopoverPanel.tsx';
import { returnFocus } from './returnFocus.ts';

export type PopoverTrigger = Omit<MenuTrigger, 'aria-haspopup' | 'onKeyDown'> & {
  'aria-haspopup': 'dialog';
  'aria-controls': string | undefined;
};

const Panel = onDemand<PanelProps>((parts) => parts.PopoverPanel);

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
  const close = () => {
    setOpen(false);
    returnFocus(anchor.current);
  };
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
      <Panel open={open} id={id} anchor={anchor} label={label} closeLabel={closeLabel} align={align} className={className} onClose={close}>
        {open && (typeof children === 'function' ? children(close) : children)}
      </Panel>
    </>
  );
}
