import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from './open.ts';

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
