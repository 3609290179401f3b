import { PopoverPanel as HeadlessPanel, Popover, PopoverButton } from '@headlessui/react';
import { type ReactNode, type RefObject, useEffect } from 'react';
import { cx } from '../cx.ts';
import { useCompact } from '../useCompact.ts';
import { BottomSheet } from './BottomSheet.tsx';
import { floats } from './placing.ts';
import { AfterClose, Trigger } from './Trigger.tsx';

export interface PopoverPanelProps {
  open: boolean;
  id: string;
  anchor: RefObject<HTMLButtonElement | null>;
  label: string;
  closeLabel: string;
  align: 'start' | 'end' | 'center';
  className: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

export function PopoverPanel({ id, anchor, label, closeLabel, align, className, onClose, children }: PopoverPanelProps) {
  const isCompact = useCompact();
  if (isCompact)
    return (
      <BottomSheet open onClose={onClose} title={label} closeLabel={closeLabel}>
        {children}
      </BottomSheet>
    );
  return (
    <Popover>
      {({ open }) => (
        <>
          <PopoverButton as={Trigger} element={anchor} openWith="Enter" />
          <AfterClose open={open} run={onClose} />
          <HeadlessPanel id={id} anchor={floats(align)} role="dialog" aria-label={label} className={cx('float popover', className)}>
            <FocusOnOpen id={id} />
            {children}
          </HeadlessPanel>
        </>
      )}
    </Popover>
  );
}

/** The marked element, else the panel itself: Headless UI's own `focus` would take the first button, which may do something. */
function FocusOnOpen({ id }: { id: string }) {
  useEffect(() => {
    const panel = document.getElementById(id);
    (panel?.querySelector<HTMLElement>('[data-autofocus]') ?? panel)?.focus({ preventScroll: true });
  }, [id]);
  return null;
}
