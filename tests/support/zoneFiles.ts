import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { parseZone } from '../../src/lib/rules/cdn/zone/parse.ts';
import { printZone } from '../../src/lib/rules/cdn/zone/print.ts';
import type { ZoneRecord } from '../../src/lib/rules/cdn/zone/types.ts';

/** The reference: BIND's own parser, if installed (`bind9-utils`). */
export const compiler = ['/usr/bin/named-compilezone', '/usr/sbin/named-compilezone'].find((path) => existsSync(path));

/** The zone as BIND prints it, one record per line; throws with its messages when it refuses the file. `-i local` prevents network lookups. */
export function compile(zone: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-zones-'));
  const path = join(folder, 'zone');
  writeFileSync(path, text);
  try {
    return execFileSync(compiler ?? '', ['-i', 'local', '-f', 'text', '-F', 'text', '-o', '-', zone, path], {
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 1e8,
    }).toString();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const data = (records: readonly ZoneRecord[]) => records.map(({ line: _, ...rest }) => JSON.stringify(rest)).sort();

/** BIND's lines without the records that every zone has (SOA, apex NS) and signatures; texts joined, in lower case. */
function exportedRows(zone: string, text: string): string[] {
  const own = new RegExp(`\\sIN\\s+(?:SOA|RRSIG|NSEC|DNSKEY)\\s|^${zone.replaceAll('.', '\\.')}\\.\\s+\\d+\\s+IN\\s+NS\\s`, 'i');
  const records = text.split('\n').filter((line) => line !== '' && !line.startsWith(';') && !own.test(line));
  return records.map((line) => line.replaceAll('" "', '').replace(/\s+/g, ' ').toLowerCase()).sort();
}

const fixtures = fileURLToPath(new URL('../fixtures/zones', import.meta.url));
export const files = readdirSync(fixtures).filter((name) => name.endsWith('.zone'));
/** BIND doesn't accept a byte order mark or a lone CR. */
export const ownFormatOnly = new Set(['bom.zone', 'cr.zone']);
/** Records of each file, counted by hand: a file read as empty must not pass. */
export const counts: Record<string, number> = {
  'active-directory.zone': 5,
  'bom.zone': 1,
  'class-and-ttl.zone': 11,
  'cr.zone': 1,
  'crlf.zone': 3,
  'delegation.zone': 6,
  'generate.zone': 21,
  'hosting-style.zone': 11,
  'idn.zone': 4,
  'ipv6-forms.zone': 11,
  'localhost-style.zone': 2,
  'loopback-style.zone': 1,
  'no-final-newline.zone': 2,
  'origins.zone': 11,
  'parentheses.zone': 7,
  'reverse4.zone': 7,
  'reverse6.zone': 2,
  'rfc1035.zone': 7,
  'rfc1876.zone': 8,
  'rfc2308.zone': 5,
  'rfc2782.zone': 10,
  'rfc3403.zone': 7,
  'rfc3597.zone': 11,
  'rfc4034.zone': 6,
  'rfc6672.zone': 4,
  'rfc6698.zone': 5,
  'rfc7553.zone': 4,
  'rfc8659.zone': 9,
  'rfc9460.zone': 15,
  'text.zone': 16,
  'transfer-style.zone': 1,
  'ttl-minimum.zone': 2,
  'ttl-previous.zone': 4,
  'wildcards.zone': 15,
  'windows-style.zone': 5,
};
export const print = (zone: string, records: readonly ZoneRecord[]) =>
  printZone(
    records.map(({ autoTtl, ...record }) => ({ ...record, ttl: autoTtl ? ('auto' as const) : record.ttl })),
    { zone, defaultTtl: 1, nameServers: ['ns1.nasim.test', 'ns2.nasim.test.'], serial: 2_024_010_101, now: new Date(0) },
  );

/** Records that BIND refuses. Apart from names and classes, a file that BIND refuses is refused here too. */
const refusedByKind = {
  addresses: ['a A 1.2.3', 'a A 1.2.3.256', 'a A 01.2.3.4', 'a A 1.2.3.4 5', 'a A "1.2.3.4"', 'a AAAA 1.2.3.4', 'a AAAA ::1::2'],
  hosts: ['a CNAME b c', 'a CNAME b..c', 'a MX mail', 'a MX 65536 ns', 'a NS n_s', '_a._b SRV 1 2 65536 ns', 'a DNAME b c'],
  texts: ['a TXT', 'a TXT "abc', 'a TXT \\256', 'a TXT a ) b', 'a URI 1 1 http://x/', 'a RP b'],
  hostInformation: ['a HINFO x', `a HINFO x ${'y'.repeat(256)}`],
  authorities: ['a CAA 256 issue "x"', 'a CAA 0 is-sue "x"'],
  digests: ['a TLSA 3 1 1 abc', 'a SSHFP 1 1 ab', 'a DS 1 8 2 abcd', `@ DS 1 8 2 ${'ab'.repeat(32)}`, 'a SMIMEA 3 1 1 abc'],
  services: ['a HTTPS 1 . alpn=', 'a HTTPS 1 . alpn=h2 alpn=h3', 'a HTTPS 1 . mandatory=port', 'a HTTPS 1 . key1=x', 'a HTTPS 1 b_c'],
  rules: ['a NAPTR 1 1 "s" "x" "!a" .'],
  locations: ['a LOC 91 N 0 E 0', 'a LOC 1 1 60 N 0 E 0'],
  keys: ['a OPENPGPKEY AR==', 'a OPENPGPKEY AQI', 'a CERT 1 1 8', 'a CERT PKIX 65536 8 AQID', 'a CERT PKIX 1 NONE AQID'],
  names: ['_msdcs A 1.2.3.4', 'a..b A 1.2.3.4', '-a A 1.2.3.4', 'a_b A 1.2.3.4', `${'x'.repeat(64)} A 1.2.3.4`],
  besideOthers: ['@ CNAME b', 'ns CNAME b', 'a SOA ns hostmaster 1 2 3 4 5'],
  directives: ['$INCLUDE /no/such/file', '$FOO x', '$TTL x', '$ORIGIN a..b', '$GENERATE 2-1 a$ A 1.2.3.4'],
  types: ['a TYPE1 \\# 3 000000', 'a A \\# 4 000000', 'a TXT \\# 0', 'a FOO bar', 'a CH A 1.2.3.4', 'a IN IN A 1.2.3.4'],
  times: ['a 4294967296 A 1.2.3.4', 'a 1h30 A 1.2.3.4', 'a 300'],
  parentheses: ['a ( A 1.2.3.4', 'a A 1.2.3.4 )'],
};
export const rejectedRows = Object.values(refusedByKind).flat();

/** A zone with such a record in its fifth line. */
export const zoneWith = (line: string) => `$TTL 300\n@ SOA ns hostmaster 1 3600 600 86400 300\n@ NS ns\nns A 192.0.2.53\n${line}\n`;

/** A fixture, with its zone as a comment in it says. */
export function fixture(name: string): { zone: string; text: string } {
  const text = readFileSync(join(fixtures, name), 'utf8');
  return { zone: /; zone: (\S+)/.exec(text)?.[1] ?? '', text };
}

/** Expects that BIND reads a fixture, and our export of it, as we do. */
export function expectSameInBind(name: string): void {
  const { zone, text } = fixture(name);
  const { records } = parseZone(text, { zone });
  const judged = compile(zone, text);
  expect(data(parseZone(judged, { zone }).records)).toEqual(data(records.map(({ autoTtl: _, proxy: __, ...record }) => record)));
  expect(exportedRows(zone, compile(zone, print(zone, records)))).toEqual(exportedRows(zone, judged));
}
