import { $lock, $realmLock } from '../../../browser/lock.ts';
import { $location } from '../../../browser/stores/location.ts';
import { $auth } from '../../../browser/stores/session.ts';
import { t } from '../../../lib/i18n/react.tsx';

/** Locks what the role may not change on the current page. */
export function syncRole(): () => void {
  const unlock = () => {
    $lock.set(undefined);
    $realmLock.set(undefined);
  };
  const follow = async () => {
    const [auth, here] = [$auth.get(), $location.get()];
    if (auth.state !== 'in' || !auth.acting || !here) return unlock();
    // Few customers act for others.
    const { routeLock, realmLock } = await import('../../../lib/rules/core/roleLock.ts');
    if ($auth.get() !== auth || $location.get() !== here) return;
    const { acting } = auth;
    $lock.set(routeLock(t, acting, here.route));
    $realmLock.set((realm) => realmLock(t, acting, realm));
  };
  const stops = [$auth.subscribe(() => void follow()), $location.listen(() => void follow()), unlock];
  return () => {
    for (const stop of stops) stop();
  };
}
