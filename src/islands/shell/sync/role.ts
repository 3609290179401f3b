import { t } from '../../../lib/i18n/react.tsx';
import { $lock } from '../../../lib/lock.ts';
import { lockOf } from '../../../lib/roleLock.ts';
import { $location } from '../../../lib/stores/location.ts';
import { $auth } from '../../../lib/stores/session.ts';

/** Locks what the role may not change on the current page. */
export function syncRole(): () => void {
  const follow = () => {
    const [auth, here] = [$auth.get(), $location.get()];
    // Until the profile is known, the first HTML says it.
    if (auth.state === 'initial' || auth.state === 'loading') return;
    $lock.set(auth.state === 'in' && here ? lockOf(t, auth.acting, here.route) : null);
  };
  const stops = [$auth.subscribe(follow), $location.listen(follow), () => $lock.set(undefined)];
  return () => {
    for (const stop of stops) stop();
  };
}
