/** Cookie with the chosen language; the server renders the panel and the sign-in pages in it. */
export const LOCALE_COOKIE = 'nasim_locale';
/** Cookie with the account's language as this device last knew it, so that a change on another device is noticed. */
export const ACCOUNT_LOCALE_COOKIE = 'nasim_account_locale';
