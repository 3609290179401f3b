import { type Locale, locales } from '../../src/lib/i18n/locales.ts';

/** A language and a theme. */
export interface Look {
  locale: Locale;
  theme: 'light' | 'dark';
}

export const enLight: Look = { locale: 'en', theme: 'light' };
export const faDark: Look = { locale: 'fa', theme: 'dark' };

/** All looks of a screen, for the full run: English and light comes first. */
export function screenLooks({ alwaysDark }: { alwaysDark?: true }): Look[] {
  const all = locales
    .flatMap((locale): Look[] => [
      { locale, theme: 'light' },
      { locale, theme: 'dark' },
    ])
    .slice(1);
  return [enLight, ...all.filter(({ theme }) => !alwaysDark || theme === 'dark')];
}

/** The widths at which nothing may overflow, beside that of the visit, in px. `npm test` checks 390. */
export const widths = [360, 390, 600, 768, 900, 1024, 1190, 1280, 1920] as const;
