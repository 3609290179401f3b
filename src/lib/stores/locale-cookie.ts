/** Cookie with the chosen language; the server renders the panel and the sign-in pages in it. */
export const LOCALE_COOKIE = 'nasim_locale';
/** Cookie with the account's language as this device last knew it, so that a change on another device is noticed. */
export const ACCOUNT_LOCALE_COOKIE = 'nasim_account_locale';
/** Cookie with the time zone of the device, for dates that the server renders. */
export const ZONE_COOKIE = 'nasim_zone';
