import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
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
  /** Messages of the log, except errors of requests. */
  notices: string[];
}

/** An embedded object store on its own port; it stops with the test. */
export async function startObjectStore(options: Partial<FsStoreOptions> = {}): Promise<RunningStore> {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'nasim-objects-'));
  const clock = { ahead: 0 };
  const faults: unknown[] = [];
  const notices: string[] = [];
  const notice = (_facts: unknown, message = '') => void notices.push(message);
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
    log: {
      info: notice,
      warn: notice,
      error: (facts: { err?: unknown }, message?: string) => (facts.err ? faults.push(facts.err) : notice(facts, message)),
    },
    durable: false,
    ...options,
  });
  await store.listen();
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { store, url: store.endpoint().url, folder, clock, faults, notices };
}

/** A client of an external store, which is the embedded one here. */
export async function s3Store(): Promise<S3Store> {
  const { url } = await startObjectStore();
  return new S3Store({ endpoint: url, region: 'us-east-1', key: rootKey, clock: Date.now });
}

export interface StoreProcess {
  /** A client with the operator's key. */
  client: S3Store;
  url: string;
  kill(): Promise<void>;
}

/** The embedded store as a process of its own. @param uid the user that it runs as */
export async function startStoreProcess(folder: string, uid?: number): Promise<StoreProcess> {
  const script = join(import.meta.dirname, 'objectStoreProcess.ts');
  const child: ChildProcess = spawn(process.execPath, [script, folder, rootKey.accessKey, rootKey.secretKey], {
    stdio: ['ignore', 'pipe', 'ignore'],
    ...(uid !== undefined && { uid }),
  });
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  onTestFinished(kill);
  const started = child.stdout ? once(child.stdout, 'data') : Promise.reject(new Error('no output'));
  const url = String(await Promise.race([started, once(child, 'exit').then(() => Promise.reject(new Error('the store ended')))])).trim();
  return { client: new S3Store({ endpoint: url, region: 'us-east-1', key: rootKey, clock: Date.now }), url, kill };
}

export const damages = ['removed', 'emptied', 'truncated', 'zeroed page', 'random bytes'] as const;
/** Damages the index of a store that isn't running. @param random from 0 to 1 */
export function damageIndex(folder: string, damage: (typeof damages)[number], random: () => number): void {
  const path = join(folder, 'index.sqlite');
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
  if (damage === 'removed') {
    rmSync(path);
    return;
  }
  const { size } = statSync(path);
  const page = 4096;
  const file = openSync(path, 'r+');
  if (damage === 'emptied') ftruncateSync(file, 0);
  else if (damage === 'truncated') ftruncateSync(file, Math.floor(size / 2 / page) * page);
  else {
    const bytes = Buffer.alloc(page);
    if (damage === 'random bytes') for (let at = 0; at < page; at++) bytes[at] = Math.floor(random() * 256);
    writeSync(file, bytes, 0, page, Math.floor((random() * size) / page) * page);
  }
  closeSync(file);
}
