/** Cookie with the chosen language; the server renders the panel and the sign-in pages in it. */
export const LOCALE_COOKIE = 'nasim_locale';
/** Cookie with the account's language as this device last knew it, so that a change on another device is noticed. */
export const ACCOUNT_LOCALE_COOKIE = 'nasim_account_locale';
/** Cookie with the time zone of the device, for dates that the server renders. */
export const ZONE_COOKIE = 'nasim_zone';
/** Cookie that is there once the checklist of the dashboard is hidden. */
export const START_COOKIE = 'nasim_start_hidden';

/** Cookie that is there once the note about demo data is hidden. */
export const DEMO_COOKIE = 'nasim_demo_hidden';

/** Keeps a value on this device for a year, where the server reads it. */
export function saveCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox ESR
  document.cookie = `${name}=${value}; Path=/; Max-Age=31536000; SameSite=Lax`;
}
