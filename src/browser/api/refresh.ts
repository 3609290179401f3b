import { currentLocale, t } from '../../lib/i18n/react.tsx';
import { $session, type Session } from '../stores/session.ts';
import { ApiError } from './errors.ts';
import { clientHints } from './hints.ts';

/** Limit of the refresh call (docs/product.md, Limits). */
const REFRESH_MS = 10_000;
let running: Promise<void> | null = null;

/**
 * Exchanges the session's token, once for all simultaneous calls of this tab and of others (Web Locks).
 * @throws {ApiError} 401 when the token couldn't be exchanged, for whatever reason: the caller is then signed out
 */
export function refresh(): Promise<void> {
  running ??= acrossTabs().finally(() => {
    running = null;
  });
  return running;
}

async function acrossTabs(): Promise<void> {
  const expiresBefore = $session.get()?.expiresAt;
  const exchange = async () => {
    // Another tab was faster, and its cookie is ours too. A session that only came from the page (nothing was stored) proves nothing.
    if ((expiresBefore !== undefined && $session.get()?.expiresAt !== expiresBefore) || (await hasJustRefreshed())) return;
    $session.set(await requestRefresh());
    await markRefreshed();
  };
  await (navigator.locks ? navigator.locks.request('nasim:refresh', exchange) : exchange());
}

/** How long a call may take that was sent while another tab refreshed. */
const FRESH_MS = 3000;

/**
 * Stored values reach other tabs with a delay, possibly after a lock is granted. So the signal that the session was refreshed is a
 * lock as well: it is acquired before the first one is released, and released a moment later.
 */
const hasJustRefreshed = (): Promise<boolean> | false =>
  navigator.locks ? navigator.locks.request('nasim:refreshed', { ifAvailable: true }, (lock) => lock === null) : false;

const markRefreshed = (): Promise<void> =>
  new Promise((acquired) => {
    if (!navigator.locks) return acquired();
    void navigator.locks.request('nasim:refreshed', () => {
      acquired();
      return new Promise((end) => setTimeout(end, FRESH_MS));
    });
  });

async function requestRefresh(): Promise<Session> {
  const signal = AbortSignal.timeout(REFRESH_MS);
  const post = () =>
    fetch('/api/auth/refresh', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': currentLocale(), ...clientHints() },
      body: '{}',
      credentials: 'same-origin',
      signal,
    });
  // A connection that broke may have lost only the response. Asked again at once, the provider gives the same one.
  const response = await post()
    .catch(post)
    .catch(() => null);
  if (!response?.ok) throw new ApiError('error:expired', 401, t('error:expired'));
  const { session } = (await response.json()) as { session: Session }; // the adapter's own response
  return session;
}
