import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { Icon, Tone } from './icon.ts';

export interface BadgeProps {
  children: ReactNode;
  tone?: Tone | undefined;
  icon?: Icon | undefined;
  /** 20 px with square corners, for dense rows. */
  square?: boolean | undefined;
}
/** A short word in a pill. For states use StatusBadge: it has a shape. */
export function Badge({ children, tone, icon: Icon, square }: BadgeProps) {
  return (
    <span className={cx('badge', square && 'badge-square')} data-tone={tone}>
      {Icon && <Icon aria-hidden />}
      {children}
    </span>
  );
}

/** A number next to a tab, a title or a menu item. */
export function Count({ children }: { children: ReactNode }) {
  return <span className="count">{children}</span>;
}
