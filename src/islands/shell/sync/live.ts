import { startLive } from '../../../browser/api/live/live.ts';
import { $auth } from '../../../browser/stores/session.ts';

/** The page loads first, and its data is current when it does. */
const LATER_MS = 2000;
const later = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 500);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: LATER_MS });
  return () => cancelIdleCallback(handle);
};

/** Listens to the provider's live events while the customer is signed in. */
export function syncLive(): () => void {
  let stop = () => {};
  let user: string | null = null;
  const follow = () => {
    const auth = $auth.get();
    const now = auth.state === 'in' ? auth.profile.id : null;
    if (now === user) return;
    user = now;
    stop();
    stop = () => {};
    if (now === null) return;
    let end = () => {};
    const cancel = later(() => {
      end = startLive();
    });
    stop = () => {
      cancel();
      end();
    };
  };
  const unsubscribe = $auth.listen(follow);
  follow();
  return () => {
    unsubscribe();
    stop();
    stop = () => {};
  };
}
