import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { which } from '../../scripts/lib/which.mjs';
import { record, served, startNameServer } from '../../tests/support/nameServer.ts';
import { recordExamples as examples } from '../../tests/support/recordExamples.ts';
import { newZoneKey } from './keys.ts';

/** Third-party programs. `npm test` installs them if possible (scripts/lib/needs.mjs). */
const run = async (program: string, args: string[]) => (await promisify(execFile)(program, args, { timeout: 20_000 })).stdout;

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
