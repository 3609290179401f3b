import { expect, test } from 'vitest';
import { matching } from './options.ts';

const countries = [
  { value: 'AU', label: 'Australia', code: 'AU' },
  { value: 'BY', label: 'Belarus', code: 'BY' },
  { value: 'CY', label: 'Cyprus', code: 'CY' },
  { value: 'RU', label: 'Russia', code: 'RU' },
  { value: 'ZA', label: 'South Africa', code: 'ZA' },
  { value: 'US', label: 'United States', code: 'US' },
];
const matchOptions = (query: string) => matching(countries, query).map(({ value }) => value);

test('options that begin with the query come first, then those with a word that does', () => {
  expect(matchOptions('rus')).toEqual(['RU', 'BY', 'CY']);
  expect(matchOptions('us')[0]).toBe('US');
  expect(matchOptions('afr')).toEqual(['ZA']);
  expect(matchOptions('unit st')).toEqual(['US']);
  expect(matchOptions('nowhere')).toEqual([]);
});

test('a zero-width non-joiner is typed as a space, or not at all', () => {
  const cards = [{ value: 1, label: 'کارت ذخیره‌شده' }];
  for (const query of ['ذخیره‌شده', 'ذخیرهشده', 'ذخیره شده']) expect(matching(cards, query), query).toEqual(cards);
  expect(matching([{ value: 1, label: 'کارت ذخیره شده' }], 'ذخیره‌شده')).toHaveLength(1);
});
