import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import { useToastLift } from './useToastLift.ts';

interface ActionBarProps {
  label: string;
  /** Says what is waiting; the buttons follow, the action last. */
  children: ReactNode;
  className?: string | undefined;
}

/** What a page has to save or to deploy, in reach at the bottom of the window. Mount it while there is something. */
export function ActionBar({ label, children, className }: ActionBarProps) {
  useToastLift();
  return (
    <section className={cx('action-bar', className)} aria-label={label}>
      {children}
    </section>
  );
}
