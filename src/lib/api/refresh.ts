import { currentLocale, t } from '../i18n/react.tsx';
import { $session, type Session } from '../stores/session.ts';
import { ApiError } from './errors.ts';

const REFRESH_MS = 10_000;
let running: Promise<void> | null = null;

/**
 * Exchanges the session's token, once for all calls that ask at the same time, in this tab and the others (Web Locks).
 * @throws {ApiError} 401 when the session is over, 0 when no answer came
 */
export function refresh(): Promise<void> {
  running ??= acrossTabs().finally(() => {
    running = null;
  });
  return running;
}

async function acrossTabs(): Promise<void> {
  const seen = $session.get()?.expiresAt;
  const exchange = async () => {
    // Another tab was faster: its cookie is ours too.
    if ($session.get()?.expiresAt !== seen || (await hasJustRefreshed())) return;
    $session.set(await requestRefresh());
    await sayRefreshed();
  };
  await (navigator.locks ? navigator.locks.request('nasim:refresh', exchange) : exchange());
}

/** A call that was on its way while another tab refreshed is answered within this time. */
const FRESH_MS = 3000;

/**
 * Stored values reach the other tabs some time after they are written, and a lock may be there before. So the word that the session
 * was refreshed is a lock as well: it is taken before the first one is given up, and held for a moment.
 */
const hasJustRefreshed = (): Promise<boolean> | false =>
  navigator.locks ? navigator.locks.request('nasim:refreshed', { ifAvailable: true }, (lock) => lock === null) : false;

const sayRefreshed = (): Promise<void> =>
  new Promise((taken) => {
    if (!navigator.locks) return taken();
    void navigator.locks.request('nasim:refreshed', () => {
      taken();
      return new Promise((end) => setTimeout(end, FRESH_MS));
    });
  });

async function requestRefresh(): Promise<Session> {
  let response: Response;
  try {
    response = await fetch('/api/auth/refresh', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': currentLocale() },
      body: '{}',
      credentials: 'same-origin',
      signal: AbortSignal.timeout(REFRESH_MS),
    });
  } catch (error) {
    const key = error instanceof DOMException && error.name === 'TimeoutError' ? 'error:timeout' : 'error:network';
    throw new ApiError(key, 0, t(key));
  }
  // A provider that is down for a moment must not end the session: only its own refusal does.
  if (response.status >= 500) throw new ApiError('error:server', response.status, t('error:server'));
  if (!response.ok) throw new ApiError('error:expired', 401, t('error:expired'));
  const { session } = (await response.json()) as { session: Session }; // the adapter's own answer
  return session;
}
