import { atom } from 'nanostores';

/** Whether the menu of small screens is open. The tab bar opens it, the sidebar renders it. */
export const $drawer = atom(false);
