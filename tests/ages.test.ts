import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { TKey } from '../src/lib/i18n/keys.ts';
import { locales } from '../src/lib/i18n/locales.ts';
import { translator } from '../src/lib/i18n/server.ts';

/** Words after which a text needs a moment or a duration: "since 3 hours ago" is neither. */
const before = {
  en: /\b(since|for|by) AGE/i,
  fa: /(از|به مدت) AGE/,
  ar: /(منذ|لمدة) AGE/,
  es: /\b(desde|hace|durante) AGE/i,
};

test('no text has an age after a word that needs a moment or a duration', () => {
  const used = globSync('src/islands/**/*.tsx').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/t\('([\w.]+:[\w.]+)',\s*\{\s*(?:[^{}]*,\s*)?(\w+): formatAge\(/g)].map(
      ([, key = '', name = '']) => ({ key, name }),
    ),
  );
  expect(used.length).toBeGreaterThan(15);
  const wrong = used.flatMap(({ key, name }) =>
    locales.flatMap((locale) => {
      const text = translator(locale)(key as TKey, { [name]: 'AGE' });
      return before[locale].test(text) ? [`${locale}: ${text}`] : [];
    }),
  );
  expect(wrong).toEqual([]);
});
