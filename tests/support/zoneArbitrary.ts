import fc from 'fast-check';
import { checkRecord } from '../../src/lib/rules/cdn/dns/record.ts';
import { clash } from '../../src/lib/rules/cdn/dns/recordConflicts.ts';
import { decodeContent, quote } from '../../src/lib/rules/cdn/dns/text.ts';
import type { ZoneRecord } from '../../src/lib/rules/cdn/zone/types.ts';

/** For tests only. Random valid records of every type that can coexist in one zone. */
const zone = 'example.com';
const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/);
const name = fc.oneof(
  fc.constant('@'),
  label,
  fc.constant('*'),
  fc.tuple(label, label).map((labels) => labels.join('.')),
  label.map((text) => `*.${text}`),
  label.map((text) => `_${text}._tcp`),
);
const host = fc.oneof(
  fc.tuple(label, label).map(([a, b]) => `${a}.${b}.example.net`),
  label.map((text) => `${text}.`),
);
const uint16 = fc.integer({ min: 0, max: 65_535 });
const uint8 = fc.integer({ min: 0, max: 255 });
const hex = (size: number) =>
  fc
    .uint8Array({ minLength: size, maxLength: size })
    .map((bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''));
const base64 = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((data) => btoa(String.fromCharCode(...data)));
const bytes = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 30 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ minLength: 250, maxLength: 600 }),
);
const text = bytes.map((input) => decodeContent(input));
const short = fc.uint8Array({ maxLength: 40 });
const arc = (max: number, letters: readonly string[]) =>
  fc
    .tuple(
      fc.integer({ min: 0, max: max - 1 }),
      fc.integer({ min: 0, max: 59 }),
      fc.integer({ min: 0, max: 59_999 }),
      fc.constantFrom(...letters),
    )
    .map(([d, m, s, letter]) => `${d} ${m} ${(s / 1000).toFixed(3)} ${letter}`);
const metres = (min: number, max: number) => fc.integer({ min, max }).map((cm) => `${(cm / 100).toFixed(2)}m`);
const alpn = fc.uniqueArray(fc.constantFrom('h2', 'h3', 'http/1.1', 'a\\\\,b'), { minLength: 1 }).map((list) => `alpn="${list.join(',')}"`);
const params = fc
  .tuple(
    alpn,
    fc.option(
      uint16.map((port) => `port=${port}`),
      { nil: '' },
    ),
    fc.option(
      fc.ipV6().map((ip) => `ipv6hint=${ip}`),
      { nil: '' },
    ),
    fc.option(
      short.map((value) => `key667=${quote(value)}`),
      { nil: '' },
    ),
  )
  .map((list) => list.filter(Boolean).join(' '));

const content: Record<string, fc.Arbitrary<string>> = {
  A: fc.ipV4(),
  AAAA: fc.ipV6(),
  CNAME: host,
  MX: fc.oneof(host, fc.constant('.')),
  TXT: text,
  NS: host,
  SRV: fc.oneof(host, fc.constant('.')),
  CAA: fc.oneof(
    fc.tuple(uint8, host).map(([flags, ca]) => `${flags} issue "${ca.replace(/\.$/, '')}; a=b"`),
    fc.tuple(uint8, short).map(([flags, value]) => `${flags} tbs ${quote(value)}`),
  ),
  PTR: host,
  TLSA: fc.oneof(
    hex(32).map((data) => `3 1 1 ${data}`),
    hex(64).map((data) => `0 0 2 ${data}`),
    hex(99).map((data) => `255 255 0 ${data}`),
  ),
  SSHFP: fc.oneof(
    hex(20).map((data) => `1 1 ${data}`),
    hex(32).map((data) => `4 2 ${data}`),
  ),
  HTTPS: fc.tuple(host, params).map((parts) => parts.join(' ')),
  SVCB: fc.tuple(host, params).map((parts) => parts.join(' ')),
  NAPTR: fc.oneof(
    fc.tuple(uint16, uint16, host).map(([a, b, target]) => `${a} ${b} "s" "SIP+D2U" "" ${target}`),
    fc.tuple(uint16, uint16).map(([a, b]) => `${a} ${b} "u" "E2U+sip" "!^(.*)\\\\.x$!sip:\\\\1@a.b!i" .`),
  ),
  DS: hex(32).map((data) => `12345 13 2 ${data}`),
  LOC: fc
    .tuple(arc(90, ['N', 'S']), arc(180, ['E', 'W']), metres(-10_000_000, 4_284_967_295), metres(0, 9_000_000_00), metres(0, 900))
    .map((parts) => parts.join(' ')),
  DNAME: host,
  HINFO: fc.tuple(short, short).map(([cpu, os]) => `${quote(cpu)} ${quote(os)}`),
  RP: fc.tuple(fc.oneof(host, fc.constant('.')), host).map((parts) => parts.join(' ')),
  SMIMEA: hex(32).map((data) => `3 0 1 ${data}`),
  OPENPGPKEY: base64,
  CERT: fc.tuple(fc.constantFrom(1, 3, 8, 253), uint16, uint8, base64).map((parts) => parts.join(' ')),
  URI: fc.webUrl({ withQueryParameters: true, withFragments: true }),
};

/** A record as it may be sent: most are valid. */
export const drafted = fc.constantFrom(...Object.keys(content)).chain((type) =>
  fc.record({
    name,
    type: fc.constant(type),
    content: content[type] ?? fc.constant(''),
    priority: fc.integer({ min: 1, max: 65_535 }),
    weight: uint16,
    port: uint16,
    ttl: fc.integer({ min: 1, max: 2_147_483_647 }),
    proxy: fc.boolean(),
  }),
);

/** Records as `parseZone` returns them. Records of one name and type share their TTL (RFC 2181 section 5.2), as in BIND. */
export const zoneRecords: fc.Arbitrary<ZoneRecord[]> = fc.array(drafted, { maxLength: 40 }).map((drafts) => {
  const records: ZoneRecord[] = [];
  const ttls = new Map<string, number>();
  for (const { proxy, ...draft } of drafts) {
    const checked = checkRecord(draft, { zone });
    if (!checked.ok) continue;
    const { ttl: _, proxy: __, ...record } = checked.record;
    // BIND drops non-glue records below a delegation, and requires addresses for name servers inside the zone: none here.
    if (clash(records, record) || record.type === 'NS' || record.type === 'DS') continue;
    const set = `${record.name} ${record.type}`;
    const ttl = ttls.get(set) ?? draft.ttl;
    ttls.set(set, ttl);
    const proxied = proxy && (record.type === 'A' || record.type === 'AAAA' || record.type === 'CNAME');
    records.push({ line: 0, ...record, ttl, ...(proxied && { proxy: true as const }) });
  }
  return records;
});
