import { atom } from 'nanostores';

/** Whether the menu of small screens is out. The tab bar opens it, the sidebar draws it. */
export const $drawer = atom(false);
