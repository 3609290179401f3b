import { useStore } from '@nanostores/react';
import { $lock, $realmLock, type LockedRealm } from '../../browser/lock.ts';

const unlocked = { ssr: () => undefined };

/**
 * Whether a control changes something in the account at once, which a role may not be allowed to; what only opens a form or a dialog
 * doesn't. A name: it changes another part of the panel than the page is about.
 */
export type Changes = boolean | LockedRealm;

/** Why the role of the account acted for can't use a control; undefined: it can. */
export const useLock = (changes: Changes): string | undefined => useLocks()(changes);

/** The same for several controls. */
export function useLocks(): (changes: Changes) => string | undefined {
  const lock = useStore($lock, unlocked);
  const ofRealm = useStore($realmLock, unlocked);
  return (changes) => (typeof changes === 'string' ? ofRealm?.(changes) : changes && lock) || undefined;
}
