import { cx } from './cx.ts';

/** A turning ring, 16 px. With a label it speaks; without one the part around it has to (`aria-busy`). */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return <span className={cx('spin', className)} {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })} />;
}
