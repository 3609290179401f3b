import { announceAccountChange, send } from '../../../browser/api/client.ts';
import { watch } from '../../../browser/api/watch.ts';
import { hasUnsavedInput, navigate } from '../../../browser/navigate.ts';
import {
  $account,
  $auth,
  $balance,
  $session,
  $signedOut,
  clearSession,
  endSession,
  whenLoggedOut,
} from '../../../browser/stores/session.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { pageData } from '../../../lib/page.ts';

/** How long to wait for the cookie of an ended session to be removed. */
const COOKIE_MS = 2000;

/**
 * The session goes initial → not loaded → loaded, signed in or not. When it ends, here or in another tab, all of its data is cleared
 * and the sign-in page opens.
 */
export function syncSession(): () => void {
  const initial = pageData()?.session;
  if (initial) {
    const known = $session.get();
    const accountId = initial.accountId ?? known?.accountId;
    $account.set(accountId ?? null);
    // The saved balance is that of another account.
    if (known && known.accountId !== accountId) $balance.set(null);
    $session.set({ ...initial, ...(accountId !== undefined && { accountId }) });
  }
  $signedOut.set(false);
  if ($session.get()) identify();
  else $auth.set({ state: 'out' });

  let elsewhere = false;
  const stops = [
    $session.listen((session, before) => {
      if (!session) {
        elsewhere = true;
        endSession();
        elsewhere = false;
      } else if (before && before.userId !== session.userId) {
        // Another user signed in in another tab: nothing on this page is theirs.
        navigate.leave('/dashboard');
      } else if ($account.get() !== null && session.accountId !== undefined && session.accountId !== $account.get()) {
        // Another tab acts for another account: this one follows, unless something would be lost.
        if (hasUnsavedInput()) announceAccountChange();
        else navigate.leave('/dashboard');
      }
    }),
    whenLoggedOut(() => {
      stopWatching();
      void leave(elsewhere);
    }),
    // Subscribed while in use, so that the end of the session in another tab is noticed.
    $signedOut.listen(() => {}),
    () => stopWatching(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

let stopWatching = () => {};

function identify(): void {
  $auth.set({ state: 'loading' });
  stopWatching = watch(
    auth.profile,
    {},
    {
      data: ({ profile, acting, accounts }) => $auth.set({ state: 'in', profile, acting, accounts }),
      // No profile: unauthenticated, without a redirect that could loop.
      failed: () => $auth.get().state === 'loading' && $auth.set({ state: 'out' }),
    },
  );
}

async function leave(elsewhere: boolean): Promise<void> {
  if ($signedOut.get()) {
    navigate.leave(isUnconfirmed ? '/public/login?signedOut=unconfirmed' : '/public/login');
    isUnconfirmed = false;
    return;
  }
  const here = location.pathname + location.search + location.hash;
  // The tab that noticed removes the cookie; another one could remove the cookie of the next session.
  if (!elsewhere)
    await Promise.race([send(auth.logout, {}, { notices: 'none' }).catch(() => {}), new Promise((done) => setTimeout(done, COOKIE_MS))]);
  navigate.leave(`/public/login?ended=1&redirectTo=${encodeURIComponent(here)}`);
}

/** The last sign-out did not reach the server. */
let isUnconfirmed = false;

/**
 * Signs out on this device: session, balance and state are cleared even if the server can't be reached. The session may then still be
 * active there, and the sign-in page says so.
 */
export async function signOut(): Promise<void> {
  // Before the session ends, so that a call refused meanwhile, here or in another tab, isn't mistaken for an expired session.
  $signedOut.set(true);
  isUnconfirmed = await send(auth.logout, {}, { notices: 'none' }).then(
    () => false,
    () => true,
  );
  clearSession();
}
