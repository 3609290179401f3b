import { expect, test } from 'vitest';
import { suggest } from './suggest.ts';

const page = (title: string, description = '') => ({ title, description, href: `/${title}` });
const filler = Array.from({ length: 30 }, (_, i) => page(`Guide ${i}`, 'The steps are listed for your domain'));
const help = [
  page('How long are files cached?', 'You decide how long the cache keeps a copy'),
  page('Certificates', 'Free certificates for HTTPS'),
  page('گواهی SSL برای دامنه'),
  ...filler,
];
const titles = (text: string) => suggest(help, text).map(({ title }) => title);

test('input matches titles by their words, regardless of endings', () => {
  expect(titles('Cached files are old')[0]).toBe('How long are files cached?');
  expect(titles('my certificate')).toEqual(['Certificates']);
  expect(titles('گواهي')).toEqual(['گواهی SSL برای دامنه']);
});

test('words that are common, or parts of others, match nothing', () => {
  expect(titles('the steps are listed')).toEqual([]);
  expect(titles('ate')).toEqual([]);
  expect(titles('')).toEqual([]);
});
