import { useMemo } from 'react';
import type { ApiError } from '../../../browser/api/errors.ts';
import { formatWait } from '../../../lib/format/duration.ts';
import { useLocale, useT } from '../../../lib/i18n/react.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { useSecondsUntil } from './hooks.ts';

/** The error above the button. After too many attempts it counts down, and disappears when the time is over. */
export function Refusal({ error, message }: { error: ApiError | null; message: string | null }) {
  const t = useT();
  const locale = useLocale();
  const until = useMemo(() => waitUntil(error), [error]);
  const left = useSecondsUntil(until);
  if (until !== null ? left === 0 : message === null) return null;
  return (
    <Banner tone="danger" live>
      {until === null ? message : <span className="num">{t('auth:wait', { time: formatWait(locale, left) })}</span>}
    </Banner>
  );
}

/** When a call may be retried, from a 429; null for every other error. */
export function waitUntil(error: ApiError | null): number | null {
  const seconds = error?.status === 429 ? Number(error.details.retryAfter) : Number.NaN;
  return Number.isFinite(seconds) ? Date.now() + seconds * 1000 : null;
}
