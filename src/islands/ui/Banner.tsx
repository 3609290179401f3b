import { CircleAlert, CircleCheck, ClockAlert, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import type { Icon, Tone } from './icon.ts';

const icons: Record<Tone, Icon> = {
  info: Info,
  warning: ClockAlert,
  danger: CircleAlert,
  success: CircleCheck,
  brand: Info,
  neutral: Info,
};

export interface BannerProps {
  tone: Tone;
  icon?: Icon | undefined;
  children: ReactNode;
  /** One link or button. */
  action?: ReactNode;
  /** Set when it appears while the page is open. */
  live?: boolean | undefined;
  className?: string | undefined;
}

/** For a lasting state. Use a toast for a temporary one. */
export function Banner({ tone, icon, children, action, live, className }: BannerProps) {
  const Sign = icon ?? icons[tone];
  return (
    <div className={cx('banner', className)} data-tone={tone} {...(live && { role: tone === 'danger' ? 'alert' : 'status' })}>
      <Sign aria-hidden />
      <div className="banner-text">{children}</div>
      {action && <div className="banner-action">{action}</div>}
    </div>
  );
}
