import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../scripts/lib/ports.mjs';
import { which } from '../../scripts/lib/which.mjs';
import { query } from '../../tests/support/dnsClient.ts';
import { record, served, startNameServer } from '../../tests/support/nameServer.ts';
import { toTsigKey } from '../config/env.ts';

/** BIND’s server; `npm test` unpacks Debian’s package where it isn’t installed (scripts/lib/needs.mjs). */
const named = process.env.BIND_NAMED || which('named');
const SECRET = Buffer.alloc(32, 7).toString('base64');
const key = toTsigKey(`transfer.nasim:${SECRET}`)!; // valid by its form

/** BIND as a secondary of a name server of this machine; ends with the test. */
async function startSecondary(port: number, primary: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-bind-'));
  writeFileSync(
    join(folder, 'named.conf'),
    `options { directory "${folder}"; listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; pid-file none; session-keyfile none;
       recursion no; dnssec-validation no; notify no; };
     controls {};
     key "transfer.nasim" { algorithm hmac-sha256; secret "${SECRET}"; };
     zone "a.example" { type secondary; primaries { 127.0.0.1 port ${primary} key transfer.nasim; };
       allow-notify { key transfer.nasim; }; file "a.example.zone"; };`,
  );
  const bind = spawn(named ?? '', ['-g', '-n', '1', '-c', join(folder, 'named.conf')], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(bind, 'exit');
  onTestFinished(async () => {
    bind.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const output: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface(bind.stderr).on('line', (line) => {
      output.push(line);
      if (/ running$/.test(line)) resolve();
    });
    void ended.then(() => reject(new Error(output.join('\n'))));
  });
}

describe.skipIf(!named)('BIND (skipped where Debian’s bind9 can’t be had)', () => {
  test('as a secondary it gets the zone by a transfer, and follows a change when it is notified', async () => {
    const port = await freePort();
    const zone = served('a.example', [record('www', 'A', '192.0.2.1'), record('_x', 'HTTPS', '. alpn=h2', { priority: 1 })], {
      version: 41,
    });
    const primary = await startNameServer([zone], { keys: [key], secondaries: [{ address: '127.0.0.1', port }] });
    await startSecondary(port, primary.port);
    const resolve = async (name: string, type: string) => {
      const { rcode, aa, answers } = await query(port, { name, type });
      return rcode === 'NOERROR' && aa ? answers.map(({ data }) => data) : rcode;
    };
    const poll = (name: string) => expect.poll(() => resolve(name, 'A'), { interval: 50, timeout: 15_000 });
    await poll('www.a.example').toEqual(['192.0.2.1']);
    // The zone is looked at again in an hour, so that only a notification brings this change.
    await primary.put({ ...zone, version: 42, records: [record('www', 'A', '192.0.2.2'), record('new', 'A', '192.0.2.3')] });
    await poll('new.a.example').toEqual(['192.0.2.3']);
    expect(await resolve('www.a.example', 'A')).toEqual(['192.0.2.2']);
    expect(await resolve('_x.a.example', 'UNKNOWN_65')).toBe('NXDOMAIN');
    expect(await resolve('a.example', 'SOA')).toMatchObject([{ serial: 42 }]);
  });
});
