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
    if (auth.state !== 'in' || !here || !(auth.acting || auth.profile.staffRole || auth.profile.suspension)) return unlock();
    // Few customers act for others, are operators, or are suspended.
    const { routeLock, realmLock } = await import('../../../lib/rules/core/roleLock.ts');
    if ($auth.get() !== auth || $location.get() !== here) return;
    const { acting, profile } = auth;
    const isSuspended = (acting ? acting.suspension : profile.suspension) !== null;
    const person = { acting, staffRole: profile.staffRole, isSuspended };
    $lock.set(routeLock(t, person, here.route));
    $realmLock.set((realm) => realmLock(t, person, realm));
  };
  const stops = [$auth.subscribe(() => void follow()), $location.listen(() => void follow()), unlock];
  return () => {
    for (const stop of stops) stop();
  };
}
