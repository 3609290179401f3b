import { useStore } from '@nanostores/react';
import { $lock } from '../../lib/lock.ts';

const unlocked = { ssr: () => undefined };

/**
 * Why the role of the account acted for can't use a control of this page.
 * @param changes whether it changes something in the account at once; what only opens a form or a dialog doesn't
 * @returns the reason; undefined: it can be used
 */
export function useLock(changes: boolean): string | undefined {
  const lock = useStore($lock, unlocked);
  return changes ? (lock ?? undefined) : undefined;
}
