import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startProvider } from '../../../tests/support/provider.ts';
import { testEnv } from '../../../tests/support/template.ts';
import { databaseSchema, earlier, openEarlier } from '../../../tests/support/upgrades.ts';
import { StartError } from '../../config/env.ts';
import { makeProvider } from '../index.ts';
import { openForCommand, requireSharedFolders } from './installation.ts';

test('a provider whose secrets are gone doesn’t start on a database with accounts', async () => {
  const { env, store } = await startProvider();
  rmSync(join(env.DATA_DIR, 'secrets.json'));
  const start = makeProvider({ env, store });
  await expect(start).rejects.toBeInstanceOf(StartError);
  await expect(start).rejects.toThrow('secrets.json is missing');
});

test('a provider with the secrets of another installation doesn’t start', async () => {
  const { env, store } = await startProvider({ demo: false });
  const file = join(env.DATA_DIR, 'secrets.json');
  const own = readFileSync(file, 'utf8');
  // As a second portal on an empty database makes them.
  rmSync(file);
  await expect(makeProvider({ env, store })).rejects.toThrow('secrets.json is missing');
  writeFileSync(file, own.replace(/"token":"[^"]+"/, '"token":"another"'));
  await expect(makeProvider({ env, store })).rejects.toThrow('secrets.json isn’t that of this database');
  writeFileSync(file, own);
  await (await makeProvider({ env, store: { ...store, close: async () => {} } })).stop();
});

/** An SQLite installation of its own, in an empty folder. */
function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-portals-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { folder, env: testEnv(folder, false) };
}

test('a second portal on an SQLite database doesn’t start; commands work beside the first', { timeout: 60_000 }, async () => {
  const { folder, env } = newFolder();
  const portal = await makeProvider({ env });
  const second = makeProvider({ env });
  await expect(second).rejects.toBeInstanceOf(StartError);
  await expect(second).rejects.toThrow(`Another portal uses ${join(folder, 'nasim.sqlite')}. An SQLite database serves one portal`);
  // As another process does it.
  const output = execFileSync(process.execPath, ['src/provider/operator.ts', 'leila@example.com'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATA_DIR: folder, PASSWORD_COST: '12', LOG_LEVEL: 'silent' },
  });
  expect(output).toContain('leila@example.com is an operator with the role admin.');
  await portal.stop();
  await (await makeProvider({ env })).stop();
});

test('a portal without the files of the others on its database doesn’t start', async () => {
  const { env, store } = await startProvider({ demo: false });
  const portal = () => ({ ...newFolder().env, DATABASE_URL: 'postgres://127.0.0.1/nasim' });
  const first = { ...portal(), DATA_DIR: env.DATA_DIR };
  await Promise.all([requireSharedFolders(first, store), requireSharedFolders(first, store)]);
  await requireSharedFolders(first, store);
  const second = portal();
  const start = requireSharedFolders(second, store);
  await expect(start).rejects.toBeInstanceOf(StartError);
  await expect(start).rejects.toThrow(`${join(second.DATA_DIR, 'uploads')} isn’t the folder that other portals on this database use`);

  // It gets their uploads, as by a network file system, and then their spaces by `s3`.
  cpSync(join(first.DATA_DIR, 'uploads'), join(second.DATA_DIR, 'uploads'), { recursive: true });
  await expect(requireSharedFolders(second, store)).rejects.toThrow('STORE_DRIVER=s3');
  await requireSharedFolders({ ...second, STORE_DRIVER: 's3' }, store);
});

test('a command refuses a database of an earlier version, and leaves it as it is', async () => {
  const { folder, env } = newFolder();
  const [name = ''] = earlier;
  const file = join(folder, 'nasim.sqlite');
  const database = openEarlier(name, file);
  onTestFinished(() => void database.close());
  const before = databaseSchema(database);
  await expect(openForCommand(env)).rejects.toThrow('Start the portal of this version, which upgrades it.');
  expect(databaseSchema(database)).toEqual(before);
  expect(readdirSync(folder).filter((one) => one.includes('before'))).toEqual([]);
});
