import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { driverContract } from '../../../../tests/support/driverContract.ts';
import { newFolder, record, zone } from '../../../../tests/support/nameServer.ts';
import { soaTimes } from '../../../lib/rules/cdn/zone/soa.ts';
import { DriverRefusal } from '../driver.ts';
import type { ZoneSnapshot } from './dns.ts';
import { filesDriver } from './files.ts';

/** BIND's own tools, if installed (`bind9-utils`). */
const program = (name: string) => [`/usr/bin/${name}`, `/usr/sbin/${name}`].find((path) => existsSync(path));
const compilezone = program('named-compilezone');
const checkconf = program('named-checkconf');
const txt = (content: string) => [record('@', 'TXT', content)];
const zoneFilePath = (dir: string, name: string) => readFileSync(join(dir, 'zones', name), 'utf8');
const listZoneFiles = (dir: string) => readFileSync(join(dir, 'named.conf.zones'), 'utf8');
const soon = () => AbortSignal.timeout(5_000);

driverContract<ZoneSnapshot>('the driver of zone files', {
  async make() {
    const dir = newFolder();
    return {
      driver: filesDriver({ folder: dir }),
      again: () => filesDriver({ folder: dir }),
      async loadState(id) {
        const isListed = existsSync(join(dir, 'named.conf.zones')) && listZoneFiles(dir).includes(`zone "${id}"`);
        const isThere = existsSync(join(dir, 'zones', id));
        expect(isListed).toBe(isThere);
        // The first line contains the time of writing.
        return isThere ? zoneFilePath(dir, id).replace(/^;.*\n/, '') : null;
      },
      async inject(how) {
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
  state: (id, version, text) => zone(id, version, txt(text)),
  impossible: (id, version) => zone(id, version, txt('impossible'), { flattening: true }),
});

test('a name server inside its zone needs an address there', async () => {
  const driver = filesDriver({ folder: newFolder() });
  const nameServers = ['ns1.a.example', 'ns2.nasim.example'];
  const refused = await driver.apply(zone('a.example', 1, [], { nameServers }), soon()).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(DriverRefusal);
  expect(refused).toMatchObject({ key: 'deploy:reason.nameServerAddress', params: { host: 'ns1.a.example' } });
  await driver.apply(zone('a.example', 1, [record('ns1', 'A', '203.0.113.1')], { nameServers }), soon());
});

test('a file is complete or absent: no partial or temporary files are left', async () => {
  const dir = newFolder();
  const driver = filesDriver({ folder: dir });
  await driver.apply(zone('a.example', 1, txt('one')), soon());
  await driver.apply(zone('a.example', 0, []), soon()).catch(() => {});
  expect(readdirSync(join(dir, 'drafts'))).toEqual([]);
  expect(readdirSync(join(dir, 'zones'))).toEqual(['a.example']);
  expect(zoneFilePath(dir, 'a.example')).toMatch(/\tSOA\tns1\.nasim\.example\. hostmaster\.a\.example\. 1 10000 2400 604800 3600\n/);
});

test.each(['../etc', 'a/b', '', '.', 'A.example', 'a"b'])('rejects %j as a zone name, and writes no file', async (name) => {
  const dir = newFolder();
  await expect(filesDriver({ folder: dir }).apply(zone(name, 1), soon())).rejects.toThrow('not the name of a zone');
  expect(readdirSync(dir)).toEqual([]);
});

test('the name server is notified of new and changed zones, and retried after a refusal', async () => {
  const dir = newFolder();
  const log = join(dir, 'commands');
  const reload = join(dir, 'rndc');
  const writeReload = (more: string) => writeFileSync(reload, `#!/bin/sh\necho "$@" >> ${log}\n${more}\n`, { mode: 0o755 });
  const readCommands = () => readFileSync(log, 'utf8').trim().split('\n');
  writeReload('');
  const driver = filesDriver({ folder: dir, reload });
  await driver.apply(zone('a.example', 1), soon());
  await driver.apply(zone('a.example', 2), soon());
  await driver.remove({ id: 'a.example', version: 3 }, soon());
  expect(readCommands()).toEqual(['reconfig', 'reload a.example', 'reconfig']);
  writeReload('exit 1');
  await expect(driver.apply(zone('b.example', 1), soon())).rejects.toThrow();
  writeReload('');
  await driver.apply(zone('b.example', 1), soon());
  // It never loaded the new list, so it has to reload the list, not a zone that it doesn't know.
  expect(readCommands().slice(3)).toEqual(['reconfig', 'reconfig']);
});

test('a list that named-checkconf refuses doesn’t replace the last good one', async () => {
  const dir = newFolder();
  // As named-checkconf does: a message, and a status other than 0.
  const checker = join(dir, 'checkconf');
  writeFileSync(checker, '#!/bin/sh\nif grep -q "bad.example" "$1"; then echo "already exists"; exit 1; fi\n', { mode: 0o755 });
  const driver = filesDriver({ folder: dir, checkconf: checker });
  await driver.apply(zone('good.example', 1), soon());
  const good = listZoneFiles(dir);
  await expect(driver.apply(zone('bad.example', 1), soon())).rejects.toThrow('already exists');
  expect(listZoneFiles(dir)).toBe(good);
  expect(await driver.observe('bad.example', soon())).toBe(null);
  // Zones of the list go on.
  await driver.apply(zone('good.example', 2), soon());
  expect(await driver.observe('good.example', soon())).toBe(2);
});

test('a thousand new zones at once do not write the list a thousand times', async () => {
  const dir = newFolder();
  const reload = join(dir, 'rndc');
  writeFileSync(reload, `#!/bin/sh\necho "$@" >> ${join(dir, 'commands')}\n`, { mode: 0o755 });
  const driver = filesDriver({ folder: dir, reload });
  await Promise.all(Array.from({ length: 60 }, (_, i) => driver.apply(zone(`n${i}.example`, 1), AbortSignal.timeout(20_000))));
  expect(listZoneFiles(dir).match(/^zone /gm)).toHaveLength(60);
  expect(readFileSync(join(dir, 'commands'), 'utf8').trim().split('\n').length).toBeLessThan(30);
});

test.runIf(compilezone && checkconf)('BIND loads the list and reads the same records', async () => {
  const dir = newFolder();
  const driver = filesDriver({ folder: dir });
  const records = [
    record('ns1', 'A', '203.0.113.1', { ttl: 60 }),
    record('www', 'A', '203.0.113.2', { proxy: true }),
    record('@', 'TXT', `v=spf1 "quoted" ; not a comment ${'x'.repeat(300)}`),
    // Mistakes in a customer's records don't keep their zone from being served.
    record('@', 'MX', 'nowhere.a.example', { priority: 10 }),
    record('_x._tcp', 'SRV', 'nowhere.a.example', { priority: 1, weight: 2, port: 3 }),
  ];
  const soa = { email: 'dns.team@a.example', ...soaTimes(600) };
  const nameServers = ['ns1.a.example', 'ns2.nasim.example'];
  await driver.apply(zone('a.example', 41, records, { soa, defaultTtl: 600, nameServers }), soon());
  await driver.apply(zone('b.example', 1, [record('*', 'CNAME', 'a.example')]), soon());
  const conf = join(dir, 'named.conf');
  writeFileSync(conf, `options { directory "${dir}"; };\ninclude "${join(dir, 'named.conf.zones')}";\n`);
  expect(execFileSync(checkconf ?? '', ['-z', conf], { encoding: 'utf8' })).toMatch(
    /a\.example\/IN: loaded serial 41\n[\s\S]*b\.example\/IN: loaded serial 1\n/,
  );
  const read = (name: string) =>
    execFileSync(compilezone ?? '', ['-i', 'local', '-q', '-o', '-', name, join(dir, 'zones', name)], { encoding: 'utf8' });
  const lines = read('a.example').replace(/[\t ]+/g, ' ');
  expect(lines).toContain('a.example. 600 IN SOA ns1.a.example. dns\\.team.a.example. 41 10000 2400 604800 600');
  expect(lines).toContain('ns1.a.example. 60 IN A 203.0.113.1');
  expect(lines).toContain('www.a.example. 600 IN A 203.0.113.2');
  expect(lines.match(/ IN NS /g)).toHaveLength(2);
  expect(read('b.example')).toMatch(/\*\.b\.example\.\s+3600\s+IN\s+CNAME\s+a\.example\./);
});

test('without named-checkconf the list is written unchecked', async () => {
  const dir = newFolder();
  await filesDriver({ folder: dir, checkconf: join(dir, 'nothing') }).apply(zone('good.example', 1), soon());
  expect(listZoneFiles(dir)).toContain('zone "good.example"');
});
