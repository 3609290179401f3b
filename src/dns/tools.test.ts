import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { which } from '../../scripts/lib/which.mjs';
import { record, served, startNameServer } from '../../tests/support/name-server.ts';
import { parseZone } from '../lib/rules/cdn/zone/parse.ts';
import type { RecordType } from '../lib/rules/core/dnsTypes.ts';
import { recordTypes } from '../lib/rules/core/dnsTypes.ts';
import { newZoneKey } from './keys.ts';

/** Third-party programs. `npm test` installs them if possible (scripts/lib/needs.mjs). */
const run = async (program: string, args: string[]) => (await promisify(execFile)(program, args, { timeout: 20_000 })).stdout;

const examples: Record<RecordType, ReturnType<typeof record>> = {
  A: record('a', 'A', '192.0.2.1', { ttl: 61 }),
  AAAA: record('aaaa', 'AAAA', '2001:db8::1'),
  CNAME: record('cname', 'CNAME', 'www.other.example'),
  MX: record('mx', 'MX', 'mail.other.example', { priority: 10 }),
  TXT: record('txt', 'TXT', `v=spf1 "quoted" \\200 نسیم ${'x'.repeat(300)}`),
  NS: record('ns', 'NS', 'ns1.other.example'),
  SRV: record('_sip._tcp', 'SRV', 'sip.other.example', { priority: 1, weight: 2, port: 5060 }),
  CAA: record('caa', 'CAA', '128 issue "ca.example.net; account=1"'),
  PTR: record('ptr', 'PTR', 'host.other.example'),
  TLSA: record('_443._tcp', 'TLSA', `3 1 1 ${'ab'.repeat(32)}`),
  SSHFP: record('sshfp', 'SSHFP', `4 2 ${'cd'.repeat(32)}`),
  HTTPS: record('https', 'HTTPS', '. alpn=h2,h3 port=8443 ipv4hint=192.0.2.7 ipv6hint=2001:db8::7', { priority: 1 }),
  SVCB: record('svcb', 'SVCB', 'svc.other.example', { priority: 0 }),
  NAPTR: record('naptr', 'NAPTR', '10 100 "u" "E2U+sip" "!^.*$!sip:info@example.com!" .'),
  DS: record('ns', 'DS', `12345 13 2 ${'ef'.repeat(32)}`),
  LOC: record('loc', 'LOC', '52 22 23.000 N 4 53 32.500 W -2.00m 1.00m 10000.00m 10.00m'),
  DNAME: record('dname', 'DNAME', 'a.example'),
  HINFO: record('hinfo', 'HINFO', '"x86-64" "quoted \\" text"'),
  RP: record('rp', 'RP', 'admin.other.example .'),
  SMIMEA: record('key._smimecert', 'SMIMEA', `3 0 1 ${'ab'.repeat(32)}`),
  OPENPGPKEY: record('key._openpgpkey', 'OPENPGPKEY', 'mDMEX1cdAxYJKwYB'),
  CERT: record('cert', 'CERT', '3 7 8 AQIDBA=='),
  URI: record('uri', 'URI', 'https://example.com/?a=1', { priority: 10, weight: 1 }),
};

describe.skipIf(!which('dig'))('dig (skipped where Debian’s bind9-dnsutils is missing)', () => {
  test('reads each type as the panel shows it', async () => {
    const { port } = await startNameServer([served('a.example', Object.values(examples))]);
    const questions = recordTypes.flatMap((type) => ['-q', `${examples[type].name}.a.example`, '-t', type]);
    // Below a cut the answer is a referral, whose records are in the authority section.
    const text = await run('dig', ['@127.0.0.1', '-p', String(port), '+noall', '+answer', '+authority', ...questions]);
    const { records, refused } = parseZone(text, { zone: 'a.example' });
    expect(refused).toEqual([]);
    const shown = ({ name, type, content, priority, weight, port: to, ttl }: Partial<ReturnType<typeof record>>) => ({
      name,
      type,
      content,
      priority,
      weight,
      port: to,
      ttl,
    });
    const read = records.map(shown);
    for (const one of Object.values(examples)) expect(read).toContainEqual(shown({ ...one, ttl: one.ttl === 'auto' ? 3600 : one.ttl }));
  });
});

describe.skipIf(!which('delv'))('delv (skipped where Debian’s bind9-dnsutils is missing)', () => {
  test('validates answers, wildcards and both kinds of denial', async () => {
    const key = newZoneKey();
    const records = [
      ...Object.values(examples),
      record('*.wild', 'A', '192.0.2.3'),
      record('www', 'CNAME', 'a.a.example'),
      record('deep.empty', 'A', '192.0.2.4'),
      record('unsigned', 'NS', 'ns1.other.example'),
    ];
    const { port, folder } = await startNameServer([served('a.example', records, { keys: [key] })]);
    const anchors = join(folder, 'anchors');
    writeFileSync(anchors, `trust-anchors { "a.example" static-key 257 3 13 "${key.publicKey}"; };\n`);
    const delv = (name: string, type: string) =>
      run('delv', ['@127.0.0.1', '-p', String(port), '-a', anchors, '+root=a.example', '+nomtrace', name, type]);
    const positive = ['a A', 'aaaa AAAA', 'txt TXT', 'www A', 'https TYPE65', 'loc LOC', 'ns DS', 'dname DNAME', 'a.dname A'].map((one) =>
      one.split(' '),
    );
    for (const [name, type = ''] of positive) expect(await delv(`${name}.a.example`, type)).toContain('; fully validated');
    for (const type of ['SOA', 'NS', 'DNSKEY', 'CDS', 'CDNSKEY']) expect(await delv('a.example', type)).toContain('; fully validated');
    expect(await delv('x.y.wild.a.example', 'A')).toContain('; fully validated');
    const denied = [
      ['gone.a.example', 'A'],
      ['a.a.example', 'MX'],
      ['empty.a.example', 'A'],
      ['x.wild.a.example', 'TXT'],
      ['unsigned.a.example', 'DS'],
      ['dname.a.example', 'A'],
    ] as const;
    for (const [name, type] of denied) expect(await delv(name, type)).toMatch(/; negative response, fully validated/);
  });
});
