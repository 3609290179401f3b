import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { localeFacts, locales } from '../i18n/locales.ts';
import { latinDigits } from './digits.ts';
import { byName, comparedIn, inOrder } from './order.ts';

const sorted = (texts: readonly string[], locale: (typeof locales)[number]) => texts.toSorted(comparedIn(locale));

describe('the order of a language', () => {
  test.each([
    ['fa', ['آهن', 'ابر', 'باران', 'پل', 'تیر', 'چتر', 'ژاله', 'کوه', 'گل', 'نور', 'وقت', 'هوا', 'یخ', 'Web']],
    ['ar', ['أرض', 'بحر', 'تل', 'غيم', 'قمر', 'نهر', 'هواء', 'وادي', 'يوم', 'web']],
    ['es', ['Ábaco', 'nube', 'ñandú', 'ola']],
    ['en', ['alpha', 'Beta', 'gamma', 'باران']],
  ] as const)('%s: letters in their places, upper and lower case together', (locale, texts) => {
    expect(sorted(texts.toReversed(), locale)).toEqual(texts);
  });

  test.each(locales)('%s: numbers in names by their value, in digits of any script', (locale) => {
    const texts = ['web-1', 'web-2', 'web-۳', 'web-10', 'web-٢٠', 'web-100'];
    expect(sorted(texts.toReversed(), locale)).toEqual(texts);
    const long = ['سرور ۹', 'سرور ۱۵', 'سرور ۱۵ب', 'سرور ۱۰۰', 'سرور ٢٠٠'];
    expect(sorted(long.toReversed(), locale)).toEqual(long);
    const addresses = ['9.0.0.1', '10.0.0.2', '10.0.0.10'];
    expect(sorted(addresses.toReversed(), locale)).toEqual(addresses);
  });

  test.each(locales)('%s: the same as the collator, and different texts are never equal', (locale) => {
    const collator = new Intl.Collator(localeFacts[locale].intl, { numeric: true });
    const compare = comparedIn(locale);
    const char = fc.constantFrom(...'abcxyzABZ0123459-_.:/@* ()áñÑüآاأإئبپتةجچحکكگلمنوؤهیيىء۰۱۲۹٠٣٩،\u200c\u064bقßжæ漢');
    const text = fc.string({ unit: char, maxLength: 8 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const wanted = Math.sign(collator.compare(latinDigits(a), latinDigits(b))) || (a < b ? -1 : a > b ? 1 : 0);
        expect(Math.sign(compare(a, b)), `${a} and ${b}`).toBe(wanted);
      }),
      { numRuns: 3000 },
    );
  });

  test('names in ASCII have one order in all languages', () => {
    const text = fc.string({ unit: 'binary-ascii', maxLength: 6 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(new Set(locales.map((locale) => comparedIn(locale)(a, b))).size).toBe(1);
      }),
    );
  });
});

test('rows with the same text keep their order, also in the opposite one', () => {
  const rows = ['b', 'a', 'b', 'c'].map((title, at) => ({ title, at }));
  expect(inOrder(rows, 'en', ({ title }) => title).map(({ at }) => at)).toEqual([1, 0, 2, 3]);
  expect(inOrder(rows, 'en', ({ title }) => title, true).map(({ at }) => at)).toEqual([3, 0, 2, 1]);
});

test('a domain has the place of its name in its own script', () => {
  const names = ['xn--mgbtj4c7ad63e.ir', 'web.example', 'atlas.example'].map((name) => ({ name }));
  expect(byName(names, 'fa').map(({ name }) => name)).toEqual(['xn--mgbtj4c7ad63e.ir', 'atlas.example', 'web.example']);
  expect(byName(names, 'en').map(({ name }) => name)).toEqual(['atlas.example', 'web.example', 'xn--mgbtj4c7ad63e.ir']);
});
