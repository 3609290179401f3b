import { expect, test } from 'vitest';
import type { RecordData } from '../../core/dnsTypes.ts';
import { parseZone } from '../zone/parse.ts';
import { printRecords } from '../zone/print.ts';
import { proxyChange } from './bulk.ts';

const records: (RecordData & { ttl: number | 'auto'; proxy: boolean })[] = [
  { name: 'www', type: 'A', content: '192.0.2.1', ttl: 'auto', proxy: true },
  { name: '@', type: 'AAAA', content: '2001:db8::1', ttl: 300, proxy: false },
  { name: '@', type: 'MX', content: 'mail.example.com', priority: 10, ttl: 3600, proxy: false },
  { name: 'x', type: 'TXT', content: '=1+1, "quoted"', ttl: 'auto', proxy: false },
];

test('only records that can go through the CDN and don’t yet are changed', () => {
  const { change, same, cannot } = proxyChange(records, true);
  expect([change, same, cannot].map((list) => list.map(({ type }) => type))).toEqual([['AAAA'], ['A'], ['MX', 'TXT']]);
});

test('lines parse back to the same records', () => {
  const read = parseZone(printRecords(records, { zone: 'example.com', defaultTtl: 3600 }), { zone: 'example.com' });
  expect(read.refused).toEqual([]);
  const same = ({ name, type, content, priority }: RecordData) => JSON.stringify([name, type, content, priority]);
  expect(read.records.map(same).sort()).toEqual(records.map(same).sort());
  expect(read.records.find(({ name }) => name === 'www')).toMatchObject({ proxy: true, autoTtl: true });
});
