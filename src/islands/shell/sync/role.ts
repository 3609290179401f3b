import { t } from '../../../lib/i18n/react.tsx';
import { $lock } from '../../../lib/lock.ts';
import { $location } from '../../../lib/stores/location.ts';
import { $auth } from '../../../lib/stores/session.ts';

/** Locks what the role may not change on the current page. */
export function syncRole(): () => void {
  const follow = async () => {
    const [auth, here] = [$auth.get(), $location.get()];
    if (auth.state !== 'in' || !auth.acting || !here) return $lock.set(undefined);
    // Few customers act for others.
    const { lockOf } = await import('../../../lib/rules/core/roleLock.ts');
    if ($auth.get() === auth && $location.get() === here) $lock.set(lockOf(t, auth.acting, here.route));
  };
  const stops = [$auth.subscribe(() => void follow()), $location.listen(() => void follow()), () => $lock.set(undefined)];
  return () => {
    for (const stop of stops) stop();
  };
}
