import { atom } from 'nanostores';
import type { LockedRealm } from '../lib/rules/core/roles.ts';

// UI components know no rules.
export type { LockedRealm };

/**
 * Why the role of the account acted for changes nothing on this page, in the page's language; null: it may, undefined: not known yet.
 * Buttons that save, and switches, are locked with it. Apart from the session, because the UI components import it.
 */
export const $lock = atom<string | null | undefined>(undefined);

/** The same for a part of the panel that the page isn't about, such as the removal of a domain in its settings. */
export const $realmLock = atom<((realm: LockedRealm) => string | null) | undefined>(undefined);

/** Messages of refusals for lack of rights. Trying again doesn't help, so the UI components offer it for other errors only. */
export const refusals = new Set<string>();
