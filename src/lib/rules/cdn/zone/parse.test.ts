import { describe, expect, test } from 'vitest';
import { proxiedMark } from './marks.ts';
import { parseZone } from './parse.ts';
import type { ZoneReading } from './types.ts';

const zone = 'example.com';
const read = (text: string, options = {}) => parseZone(text, { zone, ...options });
const show = ({ records }: ZoneReading) =>
  records.map(({ line, name, ttl, type, priority, content }) =>
    [line, name, ttl, type, ...(priority === undefined ? [] : [priority]), content].join(' '),
  );
const refused = (text: string) => read(text).refused.map(({ line, key }) => `${line} ${key}`);

describe('owners', () => {
  test('relative, absolute, blank, @ and in any case', () => {
    const text = '@ A 192.0.2.1\nwww A 192.0.2.2\n\tAAAA ::1\nFTP.Example.Com. A 192.0.2.3\n  MX 10 mail\n';
    expect(show(read(text))).toEqual([
      '1 @ 3600 A 192.0.2.1',
      '2 www 3600 A 192.0.2.2',
      '3 www 3600 AAAA ::1',
      '4 ftp 3600 A 192.0.2.3',
      '5 ftp 3600 MX 10 mail.example.com',
    ]);
  });

  test('an owner that looks like a type or a TTL is an owner', () => {
    expect(show(read('a a 192.0.2.1\nin IN A 192.0.2.2\n300 A 192.0.2.3\ntxt TXT TXT'))).toEqual([
      '1 a 3600 A 192.0.2.1',
      '2 in 3600 A 192.0.2.2',
      '3 300 3600 A 192.0.2.3',
      '4 txt 3600 TXT TXT',
    ]);
  });

  test('names in other scripts become punycode', () => {
    expect(show(read('ایران CNAME سایت.example.net.'))).toEqual(['1 xn--mgba3a4f16a 3600 CNAME xn--mgbgz72d.example.net']);
  });

  test('lines without an owner after a refused one are refused for the same reason', () => {
    expect(refused('a..b A 192.0.2.1\n A 192.0.2.2\nx.example.org. A 192.0.2.3\n A 192.0.2.4\n"q A\n A 192.0.2.5')).toEqual([
      '1 dns:error.doubleDot',
      '2 dns:error.doubleDot',
      '3 zone:error.outsideZone',
      '4 zone:error.outsideZone',
      '5 zone:error.openQuote',
      '6 zone:error.noOwner',
    ]);
  });

  test('an address in place of a host is refused, though it could be a name', () => {
    expect(refused('@ MX 10 192.0.2.1\nsub NS 192.0.2.1\n_a._b SRV 1 1 1 192.0.2.1.')).toEqual(
      [1, 2, 3].map((line) => `${line} dns:error.hostIsAddress`),
    );
    expect(show(read('a CNAME 4.3.2.1'))).toEqual(['1 a 3600 CNAME 4.3.2.1.example.com']);
  });

  test('a name that only ends like the zone is outside it', () => {
    expect(refused('www.notexample.com. A 192.0.2.1\nnotexample.com. A 192.0.2.1\ncom. A 192.0.2.1\n. A 192.0.2.1')).toEqual(
      [1, 2, 3, 4].map((line) => `${line} zone:error.outsideZone`),
    );
  });

  test('after an invalid $ORIGIN, names are refused', () => {
    expect(refused('$ORIGIN a..b\nwww A 192.0.2.1\nok.example.com. A 192.0.2.2\n$ORIGIN example.com.\nwww CNAME b')).toEqual([
      '1 dns:error.hostDoubleDot',
      '2 zone:error.noOrigin',
    ]);
  });
});

describe('TTL', () => {
  test.each([
    ['a 60 A 192.0.2.1\nb A 192.0.2.2', [60, 60]],
    ['$TTL 1h\na 60 A 192.0.2.1\nb A 192.0.2.2', [60, 3600]],
    ['@ SOA a b 1 2 3 4 77\nb A 192.0.2.2', [77]],
    ['@ 50 SOA a b 1 2 3 4 77\nb A 192.0.2.2', [50]],
    ['b A 192.0.2.2', [120]],
    ['b 0 A 192.0.2.2', [0]],
    ['b 1W2D3h4M5s A 192.0.2.2', [788_645]],
    ['b 2147483647 A 192.0.2.2', [2_147_483_647]],
  ])('%j', (text, ttls) => expect(read(text, { defaultTtl: 120 }).records.map(({ ttl }) => ttl)).toEqual(ttls));
});

describe('every entry is in exactly one list', () => {
  test('identical lines merge, whatever their TTL', () => {
    const reading = read('a 60 MX 10 b\nA 90 IN MX 010 B.example.com.\na MX 20 b\n');
    expect(reading).toMatchObject({ merged: [{ line: 2, into: 1 }], refused: [] });
    expect(reading.records).toHaveLength(2);
  });

  test('many records at one name merge too', () => {
    const lines = Array.from({ length: 2000 }, (_, i) => `a TXT "${i % 1000}"`);
    const reading = read(lines.join('\n'));
    expect(reading.records).toHaveLength(1000);
    expect(reading.merged).toHaveLength(1000);
    expect(reading.merged[0]).toEqual({ line: 1001, into: 1 });
    expect(read(`${lines.join('\n')}\na CNAME b`).refused).toHaveLength(1);
  });

  test('records created by the provider are skipped, with the reason and the line', () => {
    const { skipped, soa, records } = read(
      '@ SOA ns hostmaster 7 2h 600 1w 300\n@ NS ns.example.net.\nsub NS ns.example.net.\nsub NSEC x A\n@ TYPE48 \\# 0\n',
    );
    expect(skipped.map(({ line, key }) => `${line} ${key}`)).toEqual(['2 zone:skip.apexNs', '4 zone:skip.signed', '5 zone:skip.signed']);
    expect(skipped[2]?.params).toEqual({ type: 'DNSKEY' });
    expect(records).toHaveLength(1);
    expect(soa).toEqual({
      line: 1,
      ttl: 300,
      primary: 'ns.example.com',
      email: 'hostmaster@example.com',
      serial: 7,
      refresh: 7200,
      retry: 600,
      expire: 604_800,
      minimum: 300,
    });
  });

  test('the mailbox of a SOA may contain an escaped dot', () => {
    expect(read('@ SOA . first\\.last.example.net. 1 2 3 4 5').soa).toMatchObject({ primary: '.', email: 'first.last@example.net' });
  });

  test('a zone transfer ends with its SOA again', () => {
    expect(read('@ SOA a b 1 2 3 4 5\n@ SOA a b 1 2 3 4 5')).toMatchObject({ merged: [{ line: 2, into: 1 }], refused: [] });
  });

  test('an invalid apex NS is refused, not skipped', () => {
    expect(refused('@ NS a..b')).toEqual(['1 dns:error.hostDoubleDot']);
  });

  test('a file of another zone is reported', () => {
    const { refused: lines } = read('$ORIGIN example.org.\n@ SOA a b 1 2 3 4 5\nwww A 192.0.2.1');
    expect(lines.map(({ key, params }) => [key, params.name])).toEqual([
      ['zone:error.otherZone', 'example.org.'],
      ['zone:error.outsideZone', 'www.example.org.'],
    ]);
  });

  test('the text of a refused line is its source, truncated', () => {
    expect(read(`  \n a A (\n x )`).refused[0]).toMatchObject({ line: 2, text: 'a A (' });
    expect(read(`a TXT "${'x'.repeat(500)}"`).refused[0]?.text).toHaveLength(200);
  });

  test('an unclosed parenthesis doesn’t swallow the file', () => {
    const { refused: lines, records } = read('a A 192.0.2.1\nb ( A 192.0.2.2\nc A 192.0.2.3\n');
    expect(lines).toMatchObject([{ line: 2, key: 'zone:error.openParenthesis' }]);
    expect(records.map(({ name }) => name)).toEqual(['a', 'c']);
  });

  test('a limit stops parsing with a line that says so', () => {
    expect(read('a A 192.0.2.1\nb A 192.0.2.1\nc A 192.0.2.1', { maxRecords: 2 })).toMatchObject({
      records: [{}, {}],
      refused: [{ line: 3, key: 'zone:error.tooManyRecords' }],
    });
    expect(read('a\nb\nc\nd', { maxRefused: 2 }).refused.map(({ line, key }) => `${line} ${key}`)).toEqual([
      '1 zone:error.noType',
      '2 zone:error.noType',
      '2 zone:error.tooManyRefused',
    ]);
  });
});

describe('comments', () => {
  test('contain the proxy status, in our format and Cloudflare’s', () => {
    const { records } = read(
      `a A 192.0.2.1 ; ${proxiedMark}, nasim: auto-ttl\nb 1 A 192.0.2.2 ; cf_tags=cf-proxied:true\nc 300 CNAME b ; cf_tags=cf-proxied:false\nd TXT "cf_tags=cf-proxied:true" ; ${proxiedMark}\n`,
    );
    expect(records.map(({ proxy, autoTtl }) => [proxy, autoTtl])).toEqual([
      [true, true],
      [true, true],
      [undefined, undefined],
      [undefined, undefined],
    ]);
  });

  test('a semicolon in quotes or after a backslash is text', () => {
    expect(show(read('a TXT "b;c" d\\;e;f'))).toEqual(['1 a 3600 TXT b;cd;e']);
  });
});

describe('lines of every kind', () => {
  test.each(['\n', '\r\n', '\r'])('line end %j', (end) => {
    expect(show(read(['\ufeff$TTL 60', 'a A 192.0.2.1 ; x', '', 'b TXT ( "1"', ' "2" )', 'c A 192.0.2.3'].join(end)))).toEqual([
      '2 a 60 A 192.0.2.1',
      '4 b 60 TXT 12',
      '6 c 60 A 192.0.2.3',
    ]);
  });

  test.each([
    ['a A 192.0.2.1', { name: 'a', content: '192.0.2.1' }],
    ['www 300 IN CNAME b.example.net. ; x\n', { name: 'www', ttl: 300, content: 'b.example.net' }],
    ['example.com. MX 10 mail', { name: '@', priority: 10 }],
    ['@ NS a.example.net.', { key: 'zone:skip.apexNs' }],
    ['a A b', { key: 'dns:error.ipv4' }],
    ['; nothing', null],
    ['', null],
  ])('one line %j', (text, result) => {
    const { records, refused, skipped } = parseZone(text, { zone });
    expect([...records, ...refused, ...skipped]).toMatchObject(result === null ? [] : [result]);
  });
});
