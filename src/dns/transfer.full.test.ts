import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { which } from '../../scripts/lib/which.mjs';
import { record, served, startNameServer } from '../../tests/support/name-server.ts';
import { toTsigKey } from '../lib/env.ts';
import { newZoneKey } from './keys.ts';

const SECRET = Buffer.alloc(32, 7).toString('base64');
const key = toTsigKey(`transfer.nasim:${SECRET}`)!; // valid by its form
const records = [
  ...Array.from({ length: 3_000 }, (_, i) => record(`host-${i}`, 'A', `192.0.2.${i % 250}`)),
  record('@', 'MX', 'mail.other.example', { priority: 10 }),
  record('old', 'DNAME', 'new.example'),
  record('web', 'A', '198.51.100.1', { proxy: true }),
];
const zone = served('a.example', records, { version: 41 });
const options = { keys: [key], secondaries: [{ address: '127.0.0.1', port: 9 }], edge: ['203.0.113.80'] };

describe.skipIf(!which('dig'))('dig (skipped where Debian’s bind9-dnsutils is missing)', () => {
  /** Its output as a zone file: signatures of messages as comments. */
  const dig = async (port: number, secret: string, ...args: string[]) =>
    (
      await promisify(execFile)(
        'dig',
        ['@127.0.0.1', '-p', String(port), '-y', `hmac-sha256:transfer.nasim:${secret}`, '+tries=1', '+time=5', ...args],
        { timeout: 20_000, maxBuffer: 1e8 },
      )
    ).stdout.replace(/^.*\tTSIG\t.*$/gm, (line) => `; ${line}`);

  test('gets nothing with another key, from another address, or of a signed zone', async () => {
    const signed = served('signed.example', records.slice(0, 5), { keys: [newZoneKey()] });
    const { port } = await startNameServer([zone, signed], options);
    const wrong = Buffer.alloc(32, 8).toString('base64');
    expect(await dig(port, wrong, 'a.example', 'AXFR')).not.toContain('host-1');
    expect(await dig(port, wrong, 'a.example', 'SOA')).toMatch(/status: NOTAUTH/);
    expect(await dig(port, SECRET, '-b', '127.0.0.9', 'a.example', 'AXFR')).toContain('Transfer failed');
    expect(await dig(port, SECRET, 'signed.example', 'AXFR')).toContain('Transfer failed');
    expect(await dig(port, SECRET, 'host-1.a.example', 'AXFR')).toContain('Transfer failed');
  });
});
