import { expect, test } from 'vitest';
import { makeLanguage, Search } from '../../../browser/find/rank.ts';
import { suggest } from './suggest.ts';

const page = (label: string, detail = '') => ({ label, detail, href: `/${label}` });
const filler = Array.from({ length: 30 }, (_, i) => page(`Guide ${i}`, 'The steps are listed for your domain'));
const help = new Search(
  [
    page('How long are files cached?', 'You decide how long the cache keeps a copy'),
    page('Certificates', 'Free certificates for HTTPS'),
    page('گواهی SSL برای دامنه'),
    ...filler,
  ],
  makeLanguage('en', 'the are my how'),
);
const titles = (text: string) => suggest(help, text).map(({ label }) => label);

test('input matches titles by their words, regardless of endings', () => {
  expect(titles('Cached files are old')[0]).toBe('How long are files cached?');
  expect(titles('my certificate')).toEqual(['Certificates']);
  expect(titles('my certifcate')).toEqual(['Certificates']);
  expect(titles('گواهي')).toEqual(['گواهی SSL برای دامنه']);
});

test('words that are common, or parts of others, match nothing', () => {
  expect(titles('the steps are listed')).toEqual([]);
  expect(titles('ate')).toEqual([]);
  expect(titles('')).toEqual([]);
});
