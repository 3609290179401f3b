// biome-ignore-all lint/suspicious/noTemplateCurlyInString: $GENERATE writes its counter so
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { locales } from '../../../i18n/locales.ts';
import type { RecordData } from '../../core/dnsTypes.ts';
import { type Fault, isFault } from '../../core/fault.ts';
import { readFile } from '../zone/file.ts';
import { readCsv } from '../zone/formats/csv.ts';
import { parseZone } from '../zone/parse.ts';
import { parseFilter } from './filter.ts';
import { checkRecord, type Draft } from './record.ts';
import { clash, RecordIndex, warnings } from './recordConflicts.ts';
import { zoneWarnings } from './zoneWarnings.ts';

/** An input for each message: every message of the rules must have one, and every input must produce its message. */
const zone = 'example.com';
const hex64 = 'ab'.repeat(32);
type Texts = Record<string, Record<string, string>>;
const namespaceTexts = (locale: string, namespace: string): Texts =>
  JSON.parse(readFileSync(new URL(`../../../../content/i18n/${locale}/cdn/${namespace}.json`, import.meta.url), 'utf8')) as Texts;

const draft = (fields: Partial<Draft>): Fault[] => {
  const result = checkRecord({ name: 'a', type: 'A', content: '192.0.2.1', ...fields }, { zone });
  return result.ok ? [] : result.problems;
};
const name = (input: string, type = 'A') =>
  draft({ name: input, type, content: type === 'A' ? '192.0.2.1' : 'b.example.net', priority: 1, weight: 1, port: 1 });
const host = (content: string, type = 'CNAME') => draft({ name: 'a', type, content, priority: 1 });
const of = (type: string, content: string, numbers: Partial<Draft> = {}) => draft({ type, content, ...numbers });
const parseFault = (text: string): Fault[] => {
  const { refused, skipped } = parseZone(text, { zone });
  return [...refused, ...skipped];
};
const file = (text: string, limits: { maxRecords?: number; maxRefused?: number } = {}): Fault[] =>
  parseZone(text, { zone, ...limits }).refused;
/** What is said of a file of another service. */
const other = (text: string): Fault[] => {
  const { refused, skipped, notes, doubts } = readFile(text, { zone, reading: 'meant', otherwise: [] }, (host) => host.endsWith('.net'));
  return [...refused, ...skipped, ...notes, ...doubts];
};
const set = (fields: object): string =>
  JSON.stringify({
    ResourceRecordSets: [{ Name: 'a.example.com.', Type: 'CNAME', TTL: 60, ResourceRecords: [{ Value: 'b.net' }], ...fields }],
  });
const asFault = (read: object): Fault | null => (isFault(read) ? read : null);
const one = (fault: Fault | null): Fault[] => (fault ? [fault] : []);
const filter = (text: string): Fault[] => {
  const read = parseFilter(text);
  return isFault(read) ? [read] : [];
};
const a: RecordData = { name: 'a', type: 'A', content: '192.0.2.1' };
const alias: RecordData = { name: 'c', type: 'CNAME', content: 'a.example.com' };
const warn = (records: (RecordData & { proxy?: boolean })[], record: RecordData & { proxy?: boolean }) =>
  warnings(records, record, { zone });

const text = (at: string, content: string): RecordData => ({ name: at, type: 'TXT', content });
const look = (...records: (RecordData & { ttl?: number })[]): Fault[] => [...zoneWarnings(records, zone).values()].flat();

const brings: Record<string, () => Fault[]> = {
  'dns:error.required': () => name(' '),
  'dns:error.spaces': () => name('a b'),
  'dns:error.atPlace': () => name('a@b'),
  'dns:error.doubleDot': () => name('a..b'),
  'dns:error.emptyLabel': () => name('.a'),
  'dns:error.labelTooLong': () => name('x'.repeat(64)),
  'dns:error.hyphenEdge': () => name('a-.b'),
  'dns:error.wildcardPlace': () => name('a.*'),
  'dns:error.characters': () => name('a!b'),
  'dns:error.underscore': () => name('_a', 'MX'),
  'dns:error.idn': () => name('xn--a'),
  'dns:error.nameTooLong': () => name(Array(4).fill('x'.repeat(62)).join('.')),
  'dns:error.outsideZone': () => name('www.example.org.'),
  'dns:error.cnameApex': () => name('@', 'CNAME'),
  'dns:error.dsApex': () => draft({ name: '@', type: 'DS', content: `1 13 2 ${hex64}` }),
  'dns:error.nsApex': () => name('example.com', 'NS'),
  'dns:error.nsWildcard': () => name('*.a', 'NS'),
  'dns:error.srvUnderscore': () => name('sip._tcp', 'SRV'),
  'dns:error.hostRequired': () => host(''),
  'dns:error.hostRoot': () => host('.'),
  'dns:error.hostUrl': () => host('https://example.com/'),
  'dns:error.hostIsAddress': () => host('192.0.2.1', 'MX'),
  'dns:error.hostSpaces': () => host('a b'),
  'dns:error.hostDoubleDot': () => host('a..b'),
  'dns:error.hostEmptyLabel': () => host('.a.b'),
  'dns:error.hostLabelTooLong': () => host(`${'x'.repeat(64)}.com`),
  'dns:error.hostHyphenEdge': () => host('-a.com'),
  'dns:error.hostWildcard': () => host('*.example.com'),
  'dns:error.hostCharacters': () => host('a/b.com'),
  'dns:error.hostUnderscore': () => host('a_b.com', 'MX'),
  'dns:error.hostIdn': () => host('xn--a.com'),
  'dns:error.hostTooLong': () => host(Array(5).fill('x'.repeat(62)).join('.')),
  'dns:error.ipv4Required': () => of('A', ' '),
  'dns:error.ipv4': () => of('A', 'abc'),
  'dns:error.ipv4IsIpv6': () => of('A', '::1'),
  'dns:error.ipv4Parts': () => of('A', '1.2.3'),
  'dns:error.ipv4First': () => of('A', '256.1.1.1'),
  'dns:error.ipv4Second': () => of('A', '1.256.1.1'),
  'dns:error.ipv4Third': () => of('A', '1.1.999.1'),
  'dns:error.ipv4Last': () => of('A', '1.1.1.256'),
  'dns:error.ipv4Zero': () => of('A', '192.0.02.1'),
  'dns:error.ipv6Required': () => of('AAAA', ''),
  'dns:error.ipv6': () => of('AAAA', '1:2'),
  'dns:error.ipv6IsIpv4': () => of('AAAA', '192.0.2.1'),
  'dns:error.ipv6Scope': () => of('AAAA', 'fe80::1%eth0'),
  'dns:error.ipv6Prefix': () => of('AAAA', '2001:db8::/32'),
  'dns:error.priority': () => of('MX', 'a.com'),
  'dns:error.weight': () => of('URI', 'a:b', { priority: 1, weight: 1.5 }),
  'dns:error.port': () => of('SRV', 'a.com', { name: '_a._b', priority: 1, weight: 1, port: 65_536 }),
  'dns:error.ttl': () => draft({ ttl: 0 }),
  'dns:error.type': () => draft({ type: 'WKS' }),
  'dns:error.proxyType': () => of('TXT', 'x', { proxy: true }),
  'dns:error.contentRequired': () => of('CAA', ' '),
  'dns:error.contentRest': () => of('CAA', '0 issue "a.com" ; b'),
  'dns:error.tooFewParts': () => of('CAA', '0 issue'),
  'dns:error.tooManyParts': () => of('CAA', '0 issue a b'),
  'dns:error.textRequired': () => of('TXT', ''),
  'dns:error.textControl': () => of('TXT', 'a\nb'),
  'dns:error.textTooLong': () => of('TXT', 'x'.repeat(65_280)),
  'dns:error.uriRequired': () => of('URI', '', { priority: 1, weight: 1 }),
  'dns:error.uri': () => of('URI', 'example.com', { priority: 1, weight: 1 }),
  'dns:error.uriQuotes': () => parseFault('a URI 1 1 https://a/'),
  'dns:error.caaFlags': () => of('CAA', '256 issue "a.com"'),
  'dns:error.caaTag': () => of('CAA', '0 is-sue "a.com"'),
  'dns:error.caaIssuer': () => of('CAA', '0 issue "not a domain"'),
  'dns:error.caaIodef': () => of('CAA', '0 iodef "me"'),
  'dns:error.tlsaUsage': () => of('TLSA', `4 1 1 ${hex64}`),
  'dns:error.tlsaSelector': () => of('TLSA', `3 2 1 ${hex64}`),
  'dns:error.tlsaMatching': () => of('TLSA', `3 1 3 ${hex64}`),
  'dns:error.sshfpAlgorithm': () => of('SSHFP', `0 2 ${hex64}`),
  'dns:error.sshfpType': () => of('SSHFP', `4 3 ${hex64}`),
  'dns:error.dsDigestType': () => of('DS', `1 13 7 ${hex64}`),
  'dns:error.dsAlgorithm': () => of('DS', `1 0 2 ${hex64}`),
  'dns:error.keyTag': () => of('DS', `65536 13 2 ${hex64}`),
  'dns:error.hex': () => of('TLSA', '3 1 0 abc'),
  'dns:error.digestLength': () => of('SSHFP', '4 2 abcd'),
  'dns:error.svcbAlias': () => of('HTTPS', 'a.com alpn=h2', { priority: 0 }),
  'dns:error.svcbParam': () => of('HTTPS', '. "alpn=h2"', { priority: 1 }),
  'dns:error.svcbKey': () => of('HTTPS', '. foo=bar', { priority: 1 }),
  'dns:error.svcbDuplicate': () => of('HTTPS', '. port=1 port=2', { priority: 1 }),
  'dns:error.svcbValue': () => of('HTTPS', '. port=x', { priority: 1 }),
  'dns:error.svcbMandatory': () => of('HTTPS', '. mandatory=port', { priority: 1 }),
  'dns:error.svcbNoAlpn': () => of('HTTPS', '. no-default-alpn', { priority: 1 }),
  'dns:error.naptrOrder': () => of('NAPTR', 'x 1 "" "" "" .'),
  'dns:error.naptrPreference': () => of('NAPTR', '1 x "" "" "" .'),
  'dns:error.naptrFlags': () => of('NAPTR', '1 1 "!" "" "" .'),
  'dns:error.naptrService': () => of('NAPTR', '1 1 "" "a b" "" .'),
  'dns:error.naptrRegexp': () => of('NAPTR', '1 1 "" "" "!a" .'),
  'dns:error.commentTooLong': () => draft({ comment: 'x'.repeat(501) }),
  'dns:error.commentControl': () => draft({ comment: 'a\nb' }),
  'dns:error.tagEmpty': () => draft({ tags: [''] }),
  'dns:error.tagSpace': () => draft({ tags: ['a b'] }),
  'dns:error.tagCharacter': () => draft({ tags: ['a;b'] }),
  'dns:error.tagTooLong': () => draft({ tags: ['x'.repeat(61)] }),
  'dns:error.tagsTooMany': () => draft({ tags: Array.from({ length: 21 }, (_, i) => `t${i}`) }),
  'dns:error.filter': () => filter('owner=me'),
  'dns:error.filterTooLong': () => filter(`name=${'x'.repeat(2000)}`),
  'dns:error.filterConditions': () => filter(Array.from({ length: 21 }, () => 'type=A').join(' or ')),
  'dns:error.naptrBoth': () => of('NAPTR', '1 1 "" "" "!a!b!" a.com'),
  'dns:error.latitude': () => of('LOC', '91 N 0 E 0'),
  'dns:error.longitude': () => of('LOC', '1 N 181 E 0'),
  'dns:error.altitude': () => of('LOC', '1 N 1 E high'),
  'dns:error.locSize': () => of('LOC', '1 N 1 E 0 -1'),
  'dns:error.duplicate': () => one(clash([a], a)),
  'dns:error.cnameConflict': () => one(clash([a], { ...alias, name: 'a' })),
  'dns:error.cnameTaken': () => one(clash([alias], { ...a, name: 'c' })),
  'dns:error.cnameSingle': () => one(clash([alias], { ...alias, content: 'b.example.com' })),
  'dns:error.base64': () => of('OPENPGPKEY', 'AR=='),
  'dns:error.certType': () => of('CERT', '9 0 0 AQID'),
  'dns:error.certAlgorithm': () => of('CERT', '1 0 256 AQID'),
  'dns:error.dnameSingle': () =>
    one(clash([{ name: 'd', type: 'DNAME', content: 'a.example.net' }], { name: 'd', type: 'DNAME', content: 'b.example.net' })),
  'dns:error.cnameSelf': () => host('a'),
  'dns:warning.proxiedMail': () => warn([{ ...a, proxy: true }], { name: '@', type: 'MX', priority: 1, content: 'a.example.com' }),
  'dns:warning.shadowed': () => warn([{ name: 'sub', type: 'NS', content: 'ns.example.net' }], { ...a, name: 'www.sub' }),
  'dns:warning.renamed': () => warn([{ name: 'sub', type: 'DNAME', content: 'example.net' }], { ...a, name: 'www.sub' }),
  'dns:warning.missingTarget': () => warn([], alias),
  'dns:warning.targetAlias': () => warn([alias], { name: '@', type: 'MX', priority: 1, content: 'c.example.com' }),
  'dns:warning.spfTwice': () => look(text('@', 'v=spf1 -all'), text('@', 'v=spf1 mx -all')),
  'dns:warning.dmarcTwice': () => look(text('_dmarc', 'v=DMARC1; p=none'), text('_dmarc', 'v=DMARC1; p=reject')),
  'dns:warning.dmarcMissing': () => look({ name: '@', type: 'MX', content: 'mail.example.net', priority: 1 }),
  'dns:warning.ttlLow': () => look({ ...a, ttl: 5 }),
  'dns:warning.wildcardHidden': () => look({ ...a, name: '*' }, text('shop', 'x')),
  'dns:warning.textQuotes': () => warn([], { name: '@', type: 'TXT', content: '"v=spf1 -all"' }),
  'zone:error.noOwner': () => file(' A 192.0.2.1'),
  'zone:error.noOrigin': () => file('$ORIGIN a..b\nwww A 192.0.2.1').slice(1),
  'zone:error.noType': () => parseFault('a 300 IN'),
  'zone:error.unknownType': () => parseFault('a FOO bar'),
  'zone:error.unsupportedType': () => parseFault('a WKS x y'),
  'zone:error.class': () => parseFault('a CH A 192.0.2.1'),
  'zone:error.classTwice': () => parseFault('a IN IN A 192.0.2.1'),
  'zone:error.ttl': () => parseFault('a 1x A 192.0.2.1'),
  'zone:error.ttlRange': () => parseFault('a 2147483648 A 192.0.2.1'),
  'zone:error.ttlTwice': () => parseFault('a 1 2 A 192.0.2.1'),
  'zone:error.outsideZone': () => parseFault('a.example.org. A 192.0.2.1'),
  'zone:error.otherZone': () => parseFault('example.org. SOA a b 1 2 3 4 5'),
  'zone:error.include': () => parseFault('$INCLUDE other.zone'),
  'zone:error.directive': () => parseFault('$FOO'),
  'zone:error.directiveValue': () => parseFault('$TTL'),
  'zone:error.generateRange': () => parseFault('$GENERATE 2-1 a$ A 192.0.2.$'),
  'zone:error.generateTemplate': () => parseFault('$GENERATE 1-2 a${x} A 192.0.2.$'),
  'zone:error.generateNegative': () => parseFault('$GENERATE 1-2 a${-2} A 192.0.2.1'),
  'zone:error.generateTooMany': () => parseFault('$GENERATE 0-2147483647 a$ A 192.0.2.1'),
  'zone:error.openParenthesis': () => parseFault('a ( A 192.0.2.1'),
  'zone:error.closeParenthesis': () => parseFault('a A 192.0.2.1 )'),
  'zone:error.openQuote': () => parseFault('a TXT "b'),
  'zone:error.quotes': () => parseFault('a A "192.0.2.1"'),
  'zone:error.escape': () => parseFault('a TXT \\256'),
  'zone:error.nul': () => parseFault('a TXT "b\0"'),
  'zone:error.control': () => parseFault('a TXT "b\u0007"'),
  'zone:error.encoding': () => parseFault('a TXT "b\ufffd"'),
  'zone:error.tooManyWords': () => parseFault(`a TXT${' x'.repeat(70_001)}`),
  'zone:error.stringTooLong': () => parseFault(`a TXT ${'x'.repeat(256)}`),
  'zone:error.generic': () => parseFault('a A \\# 3 010203'),
  'zone:error.soa': () => parseFault('@ SOA a b 1 2 3 4'),
  'zone:error.soaPlace': () => parseFault('a SOA a b 1 2 3 4 5'),
  'zone:error.soaSecond': () => file('@ SOA a b 1 2 3 4 5\n@ SOA a b 2 2 3 4 5'),
  'zone:error.cnameTaken': () => file('a CNAME b\na A 192.0.2.1'),
  'zone:error.cnameSecond': () => file('a CNAME b\na CNAME c'),
  'zone:error.dnameSecond': () => file('a DNAME b\na A 192.0.2.1\na DNAME c'),
  'zone:error.cnameBeside': () => file('a A 192.0.2.1\na CNAME c'),
  'zone:error.tooManyRecords': () => file('a A 192.0.2.1\nb A 192.0.2.1', { maxRecords: 1 }),
  'zone:error.tooManyRefused': () => file('a\nb\nc\n', { maxRefused: 1 }).slice(1),
  'zone:skip.apexNs': () => parseFault('@ NS ns.example.net.'),
  'zone:skip.signed': () => parseFault('@ DNSKEY 257 3 13 AAAA'),
  'zone:skip.glue': () => other(';  Database file x.dns for example.com zone.\nns.example.net. A 192.0.2.1'),
  'zone:skip.ignored': () => other("? ''\n: octodns: { ignored: true }\n  type: A\n  value: 192.0.2.1"),
  'zone:error.routing': () => other(set({ Weight: 1 })),
  'zone:error.recordSet': () => other(set({ ResourceRecords: [] })),
  'zone:error.json': () => other('{}'),
  'zone:error.yaml': () => other("? ''\n: 1"),
  'zone:error.yamlSize': () => other(`? ''\n: - type: A\n${'#'.repeat(2_000_001)}`),
  'zone:error.csv': () => one(asFault(readCsv('a,b', zone))),
  'zone:error.placeholder': () => other('; Exported (y-m-d hh:mm:ss): 2026-01-01 00:00:00\n@ A Parked'),
  'zone:error.aliasApex': () => other('@ ALIAS b.example.net.'),
  'zone:note.atSuffix': () => other('_a._b.@ SRV 1 1 1 c.example.net.'),
  'zone:note.soaDot': () => other('example.com SOA a b 1 2 3 4 5'),
  'zone:note.originDot': () => other('$ORIGIN example.com'),
  'zone:note.autoTtl': () => other('a 1 A 192.0.2.1 ; cf_tags=cf-proxied:true'),
  'zone:note.spf': () => other('a SPF "v=spf1 -all"'),
  'zone:note.longText': () => other(`a TXT "${'x'.repeat(256)}"`),
  'zone:note.flattened': () => other('a CNAME b.example.net. ; cf_tags=cf-flatten-cname'),
  'zone:note.alias': () => other('a ANAME b.example.net.'),
  'zone:note.aliasApex': () => other('@ ALIAS a\na A 192.0.2.1'),
  'zone:skip.deleted': () =>
    other(JSON.stringify({ Changes: [{ Action: 'DELETE', ResourceRecordSet: { Name: 'a.example.com.', Type: 'A' } }] })),
  'zone:note.absolute': () => other(set({})),
  'zone:doubt.host': () => other('a CNAME b.net'),
  'zone:doubt.owner': () => other('www.example.com A 192.0.2.1'),
  'zone:doubt.text': () => other('a TXT v=spf1 -all'),
};

/** The keys that the rules use, from their source: other layers add their own texts to the same namespace. */
const rules = fileURLToPath(new URL('..', import.meta.url));
const sources = ['dns', 'zone', '../core'].flatMap((folder) =>
  readdirSync(`${rules}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(`${rules}/${folder}/${path}`, 'utf8')),
);
const keys = [...new Set(sources.flatMap((source) => source.match(/(?:dns|zone):(?:error|warning|skip|note|doubt)\.\w+/g) ?? []))];
const placeholders = (text: string): string[] => [...text.matchAll(/{{(\w+)}}/g)].map(([, param = '']) => param).sort();
const textAt = (locale: string, key: string): string => {
  const [namespace = '', section = '', last = ''] = key.split(/[:.]/);
  return namespaceTexts(locale, namespace)[section]?.[last] ?? '';
};

describe('messages', () => {
  test('every message of the rules has an input that produces it', () => {
    expect(Object.keys(brings).sort()).toEqual([...keys].sort());
  });

  test.each(Object.entries(brings))('%s', (key, bring) => {
    const faults = bring();
    expect(faults.map((fault) => fault.key)).toContain(key);
    const params = faults.find((fault) => fault.key === key)?.params ?? {};
    for (const locale of locales) {
      const text = textAt(locale, key);
      expect(text, locale).not.toBe('');
      expect(
        placeholders(text).filter((param) => !(param in params)),
        locale,
      ).toEqual([]);
      expect(placeholders(text), locale).toEqual(placeholders(textAt('en', key)));
    }
    for (const value of Object.values(params)) expect(String(value).length).toBeLessThanOrEqual(253);
  });

  test('no two messages of a language are identical', () => {
    for (const locale of locales) {
      const texts = keys.map((key) => textAt(locale, key));
      expect(new Set(texts).size, locale).toBe(texts.length);
    }
  });

  test('Persian and Arabic texts use the letters of their language', () => {
    for (const namespace of ['dns', 'zone']) {
      expect(JSON.stringify(namespaceTexts('fa', namespace))).not.toMatch(/[يك]/);
      expect(JSON.stringify(namespaceTexts('ar', namespace))).not.toMatch(/[یک]/);
    }
  });
});

test('an index gives the same result as the list', () => {
  const records = [a, alias];
  const index = new RecordIndex(records);
  expect(clash(index, a)).toEqual(clash(records, a));
  expect(clash(index, a, 0)).toBeNull();
  index.remove('a', 0);
  expect(clash(index, a)).toBeNull();
  expect(index.add(a)).toBe(2);
  expect(clash(index, a)?.key).toBe('dns:error.duplicate');
});
