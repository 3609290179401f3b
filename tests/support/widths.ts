import type { Locale } from '../../src/lib/i18n/locales.ts';

/** The looks of a walk: a language of each direction, at the widths of a phone and of a desktop. */
export const walkLooks: readonly { locale: Locale; width: number; height: number; name: string }[] = (['en', 'fa'] as const).flatMap(
  (locale) => [390, 1440].map((width) => ({ locale, width, height: 900, name: `${locale}, ${width} px` })),
);
