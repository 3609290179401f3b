import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { formatNumber } from '../../lib/format/number.ts';
import type { Locale } from '../../lib/i18n/locales.ts';
import { currentLocale } from '../../lib/i18n/react.tsx';

export interface CountdownProps {
  /** ISO time. */
  until: string;
  /** The sentence around the time. */
  children: (time: ReactNode) => ReactNode;
  /** Names the timer for screen readers, which don't announce every second. */
  label: string;
  /** Needed where the server draws it. */
  locale?: Locale | undefined;
  /** Called once when the time is reached, or immediately if it has passed. */
  onEnd: () => void;
}

/** The remaining time, updated every second: 29:59, or 1:05:00 from an hour on. */
export function Countdown({ until, children, label, onEnd, locale = currentLocale() }: CountdownProps) {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  const end = useEffectEvent(onEnd);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return end();
    // Twice a second, so that no second is skipped; the display changes once.
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <>
      {children(
        // The server's clock was read some moments before the visitor's.
        <bdi dir="ltr" role="timer" aria-label={label} className="num font-semibold" suppressHydrationWarning>
          {formatClock(left, locale)}
        </bdi>,
      )}
    </>
  );
}

function formatClock(seconds: number, locale: Locale): string {
  const two = (value: number) => formatNumber(value, locale, { minimumIntegerDigits: 2, useGrouping: false });
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = `${two(seconds % 60)}`;
  return hours > 0 ? `${formatNumber(hours, locale)}:${two(minutes)}:${rest}` : `${formatNumber(minutes, locale)}:${rest}`;
}
