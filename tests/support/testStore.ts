import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../src/provider/db/open.ts';
import { dropDatabase } from './postgres.ts';
import { copyTemplate } from './template.ts';

/** A store for a driver under test, with the data of the demo; it ends with the test. */
export async function openTestStore(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-store-'));
  const databaseUrl = await copyTemplate(folder, false);
  const store = await openStore({ file: join(folder, 'nasim.sqlite'), databaseUrl, durable: false });
  onTestFinished(async () => {
    await store.close();
    if (databaseUrl) await dropDatabase(databaseUrl);
    rmSync(folder, { recursive: true });
  });
  return store;
}

/** A store into which faults are injected: writes fail, or never end, until they are removed. */
export function withFaults(store: Store) {
  let how: 'down' | 'hang' | null = null;
  const write: Store['write'] = (lock, work) =>
    how === 'down' ? Promise.reject(new Error('the database is down')) : how === 'hang' ? new Promise(() => {}) : store.write(lock, work);
  const inject = async (as: 'down' | 'hang') => {
    how = as;
    return async () => {
      how = null;
    };
  };
  return { store: { ...store, write }, inject };
}
