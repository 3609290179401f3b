import { type CSSProperties, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './cx.ts';
import { isTopmost, modalDepth, modalsAbove, pushLayer, subscribeLayers } from './layers.ts';
import { usePresence } from './usePresence.ts';

const focusable =
  'a[href], button:not([disabled]), input:not([disabled], [type="hidden"]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]:not([tabindex="-1"]), [contenteditable="true"]';
const focusables = (root: HTMLElement) =>
  [...root.querySelectorAll<HTMLElement>(focusable)].filter(
    (one) => !one.closest('[inert], [hidden]') && !(one instanceof HTMLInputElement && one.type === 'radio' && one.name && !one.checked),
  );

export interface OverlayProps {
  open: boolean;
  /** Called for Escape and for a press on the scrim. */
  onDismiss: () => void;
  className?: string | undefined;
  children: ReactNode;
}

/** The ground of Dialog, BottomSheet and Drawer: scrim, focus kept inside and given back, scroll lock, stacking. */
export function Overlay({ open, children, ...rest }: OverlayProps) {
  const presence = usePresence(open);
  // While it leaves it shows what it showed: the caller's data may be gone already.
  const shown = useRef(children);
  if (open) shown.current = children;
  return presence === 'gone' ? null : (
    <Ground {...rest} closing={presence === 'closing'}>
      {shown.current}
    </Ground>
  );
}

function Ground({ closing, onDismiss, className, children }: Omit<OverlayProps, 'open'> & { closing: boolean }) {
  const root = useRef<HTMLDivElement>(null);
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  const pressed = useRef(false);
  const [depth] = useState(modalDepth);
  // Taken before the effects of the children, which may move the focus already.
  const [opener] = useState(() => document.activeElement);
  const under = useSyncExternalStore(
    subscribeLayers,
    () => modalsAbove(root.current) > 0,
    () => false,
  );

  useEffect(() => {
    const ground = root.current;
    if (closing || !ground) return;
    const pop = pushLayer({ root: ground, modal: true, escape: () => dismiss.current() });
    const panel = ground.querySelector<HTMLElement>('.panel');
    const first = ground.querySelector<HTMLElement>('[data-autofocus], [autofocus]');
    if (!ground.contains(document.activeElement)) (first ?? panel)?.focus({ preventScroll: true });
    return () => {
      pop();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, [closing, opener]);

  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: the scrim is a convenience for pointers; Escape and the close button do the same
    <div
      ref={root}
      className={cx('layer', className)}
      style={{ '--depth': depth } as CSSProperties}
      data-closing={closing || undefined}
      data-under={under || undefined}
      inert={closing}
      onPointerDown={(event) => {
        pressed.current = event.target === root.current && isTopmost(root.current);
      }}
      onClick={(event) => {
        if (pressed.current && event.target === root.current) onDismiss();
        pressed.current = false;
      }}
      onKeyDown={(event) => {
        const ground = root.current;
        if (event.key !== 'Tab' || event.defaultPrevented || !ground?.contains(event.target as Node)) return;
        const all = focusables(ground);
        const now = document.activeElement as HTMLElement;
        const leaving = event.shiftKey ? now === all[0] || !all.includes(now) : now === all.at(-1) || all.length === 0;
        if (!leaving) return;
        event.preventDefault();
        (event.shiftKey ? all.at(-1) : all[0])?.focus();
      }}
    >
      {children}
    </div>,
    document.body,
  );
}
