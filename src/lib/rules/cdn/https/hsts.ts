import type { TKey } from '../../../i18n/keys.ts';
import { iso } from '../../../time.ts';
import type { Hsts, Https } from '../edge/config.ts';
import { durationSeconds, parseTime } from '../edge/types.ts';

/** The minimum duration for the browsers' preload list: 31536000 seconds (hstspreload.org). A month has 30 days here. */
const YEAR_SECONDS = 31_536_000;

/** The durations in the menu, shortest first: testing starts with five minutes. The API accepts any duration. */
export const hstsTimes: readonly Hsts['maxAge'][] = [
  { value: 5, unit: 'm' },
  { value: 1, unit: 'd' },
  { value: 7, unit: 'd' },
  { value: 1, unit: 'M' },
  { value: 6, unit: 'M' },
  { value: 365, unit: 'd' },
];

type Around = Pick<Https, 'enabled' | 'httpToHttps'>;

/** The requirements for the preload list of browsers, and whether each is met. */
export const preloadNeeds = ({ enabled, httpToHttps }: Around, { maxAge, includeSubdomains }: Hsts) =>
  [
    { need: 'https', met: enabled },
    { need: 'redirect', met: httpToHttps },
    { need: 'year', met: durationSeconds(maxAge) >= YEAR_SECONDS },
    { need: 'subdomains', met: includeSubdomains },
  ] as const;

/** `max-age=31536000; includeSubDomains; preload` (RFC 6797 section 6.1). */
export const hstsHeader = ({ maxAge, includeSubdomains, preload }: Hsts): string =>
  [`max-age=${durationSeconds(maxAge)}`, ...(includeSubdomains ? ['includeSubDomains'] : []), ...(preload ? ['preload'] : [])].join('; ');

interface HttpsFault {
  /** 409: conflict with another setting; 422: the value itself is invalid. */
  status: 409 | 422;
  /** The invalid setting. */
  field: 'enabled' | 'httpToHttps' | 'preload';
  key: Extract<TKey, `https:error.${string}`>;
}

/**
 * Why settings conflict; null: they don't. HTTPS can't be turned off while HSTS is on, because browsers that remember HSTS
 * couldn't connect (RFC 6797 section 8.3), and the redirect can't while preload is on, which requires it.
 * @param changed the setting being changed, which the refusal refers to
 */
export function httpsFault(next: Pick<Https, 'enabled' | 'httpToHttps' | 'hsts'>, changed: 'settings' | 'hsts'): HttpsFault | null {
  const { enabled, httpToHttps, hsts } = next;
  if (!hsts.enabled) return null;
  if (!enabled)
    return changed === 'hsts'
      ? { status: 409, field: 'enabled', key: 'https:error.hstsNeedsHttps' }
      : { status: 409, field: 'enabled', key: 'https:error.hstsFirst' };
  if (!hsts.preload) return null;
  if (changed === 'settings') return httpToHttps ? null : { status: 409, field: 'httpToHttps', key: 'https:error.preloadFirst' };
  return preloadNeeds(next, hsts).every(({ met }) => met) ? null : { status: 422, field: 'preload', key: 'https:error.preload' };
}

/**
 * Until when a browser may remember HSTS after a change, ISO time; null: not at all. A visit just before the change is remembered for the
 * whole previous duration, and the time from an earlier change may be longer still.
 */
export function rememberedUntil(before: Pick<Https, 'hsts' | 'hstsRememberedUntil'>, now: number): string | null {
  const left = parseTime(before.hstsRememberedUntil) ?? 0;
  const last = before.hsts.enabled ? now + durationSeconds(before.hsts.maxAge) * 1000 : 0;
  const until = Math.max(left, last);
  return until > now ? iso(until) : null;
}
