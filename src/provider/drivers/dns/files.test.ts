import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { folder, zone } from '../../../../tests/support/dns-files.ts';
import { driverContract } from '../../../../tests/support/driver-contract.ts';
import { DriverRefusal } from '../driver.ts';
import type { ZoneSnapshot } from './dns.ts';
import { filesDriver } from './files.ts';

const txt = (content: string) => [{ name: '@', type: 'TXT' as const, content, ttl: 'auto' as const, proxy: false }];
const fileOf = (dir: string, name: string) => readFileSync(join(dir, 'zones', name), 'utf8');
const listOf = (dir: string) => readFileSync(join(dir, 'named.conf.zones'), 'utf8');
const soon = () => AbortSignal.timeout(5_000);

driverContract<ZoneSnapshot>('the driver of zone files', {
  async make() {
    const dir = folder();
    return {
      driver: filesDriver({ folder: dir }),
      again: () => filesDriver({ folder: dir }),
      async held(id) {
        const isListed = existsSync(join(dir, 'named.conf.zones')) && listOf(dir).includes(`zone "${id}"`);
        const isThere = existsSync(join(dir, 'zones', id));
        expect(isListed).toBe(isThere);
        // The first line contains the time of writing.
        return isThere ? fileOf(dir, id).replace(/^;.*\n/, '') : null;
      },
      async harm(how) {
        if (how === 'down') {
          rmSync(join(dir, 'drafts'), { recursive: true });
          writeFileSync(join(dir, 'drafts'), '');
          return async () => rmSync(join(dir, 'drafts'));
        }
        // Another process is paused inside the critical section.
        const other = new Sqlite(join(dir, 'register.sqlite'));
        other.exec('begin immediate');
        return async () => {
          other.close();
        };
      },
    };
  },
  state: (id, version, text) => zone(id, version, { records: txt(text) }),
  impossible: (id, version) => zone(id, version, { flattening: true, records: txt('impossible') }),
});

test('a name server inside its zone needs an address there', async () => {
  const driver = filesDriver({ folder: folder() });
  const nameServers = ['ns1.a.example', 'ns2.nasim.example'];
  const refused = await driver.apply(zone('a.example', 1, { nameServers }), soon()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DriverRefusal);
  expect(refused).toMatchObject({ key: 'deploy:reason.nameServerAddress', params: { host: 'ns1.a.example' } });
  const address = { name: 'ns1', type: 'A' as const, content: '203.0.113.1', ttl: 'auto' as const, proxy: false };
  await driver.apply(zone('a.example', 1, { nameServers, records: [address] }), soon());
});

test('a file is complete or absent: no partial or temporary files are left', async () => {
  const dir = folder();
  const driver = filesDriver({ folder: dir });
  await driver.apply(zone('a.example', 1, { records: txt('one') }), soon());
  await driver.apply(zone('a.example', 0, {}), soon()).catch(() => {});
  expect(readdirSync(join(dir, 'drafts'))).toEqual([]);
  expect(readdirSync(join(dir, 'zones'))).toEqual(['a.example']);
  expect(fileOf(dir, 'a.example')).toMatch(/\tSOA\tns1\.nasim\.example\. hostmaster\.a\.example\. 1 10000 2400 604800 3600\n/);
});

test.each(['../etc', 'a/b', '', '.', 'A.example', 'a"b'])('rejects %j as a zone name, and writes no file', async (name) => {
  const dir = folder();
  await expect(filesDriver({ folder: dir }).apply(zone(name, 1), soon())).rejects.toThrow('not the name of a zone');
  expect(readdirSync(dir)).toEqual([]);
});

test('the name server is notified of new and changed zones, and retried after a refusal', async () => {
  const dir = folder();
  const log = join(dir, 'told');
  const reload = join(dir, 'rndc');
  const say = (more: string) => writeFileSync(reload, `#!/bin/sh\necho "$@" >> ${log}\n${more}\n`, { mode: 0o755 });
  const told = () => readFileSync(log, 'utf8').trim().split('\n');
  say('');
  const driver = filesDriver({ folder: dir, reload });
  await driver.apply(zone('a.example', 1), soon());
  await driver.apply(zone('a.example', 2), soon());
  await driver.remove({ id: 'a.example', version: 3 }, soon());
  expect(told()).toEqual(['reconfig', 'reload a.example', 'reconfig']);
  say('exit 1');
  await expect(driver.apply(zone('b.example', 1), soon())).rejects.toThrow();
  say('');
  await driver.apply(zone('b.example', 1), soon());
  // It never loaded the new list, so it is told to reload the list, not a zone that it doesn't know.
  expect(told().slice(3)).toEqual(['reconfig', 'reconfig']);
});

test('a list that named-checkconf refuses doesn’t replace the last good one', async () => {
  const dir = folder();
  // As named-checkconf does: a message, and a status other than 0.
  const checker = join(dir, 'checkconf');
  writeFileSync(checker, '#!/bin/sh\nif grep -q "bad.example" "$1"; then echo "already exists"; exit 1; fi\n', { mode: 0o755 });
  const driver = filesDriver({ folder: dir, checkconf: checker });
  await driver.apply(zone('good.example', 1), soon());
  const good = listOf(dir);
  await expect(driver.apply(zone('bad.example', 1), soon())).rejects.toThrow('already exists');
  expect(listOf(dir)).toBe(good);
  expect(await driver.observe('bad.example', soon())).toBe(null);
  // Zones of the list go on.
  await driver.apply(zone('good.example', 2), soon());
  expect(await driver.observe('good.example', soon())).toBe(2);
});
