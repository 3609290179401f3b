import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { formatNumber } from '../../lib/format/number.ts';
import { currentLocale } from '../../lib/i18n/react.tsx';

export interface CountdownProps {
  /** ISO time. */
  until: string;
  /** The sentence around the time. */
  children: (time: ReactNode) => ReactNode;
  /** Names the clock for screen readers, which are not told of every second. */
  label: string;
  /** The time has come: called once, or at once when it is past. */
  onEnd: () => void;
}

/** How long something still lasts, second by second: 29:59, or 1:05:00 from an hour on. */
export function Countdown({ until, children, label, onEnd }: CountdownProps) {
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  const end = useEffectEvent(onEnd);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return end();
    // Twice a second, so that none is skipped; what is shown changes once.
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <>
      {children(
        <bdi dir="ltr" role="timer" aria-label={label} className="num font-semibold">
          {clockOf(left)}
        </bdi>,
      )}
    </>
  );
}

function clockOf(seconds: number): string {
  const locale = currentLocale();
  const two = (value: number) => formatNumber(value, locale, { minimumIntegerDigits: 2, useGrouping: false });
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = `${two(seconds % 60)}`;
  return hours > 0 ? `${formatNumber(hours, locale)}:${two(minutes)}:${rest}` : `${formatNumber(minutes, locale)}:${rest}`;
}
