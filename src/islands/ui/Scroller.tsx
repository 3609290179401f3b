import type { CSSProperties, ReactNode } from 'react';
import { cx } from './cx.ts';

interface ScrollerProps {
  label: string;
  className: string;
  style?: CSSProperties | undefined;
  children: ReactNode;
}
/** A scrollable part of the page that can be focused and scrolled by keyboard. */
export function Scroller({ label, className, style, children }: ScrollerProps) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it takes the focus, and the arrow keys have to scroll it
      tabIndex={0}
      className={cx('overflow-auto', className)}
      style={style}
    >
      {children}
    </section>
  );
}
