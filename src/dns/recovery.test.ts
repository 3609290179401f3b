import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, test } from 'vitest';
import { checkpoint, damages } from '../../tests/support/damage.ts';
import { newFolder, record, served, startNameServer, zone } from '../../tests/support/nameServer.ts';
import { offenders } from '../../tests/support/portal.ts';
import { nodeDriver } from '../provider/drivers/dns/node.ts';
import { ZoneStore } from './store.ts';

const soon = () => AbortSignal.timeout(5_000);
const text = (name: string) => served(name, [record('@', 'TXT', `text of ${name}`)]);
const asides = (folder: string) => readdirSync(folder).filter((name) => /\.damaged-\d{8}T\d{9}Z$/.test(name));
/** All damages, and those that only an SQLite file can have. */
const all: typeof damages = {
  ...damages,
  'another program’s tables': (file) => {
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
    const db = new Sqlite(file);
    db.exec('create table zone (id integer primary key, label text)');
    db.close();
  },
  'a zone altered': (file) => {
    const db = new Sqlite(file);
    db.exec("update zone set body = replace(body, 'text of', 'fake of')");
    db.close();
  },
  'a zone that isn’t JSON': (file) => {
    const db = new Sqlite(file);
    db.exec('update zone set body = substr(body, 1, 100)');
    db.close();
  },
};
const names = Array.from({ length: 30 }, (_, i) => `n${i}.example`);

test('a name server that starts with a damaged file gets every zone when they are published again', async () => {
  const found = await offenders(Object.entries(all), async ([, damage]) => {
    const folder = newFolder();
    const file = join(folder, 'zones.sqlite');
    const before = nodeDriver({ folder });
    for (const name of names) await before.apply({ ...zone(name, 3), ...text(name), version: 3 }, soon());
    const { id } = before;
    checkpoint(file);
    damage(file);
    const { query, faults } = await startNameServer([], { folder });
    expect(asides(folder)).toHaveLength(1);
    expect(faults).toHaveLength(1);
    // The driver in another process was open all the time.
    expect(before.id).not.toBe(id);
    expect(await before.observe(names[0] ?? '', soon())).toBeNull();
    for (const name of names) await before.apply({ ...zone(name, 3), ...text(name), version: 3 }, soon());
    await expect
      .poll(async () => String((await query({ name: names[29] ?? '', type: 'TXT' })).answers[0]?.data))
      .toBe('text of n29.example');
    expect(nodeDriver({ folder }).id).toBe(before.id);
  });
  expect(found).toEqual([]);
});

test('a server that is running answers from memory when its file is damaged or deleted, and follows the new one', async () => {
  const whileRunning = { ...all, deleted: (file: string) => execFileSync('rm', ['-f', file, `${file}-wal`, `${file}-shm`]) };
  const found = await offenders(Object.entries(whileRunning), async ([, damage]) => {
    const folder = newFolder();
    const file = join(folder, 'zones.sqlite');
    const { query } = await startNameServer(names.map(text), { folder });
    const data = async (name: string) => String((await query({ name, type: 'TXT' })).answers[0]?.data);
    const driver = nodeDriver({ folder });
    checkpoint(file);
    damage(file);
    await driver.apply({ ...zone('new.example', 1), ...text('new.example'), version: 1 }, soon());
    await expect.poll(() => data('new.example')).toBe('text of new.example');
    expect(await data('n29.example')).toBe('text of n29.example');
    await driver.remove({ id: 'n29.example', version: 9 }, soon());
    await expect.poll(() => data('n29.example')).toBe('undefined');
    // A process that is late with an old version is still refused.
    await expect(driver.apply({ ...zone('n29.example', 8), version: 8 }, soon())).rejects.toThrow('the engine holds version 9');
    expect(existsSync(file)).toBe(true);
  });
  expect(found).toEqual([]);
});

test('a file of an earlier version, without checksums and with the same ID of the engine, is read', async () => {
  const folder = newFolder();
  const db = new Sqlite(join(folder, 'zones.sqlite'));
  db.exec(`
    create table zone (name text primary key, version integer not null, body text, seq integer not null);
    create index zone_seq on zone (seq)`);
  db.prepare('insert into zone values (?, 7, ?, 1)').run('old.example', JSON.stringify(text('old.example')));
  db.close();
  const { query } = await startNameServer([], { folder });
  expect((await query({ name: 'old.example', type: 'TXT' })).rcode).toBe('NOERROR');
  expect(nodeDriver({ folder }).id).toBe(`node:${folder}`);
  expect(asides(folder)).toEqual([]);
});

test('a disk that damages every file isn’t filled with damaged files', async () => {
  const folder = newFolder();
  const { put, server, faults } = await startNameServer([text('a.example')], { folder });
  for (let i = 0; i < 5; i++) {
    await put(text('b.example'));
    const db = new Sqlite(join(folder, 'zones.sqlite'));
    db.exec("update zone set body = 'x'");
    db.close();
    server.follow();
  }
  expect(asides(folder)).toHaveLength(1);
  expect(faults).toHaveLength(2);
});

test('servers on a machine notice a replaced file, whichever of them found the damage', async () => {
  const folder = newFolder();
  const stores = [new ZoneStore(folder), new ZoneStore(folder)];
  await stores[0]?.put('a.example', 1, text('a.example'), soon(), () => {});
  for (const store of stores) expect(store.changes()).toHaveLength(1);
  checkpoint(join(folder, 'zones.sqlite'));
  damages['random bytes']?.(join(folder, 'zones.sqlite'));
  const third = new ZoneStore(folder);
  expect(third.changes()).toEqual([]);
  await third.put('b.example', 1, text('b.example'), soon(), () => {});
  for (const store of stores) {
    expect(store.changes().map(({ name }) => name)).toEqual(['b.example']);
    expect(store.generation).toBe(third.generation);
  }
  // A connection to the old file that ends takes nothing of the new one with it.
  for (const store of stores) store.close();
  expect(third.find('b.example')).toMatchObject({ version: 1 });
  third.close();
  expect(new ZoneStore(folder).find('b.example')).toMatchObject({ version: 1 });
});
