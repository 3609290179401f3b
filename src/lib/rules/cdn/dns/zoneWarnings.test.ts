import { describe, expect, test } from 'vitest';
import type { RecordType } from '../../core/dnsTypes.ts';
import type { Known } from './recordConflicts.ts';
import { zoneWarnings } from './zoneWarnings.ts';

const zone = 'example.com';
type Listed = Known & { ttl?: number | 'auto' };
const record = (name: string, type: RecordType, content: string, more: Partial<Listed> = {}): Listed => ({ name, type, content, ...more });
const listZoneWarnings = (...records: Listed[]) =>
  [...zoneWarnings(records, zone)].map(([place, list]) => [place, ...list.map(({ key }) => key.replace('dns:warning.', ''))]).sort();

const mail = record('mail', 'A', '192.0.2.1');
const mx = record('@', 'MX', 'mail.example.com', { priority: 10 });
const dmarc = record('_dmarc', 'TXT', 'v=DMARC1; p=reject');

describe('a whole zone', () => {
  test('a valid zone has none', () => {
    expect(listZoneWarnings()).toEqual([]);
    expect(
      listZoneWarnings(
        mail,
        mx,
        dmarc,
        record('@', 'TXT', 'v=spf1 mx -all'),
        record('www', 'CNAME', 'example.com'),
        record('@', 'A', '192.0.2.2'),
      ),
    ).toEqual([]);
  });

  test('warnings of single records are reported at each of them', () => {
    expect(listZoneWarnings({ ...mail, proxy: true }, mx, dmarc)).toEqual([
      [0, 'proxiedMail'],
      [1, 'proxiedMail'],
    ]);
    expect(listZoneWarnings(record('mail', 'CNAME', 'host.example.net'), mx, dmarc)).toEqual([[1, 'targetAlias']]);
    expect(listZoneWarnings(mx, dmarc)).toEqual([[0, 'missingTarget']]);
    expect(listZoneWarnings(record('sub', 'NS', 'ns.example.net'), record('www.sub', 'A', '192.0.2.1'))).toEqual([[1, 'shadowed']]);
    // RFC 9460 section 2.4: the target of an HTTPS record may be an alias.
    expect(listZoneWarnings(record('a', 'HTTPS', 'b.example.com', { priority: 1 }), record('b', 'CNAME', 'c.example.net'))).toEqual([]);
  });

  test('two SPF records, two DMARC records', () => {
    const [one, two] = [record('@', 'TXT', 'v=spf1 -all'), record('@', 'TXT', 'v=spf1 mx -all')];
    expect(listZoneWarnings(one, record('@', 'TXT', 'other'), two)).toEqual([
      [0, 'spfTwice'],
      [2, 'spfTwice'],
    ]);
    expect(listZoneWarnings(one, record('sub', 'TXT', 'v=spf1 mx -all'))).toEqual([]);
    expect(listZoneWarnings(dmarc, record('_dmarc', 'TXT', 'v=DMARC1; p=none'))).toEqual([
      [0, 'dmarcTwice'],
      [1, 'dmarcTwice'],
    ]);
  });

  test('missing DMARC is reported once; not for a domain without mail, or whose policy is an alias', () => {
    expect(listZoneWarnings(mail, mx, { ...mx, priority: 20 })).toEqual([[1, 'dmarcMissing']]);
    expect(listZoneWarnings(record('@', 'MX', '.', { priority: 0 }))).toEqual([]);
    expect(listZoneWarnings(mail, mx, record('_dmarc', 'CNAME', 'dmarc.example.net'))).toEqual([]);
  });

  test('a name that its wildcard doesn’t cover', () => {
    const wild = record('*', 'A', '192.0.2.1');
    const text = (name: string) => record(name, 'TXT', 'check=1');
    expect(listZoneWarnings(wild, text('shop'))).toEqual([[1, 'wildcardHidden']]);
    expect(listZoneWarnings(wild, text('shop'), record('shop', 'AAAA', '2001:db8::1'))).toEqual([]);
    expect(listZoneWarnings(wild, text('_check'), text('@'), text('a.shop'))).toEqual([]);
    expect(listZoneWarnings(wild, record('sub', 'NS', 'ns.example.net'))).toEqual([]);
    expect(listZoneWarnings(record('*.shop', 'A', '192.0.2.1'), text('a.shop'))).toEqual([[1, 'wildcardHidden']]);
    expect(listZoneWarnings(record('*', 'TXT', 'x'), text('shop'))).toEqual([]);
  });

  test('very short TTLs', () => {
    expect(
      listZoneWarnings(
        { ...mail, ttl: 59 },
        record('x', 'A', '192.0.2.1', { ttl: 60 }),
        record('y', 'A', '192.0.2.1', { ttl: 1, proxy: true }),
      ),
    ).toEqual([[0, 'ttlLow']]);
  });

  test('takes linear time, even when all records have one name or one target', () => {
    const each = 30_000;
    const records = [
      ...Array.from({ length: each }, (_, i) => record('pool', 'A', `192.${i >> 16}.${(i >> 8) & 255}.${i & 255}`, { proxy: true })),
      ...Array.from({ length: each }, (_, i) => record(`h${i}.a.b`, 'MX', 'pool.example.com', { priority: 10 })),
      ...Array.from({ length: each }, (_, i) => record('sub', 'NS', `ns${i}.example.net`)),
      ...Array.from({ length: each }, (_, i) => record(`ns${i}.sub`, 'A', '192.0.2.1')),
    ];
    // Scanning the records of a name for each query would take billions of steps and exceed the timeout.
    expect(zoneWarnings(records, zone).size).toBe(3 * each);
  });
});
