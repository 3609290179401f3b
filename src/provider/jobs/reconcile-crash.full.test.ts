import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { startProviderServer } from '../../../tests/support/server.ts';
import { auth } from '../../lib/contract/account/auth.ts';
import { dns } from '../../lib/contract/cdn/dns.ts';
import { demo } from '../../lib/contract/fields.ts';

const name = 'parvaz.example';

test('a provider killed after the name server has applied a zone, but before this is recorded, recovers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-crash-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'dns', 'zones', name);
  const armed = join(folder, 'armed');
  const reload = join(folder, 'rndc');
  // It runs once the zone file exists, called by the provider. Other demo zones may be reloaded in the meantime.
  writeFileSync(reload, `#!/bin/sh\nif [ "$1 $2" = "reload ${name}" ] && [ -e "${armed}" ]; then rm "${armed}"; kill -9 "$PPID"; fi\n`);
  chmodSync(reload, 0o755);
  const dataDir = join(folder, 'data');
  const env = { DEMO: 'on', LOG_LEVEL: 'silent', DNS_DRIVER: 'files', DNS_FILES_DIR: join(folder, 'dns'), DNS_RELOAD: reload };
  const start = async () => {
    const server = await startProviderServer({ dataDir, env });
    onTestFinished(() => server.kill9());
    return server;
  };
  const serial = () => Number(/\tSOA\t\S+ \S+ (\d+)/.exec(readFileSync(file, 'utf8'))?.[1]);
  const inDatabase = <T>(work: (db: Sqlite.Database) => T): T => {
    const db = new Sqlite(join(dataDir, 'nasim.sqlite'));
    try {
      return work(db);
    } finally {
      db.close();
    }
  };
  const row = () =>
    inDatabase((db) => db.prepare('select "wantedVersion", "observedVersion", status from desired where "entityId" = ?').get(name));

  const first = await start();
  await expect.poll(row, { timeout: 20_000 }).toEqual({ wantedVersion: 1, observedVersion: 1, status: 'done' });
  const call = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(`${first.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { token?: string };
  };
  const { token } = await call(auth.login.path, { username: demo.email, password: demo.password });
  writeFileSync(armed, '');
  await call(dns.create.path, { domainId: demo.domainId, name: 'crash', type: 'A', content: '203.0.113.99' }, token);
  await expect
    .poll(
      () =>
        fetch(first.url).then(
          () => 'up',
          () => 'down',
        ),
      { timeout: 20_000 },
    )
    .toBe('down');
  expect([serial(), row()]).toEqual([2, { wantedVersion: 2, observedVersion: 1, status: 'waiting' }]);

  // The lock of the dead process would expire after 20 s.
  inDatabase((db) => db.prepare('update job set "lockedUntil" = 0').run());
  await start();
  await expect.poll(row, { timeout: 20_000 }).toEqual({ wantedVersion: 2, observedVersion: 2, status: 'done' });
  expect(serial()).toBe(2);
  expect(readFileSync(file, 'utf8')).toContain('crash\t3600\tIN\tA\t203.0.113.99');
}, 60_000);
