import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../../../tests/support/runs.ts';
import { zoneRecords } from '../../../../../tests/support/zoneArbitrary.ts';
import { parseZone } from './parse.ts';
import { type PrintRecord, printData, printZone } from './print.ts';

const zone = 'example.com';
const options = { zone, defaultTtl: 3600, nameServers: ['ns1.nasim.test', 'NS2.nasim.test.'], serial: 7, now: new Date(0) };
const print = (records: readonly PrintRecord[], more = {}) => printZone(records, { ...options, ...more });

describe('printZone', () => {
  test('is formatted as a person would write it', () => {
    const records: PrintRecord[] = [
      { name: 'www', type: 'CNAME', content: 'example.com', ttl: 'auto', proxy: true },
      { name: '@', type: 'TXT', content: 'v=spf1; "x"', ttl: 300 },
      { name: '@', type: 'MX', content: 'mail.example.com', priority: 10, ttl: 300 },
      { name: '@', type: 'A', content: '192.0.2.1', ttl: 300, proxy: true },
      { name: 'a.www', type: 'A', content: '192.0.2.2', ttl: 60 },
    ];
    expect(print(records, { soaEmail: 'first.last@example.net' })).toBe(
      [
        '; example.com, 1970-01-01T00:00:00.000Z',
        '$ORIGIN example.com.',
        '$TTL 3600',
        '',
        '@\t3600\tIN\tSOA\tns1.nasim.test. first\\.last.example.net. 7 10000 2400 604800 3600',
        '@\t3600\tIN\tNS\tns1.nasim.test.',
        '@\t3600\tIN\tNS\tns2.nasim.test.',
        '',
        '@\t300\tIN\tA\t192.0.2.1 ; nasim: proxied',
        '@\t300\tIN\tMX\t10 mail.example.com.',
        '@\t300\tIN\tTXT\t"v=spf1; \\"x\\""',
        '',
        'www\t3600\tIN\tCNAME\texample.com. ; nasim: proxied, nasim: auto-ttl',
        '',
        'a.www\t60\tIN\tA\t192.0.2.2',
        '',
      ].join('\n'),
    );
  });

  test('the output parses back: data, TTL, proxy and automatic TTL', () => {
    fc.assert(
      fc.property(zoneRecords, fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (records, automatic) => {
        const input = records.map((record, i) => (automatic[i] ? { ...record, ttl: 'auto' as const } : record));
        const text = print(input);
        expect(text).toMatch(/^[\t\n\x20-\x7e]*$/);
        const reading = parseZone(text, { zone });
        expect(reading).toMatchObject({ refused: [], merged: [], soa: { serial: 7, email: 'hostmaster@example.com' } });
        const back = reading.records.map(({ line: _, autoTtl, ...record }) =>
          JSON.stringify({ ...record, ttl: autoTtl ? 'auto' : record.ttl }),
        );
        expect(back.sort()).toEqual(input.map(({ line: _, ...record }) => JSON.stringify(record)).sort());
      }),
      { numRuns: runs(500) },
    );
  });

  test('strings have at most 255 bytes', () => {
    const parts = (size: number) =>
      printData({ name: '@', type: 'TXT', content: 'x'.repeat(size) })
        .split(' ')
        .map((part) => part.length - 2);
    expect(parts(0)).toEqual([0]);
    expect(parts(255)).toEqual([255]);
    expect(parts(256)).toEqual([255, 1]);
    expect(parts(600)).toEqual([255, 255, 90]);
    // A two-byte character may be split: parsers join strings before decoding.
    expect(parseZone(print([{ name: '@', type: 'TXT', content: `x${'é'.repeat(300)}`, ttl: 1 }]), { zone }).records[0]?.content).toBe(
      `x${'é'.repeat(300)}`,
    );
  });

  test('a mail address that isn’t ASCII falls back to hostmaster', () => {
    expect(print([], { soaEmail: 'مدیر@example.com' })).toContain(' hostmaster.example.com. ');
  });
});
