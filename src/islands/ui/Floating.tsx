import { type ComponentPropsWithoutRef, type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { cx } from './cx.ts';
import { modalDepth, pushLayer } from './layers.ts';
import { type Placement, useFloating } from './useFloating.ts';

export interface FloatingProps extends Placement, ComponentPropsWithoutRef<'div'> {
  anchor: RefObject<HTMLElement | null>;
  /** Escape, or a press outside of both the panel and the anchor. */
  onDismiss: () => void;
  /** `[data-autofocus]` inside takes the focus, else the panel itself; lists take it on their own. */
  takeFocus?: boolean | undefined;
}

/** A panel beside its anchor, in the body, over everything. Mount it to open it. */
export function Floating({ anchor, onDismiss, side, align, fit, gap, takeFocus, className, style, children, ...rest }: FloatingProps) {
  const panel = useRef<HTMLDivElement>(null);
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  const [depth] = useState(modalDepth);
  useFloating(anchor, panel, { side, align, fit, gap });
  useEffect(() => {
    const root = panel.current;
    if (!root) return;
    const pop = pushLayer({ root, modal: false, escape: () => dismiss.current() });
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!root.contains(target) && !anchor.current?.contains(target)) dismiss.current();
    };
    document.addEventListener('pointerdown', outside, true);
    if (takeFocus) (root.querySelector<HTMLElement>('[data-autofocus]') ?? root).focus({ preventScroll: true });
    return () => {
      pop();
      document.removeEventListener('pointerdown', outside, true);
    };
  }, [anchor, takeFocus]);
  return createPortal(
    <div {...rest} ref={panel} className={cx('float', className)} style={{ '--depth': depth, ...style } as CSSProperties}>
      {children}
    </div>,
    document.body,
  );
}
