import { send } from '../../lib/api/client.ts';
import { watch } from '../../lib/api/watch.ts';
import { auth } from '../../lib/contract/auth.ts';
import { navigate } from '../../lib/navigate.ts';
import { pageData } from '../../lib/page.ts';
import { $auth, $session, $signedOut, clearSession, whenLoggedOut } from '../../lib/stores/session.ts';

/** The cookie of an ended session should go, but nobody waits for it for long. */
const COOKIE_MS = 2000;

/**
 * Auth goes initial → not loaded → loaded, signed in or not (spec.md section 4). When the session ends, here or in another tab,
 * everything of it is cleared and the sign-in page takes over.
 */
export function keepSession(): () => void {
  const given = pageData()?.session;
  if (given) $session.set(given);
  $signedOut.set(false);
  if ($session.get()) identify();
  else $auth.set({ state: 'out' });

  let elsewhere = false;
  const stops = [
    $session.listen((session, before) => {
      if (!session) {
        elsewhere = true;
        clearSession();
        elsewhere = false;
      } else if (before && before.userId !== session.userId) {
        // Someone else has signed in in another tab: nothing of this page is theirs.
        navigate.leave('/dashboard');
      }
    }),
    whenLoggedOut(() => {
      stopWatching();
      void leave(elsewhere);
    }),
    // Heard while it is listened to, so that it is known when the session of another tab ends.
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
      data: ({ profile }) => $auth.set({ state: 'in', profile }),
      // No profile: unauthenticated, and no redirect that could go round in circles.
      failed: () => $auth.get().state === 'loading' && $auth.set({ state: 'out' }),
    },
  );
}

async function leave(elsewhere: boolean): Promise<void> {
  if ($signedOut.get()) return navigate.leave('/public/login');
  const here = location.pathname + location.search + location.hash;
  // The tab that found out takes the cookie away; another one could hit the cookie of the next session.
  if (!elsewhere)
    await Promise.race([send(auth.logout, {}, { notices: 'none' }).catch(() => {}), new Promise((done) => setTimeout(done, COOKIE_MS))]);
  navigate.leave(`/public/login?ended=1&redirectTo=${encodeURIComponent(here)}`);
}

/** Signs out on this device. When that can't be told to the server the customer stays signed in, and the snackbar says why. */
export async function signOut(): Promise<void> {
  try {
    await send(auth.logout, {});
  } catch {
    return;
  }
  $signedOut.set(true);
  clearSession();
}
