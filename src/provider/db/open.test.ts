import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openStore } from './open.ts';
import type { Tx } from './schema.ts';

test('the files of the store can be read by their owner only, whatever the umask and an earlier version left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-open-'));
  const file = join(folder, 'nasim.sqlite');
  const modes = () => [file, `${file}-wal`, `${file}-shm`].map((name) => statSync(name).mode & 0o777);
  try {
    const first = await openStore({ file, durable: false });
    expect(modes()).toEqual([0o600, 0o600, 0o600]);
    await first.close();
    chmodSync(file, 0o644);
    const second = await openStore({ file, durable: false });
    expect(modes()).toEqual([0o600, 0o600, 0o600]);
    await second.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.runIf(process.env.TEST_DATABASE !== 'postgres')(
  'a commit that doesn’t wait for the disk leaves the next ones waiting for it',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'nasim-open-'));
    const file = join(folder, 'nasim.sqlite');
    const store = await openStore({ file });
    const synchronous = (tx: Tx) => sql<{ synchronous: number }>`pragma synchronous`.execute(tx).then(({ rows }) => rows[0]?.synchronous);
    const [FULL, NORMAL] = [2, 1];
    try {
      // At the same time: they take turns, each with its own.
      const found = await Promise.all([true, false, true, false].map((durable) => store.write('t', (tx) => synchronous(tx), { durable })));
      expect(found).toEqual([FULL, NORMAL, FULL, NORMAL]);
      const failing = store.write('t', () => Promise.reject(new Error('refused')), { durable: false });
      await expect(failing).rejects.toThrow('refused');
      expect(await store.write('t', (tx) => synchronous(tx))).toBe(FULL);
      // It is committed: another connection reads it.
      const row = { id: 'fleet', version: 1, edges: [], changedAt: 1 };
      await store.write('t', (tx) => tx.insertInto('edgeSteering').values(row).execute(), { durable: false });
      expect(await store.reader.selectFrom('edgeSteering').selectAll().execute()).toEqual([row]);
    } finally {
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
