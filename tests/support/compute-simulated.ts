import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store } from '../../src/provider/db/open.ts';
import type { ComputeDriver, ServerSpec } from '../../src/provider/drivers/compute/compute.ts';
import { simulatedDriver } from '../../src/provider/drivers/compute/simulated.ts';

const soon = () => AbortSignal.timeout(5_000);
export const spec = (id: string, version: number, more: Partial<ServerSpec> = {}): ServerSpec => ({
  id,
  version,
  name: 'web',
  dataCenter: 'FRA',
  size: { cpu: 1, ram: 2, disk: 25, diskType: 'ssd' },
  trial: false,
  image: { count: 1, mode: 'install', os: { type: 'ubuntu', version: '22' }, imageId: null },
  power: 'on',
  autopilot: true,
  boot: { count: 0, hard: false },
  rescue: false,
  password: { count: 1, value: 'a secret' },
  access: { sshKeys: [], userData: null },
  addresses: [],
  measureEvery: 10,
  spaces: [],
  reverseDns: [],
  networks: [],
  firewalls: [],
  volumes: [],
  ...more,
});
export async function open() {
  const folder = mkdtempSync(join(tmpdir(), 'nasim-compute-'));
  const store = await openStore({ file: join(folder, 'store.sqlite'), durable: false });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const clock = { now: Date.UTC(2026, 10, 20) };
  return { store, clock };
}
export async function makeEngine() {
  const { store, clock } = await open();
  let harmed: 'down' | 'hang' | null = null;
  const write: Store['write'] = (lock, work) =>
    harmed === 'down' ? Promise.reject(new Error('down')) : harmed === 'hang' ? new Promise(() => {}) : store.write(lock, work);
  const again = () => simulatedDriver({ store: { ...store, write }, clock: () => clock.now });
  return {
    driver: again(),
    again,
    async held(id: string) {
      const row = await store.reader.selectFrom('simulated').selectAll().where('id', '=', `server:${id}`).executeTakeFirst();
      return row && row.removed === 0 ? row.spec : null;
    },
    async harm(how: 'down' | 'hang') {
      harmed = how;
      return async () => {
        harmed = null;
      };
    },
  };
}
/** Applies changes one after the other and waits for each to complete. */
export async function settledDriver(): Promise<{
  driver: ComputeDriver;
  clock: { now: number };
  progress: () => ReturnType<ComputeDriver['progress']>;
}> {
  const { store, clock } = await open();
  const driver = simulatedDriver({ store, clock: () => clock.now });
  await driver.apply(spec('a', 1), soon());
  return { driver, clock, progress: () => driver.progress('a', soon()) };
}
