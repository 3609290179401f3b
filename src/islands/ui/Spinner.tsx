import { cx } from './cx.ts';

/** A spinner, 16 px. With a label it is announced; without one its container has to be `aria-busy`. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return <span className={cx('spin', className)} {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })} />;
}
