import { persistentAtom } from '@nanostores/persistent';
import { defaultLocale, isLocale, type Locale } from '../../lib/i18n/locales.ts';
import { LOCALE_COOKIE, saveCookie } from './cookies.ts';
import './storage.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
const isTheme = (value: string): value is Theme => themes.includes(value as Theme);

/** `layouts/parts/theme.js` reads the same key before the first paint, and applies changes of other tabs. */
export const $theme = persistentAtom<Theme>('nasim:theme', 'system', {
  encode: (theme) => theme,
  decode: (text) => (isTheme(text) ? text : 'system'),
});

export function setTheme(theme: Theme): void {
  $theme.set(theme);
  // A page isn't notified of its own writes to storage; `layouts/parts/theme.js` listens to this event too.
  window.dispatchEvent(new Event('nasim:theme'));
}

/** Whether single-key shortcuts are active (WCAG 2.1.4): users of speech input can turn them off. Ctrl K always works. */
export const $shortcuts = persistentAtom<boolean>('nasim:shortcuts', true, {
  encode: (on) => (on ? 'on' : 'off'),
  decode: (text) => text !== 'off',
});

export { LOCALE_COOKIE };

export const $locale = persistentAtom<Locale>('nasim:locale', defaultLocale, {
  encode: (locale) => locale,
  decode: (text) => (isLocale(text) ? text : defaultLocale),
});

/** Saves the language on this device. The server renders the panel in it, so the caller reloads the page. */
export function saveLocale(locale: Locale): void {
  // The store last: it makes other tabs reload, and their requests need the new cookie.
  saveCookie(LOCALE_COOKIE, locale);
  $locale.set(locale);
}
