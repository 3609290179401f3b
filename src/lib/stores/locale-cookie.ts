/** Cookie with the chosen language; the server renders the panel and the sign-in pages in it. */
export const LOCALE_COOKIE = 'nasim_locale';
