import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { FsStore, type FsStoreOptions } from '../../src/provider/drivers/objects/fs/store.ts';
import { S3Store } from '../../src/provider/drivers/objects/s3.ts';

export const rootKey = { accessKey: 'ROOTROOTROOT', secretKey: 'root-secret-of-the-tests' };

export interface RunningStore {
  store: FsStore;
  /** Of its server. */
  url: string;
  folder: string;
  /** Clock offset of the store, in milliseconds. */
  clock: { ahead: number };
  /** Server errors. */
  faults: unknown[];
}

/** An embedded object store on its own port; it stops with the test. */
export async function startObjectStore(options: Partial<FsStoreOptions> = {}): Promise<RunningStore> {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-objects-'));
  const clock = { ahead: 0 };
  const faults: unknown[] = [];
  const store = new FsStore({
    folder,
    host: '127.0.0.1',
    port: 0,
    endpoint: undefined,
    region: 'us-east-1',
    root: rootKey,
    secret: 'seals the keys of the spaces in tests',
    panelOrigin: 'http://127.0.0.1:4321',
    clock: () => Date.now() + clock.ahead,
    log: { info() {}, warn() {}, error: (facts: { err?: unknown }) => faults.push(facts.err ?? facts) },
    durable: false,
    ...options,
  });
  await store.listen();
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { store, url: store.endpoint().url, folder, clock, faults };
}

/** A client of an external store, which is the embedded one here. */
export async function s3Store(): Promise<S3Store> {
  const { url } = await startObjectStore();
  return new S3Store({ endpoint: url, region: 'us-east-1', key: rootKey, clock: Date.now });
}
