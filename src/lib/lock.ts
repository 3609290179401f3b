import { atom } from 'nanostores';

/**
 * Why the role of the account acted for changes nothing on this page, in the page's language; null: it may, undefined: not known yet.
 * Buttons that save, and switches, are locked with it. Apart from the session, because the UI components import it.
 */
export const $lock = atom<string | null | undefined>(undefined);
