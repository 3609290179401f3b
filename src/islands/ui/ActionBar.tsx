import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { useToastLift } from './useToastLift.ts';

interface ActionBarProps {
  label: string;
  /** The pending changes; the buttons follow, the action last. */
  children: ReactNode;
  className?: string | undefined;
}

/** The pending changes of a page, fixed at the bottom of the window. Mount it while there are any. */
export function ActionBar({ label, children, className }: ActionBarProps) {
  useToastLift();
  return (
    <section className={cx('action-bar', className)} aria-label={label}>
      {children}
    </section>
  );
}
