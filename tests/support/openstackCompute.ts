import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pino from 'pino';
import { expect, onTestFinished } from 'vitest';
import { startControl } from '../../src/compute/control/server.ts';
import { startOpenstackEngine } from '../../src/compute/openstack/backend.ts';
import type { Intervals } from '../../src/compute/openstack/observations.ts';
import type { OpenstackSettings } from '../../src/compute/openstack/settings.ts';
import { Metrics } from '../../src/lib/node/metrics.ts';
import type { ServerSpec } from '../../src/lib/rules/cloud/compute/spec.ts';
import { connectedDriver } from '../../src/provider/drivers/compute/connected.ts';
import { makeServerSpec } from './compute.ts';
import type { Engine } from './driverContract.ts';
import type { FakeCloud } from './openstack/fakeCloud.ts';

const regionOf = (cloud: FakeCloud): string => cloud.settings.region;

/** Settings for a cloud for tests, whose only data center is FRA. */
export const fakeSettings = (cloud: FakeCloud): OpenstackSettings => ({
  authUrl: cloud.settings.authUrl,
  username: cloud.settings.username,
  password: cloud.settings.password,
  userDomainId: 'default',
  projectName: 'name' in cloud.settings.project ? cloud.settings.project.name : '',
  projectDomainId: 'default',
  interface: 'public',
  places: new Map([['FRA', { region: regionOf(cloud), zone: null }]]),
  network: 'public',
  prefix: 'nasim-',
  role: 'admin',
  volumeTypes: new Map(),
  images: new Map(),
});

/** A folder for a compute process, for one test. */
export function makeCloudDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'openstack-'));
  mkdirSync(join(dataDir, 'compute'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** A compute process in this one, that has read the catalog of the cloud. `stop` is like a kill: nothing else is done. */
export async function startCloudCompute(settings: OpenstackSettings, dataDir = makeCloudDir(), more: Partial<Intervals> = {}) {
  const intervals = { busyMs: 15, restMs: 60_000, faultMs: 500, inUseMs: 200, ...more };
  const log = pino({ level: process.env.COMPUTE_LOG ?? 'silent' });
  const metrics = new Metrics();
  const engine = await startOpenstackEngine({ folder: join(dataDir, 'compute'), settings, intervals, log, metrics });
  let control = await startControl(engine);
  const closeControl = async () => {
    control.closeAllConnections();
    await new Promise((done) => control.close(done));
  };
  const listen = async () => {
    control = await startControl(engine);
  };
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await closeControl();
    await engine.stop();
  };
  onTestFinished(stop);
  const { catalog } = engine.backend.cloud;
  const regions = [...settings.places.values()].map(({ region }) => region);
  await expect.poll(() => regions.every((region) => catalog.isKnown(region)), { timeout: 60_000 }).toBe(true);
  return { engine, dataDir, driver: connectedDriver({ dataDir, engine: 'openstack' }), metrics, stop, closeControl, listen };
}

/** The state of a server that is on, as a flavor of the cloud for tests has it. */
export const makeCloudServer = (id: string, version: number, more: Partial<ServerSpec> = {}): ServerSpec =>
  makeServerSpec(id, version, { size: { cpu: 1, ram: 2, disk: 25, diskType: 'ssd' }, power: 'on', ...more });

/** A compute process with a cloud, for the contract of drivers. */
export async function makeCloudEngine(settings: OpenstackSettings): Promise<Engine<ServerSpec>> {
  const { driver, dataDir, closeControl, listen } = await startCloudCompute(settings);
  const db = new Sqlite(join(dataDir, 'compute', 'state.db'), { readonly: true });
  return {
    driver,
    again: () => connectedDriver({ dataDir, engine: 'openstack' }),
    async loadState(id) {
      const text = db.prepare(`select spec from entity where kind = 'servers' and id = ? and isRemoved = 0`).pluck().get(id);
      return (text as string | undefined) ?? null; // the column of the process's store
    },
    async inject(how) {
      await closeControl();
      if (how === 'down') return listen;
      const silent = createServer(() => {});
      await new Promise<void>((done) => silent.listen(join(dataDir, 'compute', 'control.sock'), done));
      return async () => {
        silent.close();
        await listen();
      };
    },
  };
}
export const cloudStates = {
  state: (id: string, version: number, text: string) => makeCloudServer(id, version, { name: text }),
  impossible: (id: string, version: number) => makeCloudServer(id, version, { size: { cpu: 1, ram: 2, disk: 10, diskType: 'ssd' } }),
};
