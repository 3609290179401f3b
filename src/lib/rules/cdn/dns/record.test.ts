import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../tests/support/runs.ts';
import { canProxy, type RecordData, recordTypes, sameData } from '../../core/dnsTypes.ts';
import { join, recordFields, split } from './fields.ts';
import { checkRecord, type Draft } from './record.ts';

const zone = 'example.com';
const check = (draft: Partial<Draft>) => checkRecord({ name: 'a', type: 'A', content: '192.0.2.1', ...draft }, { zone });
const hex64 = 'AB'.repeat(32);

/** One valid record of each type as typed, and its content as stored. */
const good: readonly (Partial<Draft> & { type: string; content: string; stored: string })[] = [
  { type: 'A', content: ' 192.0.2.1 ', stored: '192.0.2.1' },
  { type: 'AAAA', content: '2001:DB8::0:1', stored: '2001:db8::1' },
  { type: 'CNAME', content: 'B', stored: 'b.example.com' },
  { type: 'MX', content: '@', priority: 10, stored: 'example.com' },
  { type: 'TXT', content: ' v=spf1; "x" \\ ', stored: ' v=spf1; "x" \\ ' },
  { type: 'NS', content: 'NS1.example.net.', stored: 'ns1.example.net' },
  { type: 'SRV', name: '_sip._tcp', content: '.', priority: 0, weight: 0, port: 0, stored: '.' },
  { type: 'CAA', content: '0 ISSUE letsencrypt.org', stored: '0 issue "letsencrypt.org"' },
  { type: 'PTR', content: 'host.example.net', stored: 'host.example.net' },
  { type: 'TLSA', content: `3 1 1 ${hex64}`, stored: `3 1 1 ${hex64.toLowerCase()}` },
  { type: 'SSHFP', content: `4 2 ${hex64.slice(0, 30)} ${hex64.slice(30)}`, stored: `4 2 ${hex64.toLowerCase()}` },
  { type: 'HTTPS', content: '. port=8443 alpn="h2,h3"', priority: 1, stored: '. alpn=h2,h3 port=8443' },
  { type: 'SVCB', content: 'svc key667="a b"', priority: 2, stored: 'svc.example.com key667="a b"' },
  { type: 'NAPTR', content: '10 20 "U" "E2U+sip" "!^.*$!sip:a@b.c!" .', stored: '10 20 "U" "E2U+sip" "!^.*$!sip:a@b.c!" .' },
  { type: 'DS', content: `1 ECDSAP256SHA256 2 ${hex64}`, stored: `1 13 2 ${hex64.toLowerCase()}` },
  { type: 'LOC', content: '52 22 23 n 4 53 32 e -2', stored: '52 22 23.000 N 4 53 32.000 E -2.00m 1.00m 10000.00m 10.00m' },
  { type: 'URI', content: 'https://example.com/?a;b', priority: 1, weight: 2, stored: 'https://example.com/?a;b' },
  { type: 'DNAME', content: 'Shop.example.NET.', stored: 'shop.example.net' },
  { type: 'HINFO', content: 'RFC8482 ""', stored: '"RFC8482" ""' },
  { type: 'RP', content: 'admin.example.net .', stored: 'admin.example.net .' },
  { type: 'SMIMEA', name: `${'a'.repeat(56)}._smimecert`, content: `3 0 0 ${hex64}`, stored: `3 0 0 ${hex64.toLowerCase()}` },
  { type: 'OPENPGPKEY', name: `${'b'.repeat(56)}._openpgpkey`, content: 'mDMEX1cd\nAxYJ KwYB', stored: 'mDMEX1cdAxYJKwYB' },
  { type: 'CERT', content: 'pgp 0 RSASHA256 AQID\nBA==', stored: '3 0 8 AQIDBA==' },
];

describe('checkRecord', () => {
  test('there is an example of each type', () => expect(good.map(({ type }) => type)).toEqual([...recordTypes]));

  test.each(good)('$type', ({ stored, ...draft }) => {
    const result = check(draft);
    expect(result).toMatchObject({ ok: true, record: { content: stored, ttl: 'auto', proxy: false } });
    if (!result.ok) return;
    expect(checkRecord(result.record, { zone })).toEqual(result);
    const { record } = result;
    const data = join(record.type, split(record));
    expect({ name: record.name, type: record.type, ...data, ttl: 'auto', proxy: false }).toEqual(record);
    const required = recordFields[record.type].filter((field) => !field.optional).map((field) => field.name);
    expect(Object.keys(split(record))).toEqual(expect.arrayContaining(required));
  });

  test('fields that a type doesn’t have are dropped', () => {
    expect(check({ priority: 1, weight: 2, port: 3 })).toEqual({
      ok: true,
      record: { name: 'a', type: 'A', content: '192.0.2.1', ttl: 'auto', proxy: false },
    });
  });

  test('all errors are returned together, by field', () => {
    const numbers = { priority: -1, weight: 70_000, port: undefined, ttl: 1.5 };
    const result = check({ name: 'a..b', type: 'SRV', content: 'x y', ...numbers, proxy: true });
    const fields = ['name', 'priority', 'weight', 'port', 'content', 'ttl', 'proxy'];
    expect(result.ok ? [] : result.problems.map(({ field }) => field)).toEqual(fields);
  });

  test('numbers are typed in digits of any script', () => {
    expect(join('MX', { priority: '۱۰', content: 'mail.example.com' })).toEqual({ content: 'mail.example.com', priority: 10 });
    expect(join('SRV', { priority: '٠', weight: '۵', port: '۵۰۶۰', content: 'sip.example.com' })).toMatchObject({
      priority: 0,
      weight: 5,
      port: 5060,
    });
    expect(join('DS', { keyTag: '۶۰۴۸۵', algorithm: '13', digestType: '2', digest: 'ab' }).content).toBe('60485 13 2 ab');
  });

  test('an error in a part has the name of the part', () => {
    const partOf = (type: 'CAA' | 'TLSA' | 'NAPTR', parts: Record<string, string>) => {
      const result = check({ type, content: join(type, parts).content });
      return result.ok ? [] : result.problems.map(({ field, part }) => [field, part]);
    };
    expect(partOf('CAA', { flags: '300', tag: 'issue', value: 'a.com' })).toEqual([['content', 'flags']]);
    expect(partOf('CAA', { flags: '', tag: 'issue', value: 'a.com' })).toEqual([['content', 'flags']]);
    expect(partOf('TLSA', { usage: '3', selector: '1 1', matching: '1', data: hex64 })).toEqual([['content', 'selector']]);
    expect(partOf('NAPTR', { order: '1', preference: '1', replacement: 'a b' })).toEqual([['content', 'replacement']]);
  });

  test('TTL and proxy', () => {
    for (const ttl of [1, 60, 2_147_483_647, 'auto'] as const) expect(check({ ttl }).ok).toBe(true);
    for (const ttl of [0, -1, 2_147_483_648, 1.5, Number.NaN]) expect(check({ ttl }).ok).toBe(false);
    expect(recordTypes.filter(canProxy)).toEqual(['A', 'AAAA', 'CNAME']);
    expect(check({ proxy: true })).toMatchObject({ ok: true, record: { proxy: true } });
  });

  test('never throws, and valid output stays valid and unchanged', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(...good.map(({ content }) => content)),
    );
    const number = fc.option(fc.integer({ min: -1, max: 65_536 }), { nil: undefined });
    fc.assert(
      fc.property(
        fc.oneof(text, fc.constantFrom('a', '@', '_a._b')),
        fc.constantFrom(...recordTypes),
        text,
        number,
        number,
        number,
        (name, type, content, priority, weight, port) => {
          const result = checkRecord({ name, type, content, priority, weight, port }, { zone });
          if (!result.ok) return;
          expect(checkRecord(result.record, { zone })).toEqual(result);
          const { name: _, type: __, ttl: ___, proxy: ____, ...data } = result.record;
          expect(join(type, split(result.record))).toEqual(data);
        },
      ),
      { numRuns: runs(3000) },
    );
  });
});

test('sameData only compares the data', () => {
  const mx: RecordData = { name: 'a', type: 'MX', content: 'b.c', priority: 1 };
  expect(sameData(mx, { ...mx })).toBe(true);
  expect(sameData(mx, { ...mx, priority: 2 })).toBe(false);
  expect(sameData(mx, { ...mx, name: 'b' })).toBe(false);
});
