import { type ReactNode, useEffect, useState } from 'react';
import { formatAge } from '../../../lib/format/date.ts';
import { currentLocale } from '../../../lib/i18n/react.tsx';

/** The current time, refreshed regularly so that ages stay correct. */
function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

export interface CheckTimesProps {
  /** ISO 8601; renders nothing before the first check. */
  checkedAt: string | null | undefined;
  nextCheckAt: string | null | undefined;
  /** "Checked {{age}}." */
  checked: (age: string) => ReactNode;
  /** "Next check {{time}}." */
  next: (time: string) => ReactNode;
  /** "Next check any moment." */
  soon: ReactNode;
}

/** When an external state was last checked, and when it will be again. */
export function CheckTimes({ checkedAt, nextCheckAt, checked, next, soon }: CheckTimesProps) {
  const locale = currentLocale();
  const now = useNow(5_000);
  if (!checkedAt) return null;
  const isSoon = Boolean(nextCheckAt) && Date.parse(String(nextCheckAt)) - now < 1_000;
  return (
    <p className="text-help text-text-3">
      {checked(formatAge(checkedAt, locale, Math.max(now, Date.parse(checkedAt))))}{' '}
      {nextCheckAt && (isSoon ? soon : next(formatAge(nextCheckAt, locale, now)))}
    </p>
  );
}
