import { DialogPanel, Dialog as HeadlessDialog } from '@headlessui/react';
import { type PointerEvent, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { focusWhenLost } from '../focusWhenLost.ts';

export interface ModalProps {
  /** Called for Escape and for a press on the scrim. */
  onDismiss: () => void;
  /** Name for screen readers if there is no `DialogTitle` inside. */
  label?: string | undefined;
  className?: string | undefined;
  panelClass: string;
  /** How far a bottom sheet is open. */
  snap?: 'half' | 'full' | undefined;
  children: ReactNode;
}

/** What had the focus before the first of several dialogs that open on top of, or after, each other. */
let opener: HTMLElement | null = null;

/**
 * Scrim and panel of Dialog, BottomSheet, Drawer and the command palette. Headless UI traps and returns the focus, makes the page
 * inert and locks its scrolling. Mount it to open it.
 */
export function Modal({ onDismiss, label, className, panelClass, snap, children }: ModalProps) {
  const root = useRef<HTMLDivElement>(null);
  const isPressOnScrim = useRef(false);
  // Headless UI finds the element to make inert (the island's root) while it is closed.
  const [isReady, setReady] = useState(false);
  useLayoutEffect(() => {
    setReady(true);
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement !== document.body && !activeElement.closest('.layer')) opener = activeElement;
    // Headless UI returns the focus too, but not to a page that is still inert, nor across a dialog that opened in between.
    return () => void focusWhenLost(() => opener);
  }, []);
  // The marked element, else the dialog itself rather than its first button. Evaluated again when a dialog on top of it has closed.
  const initialFocus = useMemo(
    () => ({
      get current() {
        const dialog = root.current;
        const { activeElement } = document;
        if (activeElement instanceof HTMLElement && dialog?.contains(activeElement)) return activeElement;
        return dialog?.querySelector<HTMLElement>('[data-autofocus], [autofocus]') ?? dialog;
      },
    }),
    [],
  );
  return (
    <HeadlessDialog
      ref={root}
      open={isReady}
      onClose={onDismiss}
      initialFocus={initialFocus}
      aria-label={label}
      className={cx('layer', className)}
      // Headless UI takes the focus from the field on Escape, and leaves Escape and the scrim to a list that is open inside of a sheet.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.stopPropagation();
        onDismiss();
      }}
      onPointerDown={(event: PointerEvent) => {
        isPressOnScrim.current = event.target === root.current;
      }}
      onClick={(event) => {
        if (isPressOnScrim.current && event.target === root.current) onDismiss();
        isPressOnScrim.current = false;
      }}
    >
      <DialogPanel className={cx('panel', panelClass)} data-snap={snap}>
        {children}
      </DialogPanel>
    </HeadlessDialog>
  );
}
