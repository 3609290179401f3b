import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { which } from '../../scripts/lib/which.mjs';
import { served, startNameServer } from '../../tests/support/nameServer.ts';
import { asRead, recordExamples as examples } from '../../tests/support/recordExamples.ts';
import { parseZone } from '../lib/rules/cdn/zone/parse.ts';
import { recordTypes } from '../lib/rules/core/dnsTypes.ts';

/** Third-party programs. `npm test` installs them if possible (scripts/lib/needs.mjs). */
const run = async (program: string, args: string[]) => (await promisify(execFile)(program, args, { timeout: 20_000 })).stdout;

describe.skipIf(!which('dig'))('dig (skipped where Debian’s bind9-dnsutils is missing)', () => {
  test('reads each type as the panel shows it', async () => {
    const { port } = await startNameServer([served('a.example', Object.values(examples))]);
    const questions = recordTypes.flatMap((type) => ['-q', `${examples[type].name}.a.example`, '-t', type]);
    // Below a cut the answer is a referral, whose records are in the authority section.
    const text = await run('dig', ['@127.0.0.1', '-p', String(port), '+noall', '+answer', '+authority', ...questions]);
    const { records, refused } = parseZone(text, { zone: 'a.example' });
    expect(refused).toEqual([]);
    const read = records.map(asRead);
    for (const one of Object.values(examples)) expect(read).toContainEqual(asRead(one));
  });
});
