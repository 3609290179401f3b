import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

/** A part of the page that scrolls by itself, and can be reached and scrolled by keyboard. */
export function Scroller({ label, className, children }: { label: string; className: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it takes the focus, and the arrow keys have to scroll it
      tabIndex={0}
      className={cx('overflow-auto', className)}
    >
      {children}
    </section>
  );
}
