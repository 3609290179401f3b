import { expect, test } from 'vitest';
import { isFault } from '../../core/fault.ts';
import { matchesFilter, maxConditions, parseFilter, printFilter } from './filter.ts';

const record = (name: string, type: string, more: object = {}) => ({
  name,
  type,
  content: '203.0.113.1',
  ttl: 'auto' as const,
  proxy: false,
  ...more,
});
const zone = 'shop.example';
const records = {
  root: record('@', 'A', { proxy: true, tags: ['prod', 'web'] }),
  www: record('www', 'CNAME', { content: 'shop.example', proxy: true, comment: 'Set by Sara: don’t "touch"' }),
  mail: record('@', 'MX', { content: 'mail.shop.example', ttl: 300, tags: ['Prod'] }),
  text: record('_dmarc', 'TXT', { content: 'v=DMARC1; p=none', ttl: 7200 }),
};
const filteredNames = (text: string): string[] => {
  const filter = parseFilter(text);
  if (isFault(filter)) throw new Error(filter.key);
  return Object.entries(records).flatMap(([key, one]) => (matchesFilter(filter, one, zone) ? [key] : []));
};

test.each([
  ['type=a', ['root']],
  ['type!=A', ['www', 'mail', 'text']],
  ['name=@', ['root', 'mail']],
  ['name=www.shop.example', ['www']],
  ['name~shop', ['root', 'www', 'mail', 'text']],
  ['name!~_', ['root', 'www', 'mail']],
  ['content~shop.example', ['www', 'mail']],
  ['content="v=DMARC1; p=none"', ['text']],
  ['proxy=on', ['root', 'www']],
  ['ttl=auto', ['root', 'www']],
  ['ttl<3600', ['mail']],
  ['ttl>300', ['text']],
  ['tag=prod', ['root', 'mail']],
  ['tag~o', ['root', 'mail']],
  ['tag=""', ['www', 'text']],
  ['tag!=""', ['root', 'mail']],
  ['comment!=""', ['www']],
  ['comment~"don’t \\"touch\\""', ['www']],
  ['type=TXT or tag=prod and type=MX', ['mail', 'text']],
  ['tag=prod and type=MX or type=TXT', ['mail', 'text']],
  ['tag=prod and tag=web', ['root']],
  ['tag=prod and tag!=web', ['mail']],
])('%s finds %j', (text, keys) => {
  expect(filteredNames(text)).toEqual(keys);
  const filter = parseFilter(text);
  if (isFault(filter)) throw new Error(filter.key);
  expect(parseFilter(printFilter(filter)), 'its text reads back').toEqual(filter);
});

test.each([
  '',
  'type',
  'type=',
  'name=""',
  'comment~""',
  'owner=x',
  'type~A',
  'ttl=soon',
  'ttl<-1',
  'proxy=maybe',
  'type=A or',
  'type=A and and name=x',
  'type=A name=x',
  'type=A, name=x and',
  'comment="open',
  'and type=A',
])('%j is refused', (text) => {
  expect(parseFilter(text)).toMatchObject({ key: 'dns:error.filter' });
});

test('the number of conditions and the length are limited', () => {
  const many = (count: number) => Array.from({ length: count }, () => 'type=A').join(' or ');
  expect(parseFilter(many(maxConditions))).toHaveLength(maxConditions);
  expect(parseFilter(many(maxConditions + 1))).toMatchObject({ key: 'dns:error.filterConditions' });
  expect(parseFilter(`name=${'x'.repeat(2000)}`)).toMatchObject({ key: 'dns:error.filterTooLong' });
});
