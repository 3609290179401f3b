import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createKysely, databaseContent, databaseSchema, earlier, halfDone, openEarlier } from '../../../../tests/support/upgrades.ts';
import { migrate } from '../migrate.ts';
import { migrations } from './index.ts';

const [first = ''] = earlier;
const names = Object.keys(migrations).slice(1);

async function upgraded(): Promise<Sqlite.Database> {
  const database = openEarlier(first);
  await migrate(createKysely(database), { file: null });
  return database;
}

test('a migration that a version until now left after any of its statements is completed with the same result', {
  timeout: 600_000,
}, async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 11, 1) });
  onTestFinished(() => void vi.useRealTimers());
  const whole = await upgraded();
  let completed = 0;
  for (const name of names)
    for (let statements = 1; ; statements++) {
      const half = await halfDone(first, name, statements);
      if (!half) break;
      await migrate(createKysely(half), { file: null });
      expect(databaseSchema(half), `${name} after ${statements}`).toEqual(databaseSchema(whole));
      expect(databaseContent(half), `${name} after ${statements}`).toEqual(databaseContent(whole));
      half.close();
      completed++;
    }
  expect(completed).toBeGreaterThan(200);
});

test('a process that is killed in any migration leaves the database as it was', { timeout: 600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-upgrade-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const before = openEarlier(first);
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  for (const name of names) {
    const file = join(folder, `${name}.sqlite`);
    openEarlier(first, file).close();
    // Killed when the migration has changed something, before its transaction ends.
    const code = `
      import { migrations } from ${at('./index.ts')};
      import { openStore } from ${at('../open.ts')};
      const { up } = migrations[${JSON.stringify(name)}];
      migrations[${JSON.stringify(name)}] = { up: async (db) => { await up(db); process.kill(process.pid, 'SIGKILL'); await new Promise(() => {}); } };
      await openStore({ file: ${JSON.stringify(file)} });`;
    const { signal, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code]);
    expect(signal, String(stderr)).toBe('SIGKILL');
    const database = new Sqlite(file);
    expect(databaseSchema(database), name).toEqual(databaseSchema(before));
    expect(databaseContent(database), name).toEqual(databaseContent(before));
    await migrate(createKysely(database), { file: null });
    database.close();
  }
});
