import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { Metrics } from '../lib/node/metrics.ts';
import { startMonitor } from '../lib/node/monitor.ts';
import { halfRestored } from '../lib/node/restoreMark.ts';
import { startControl } from './control/server.ts';
import type { Engine } from './engine.ts';
import { type ProcessSettings, readComputeSettings } from './env.ts';
import { lockFolder } from './lock.ts';
import { startOpenstackEngine } from './openstack/backend.ts';
import { readOpenstackSettings } from './openstack/settings.ts';
import { readQemuVersion } from './qemu/probe.ts';
import { startQemuEngine } from './qemuBackend.ts';

/** Starts the process's work. @returns stops it; servers go on running */
export async function startCompute({ engine: name, folder, monitor: env }: ProcessSettings, log: Logger): Promise<() => Promise<void>> {
  const metrics = new Metrics();
  const { start, facts } = await engines[name]({ folder, log, metrics });
  const reason = halfRestored(dirname(folder));
  if (reason !== null) throw new Error(reason);
  const unlock = lockFolder(folder);
  const engine = await start();
  const control = await startControl(engine);
  const checks = { control: () => control.listening };
  const monitor = await startMonitor({ env, variable: 'COMPUTE_METRICS_PORT', metrics, checks });
  if (monitor.address) log.info({ address: monitor.address }, 'monitor started');
  log.info({ engine: name, ...facts }, 'compute started');
  return async () => {
    monitor.drain();
    control.close();
    control.closeAllConnections();
    await engine.stop();
    unlock();
    await monitor.stop();
  };
}

interface StartContext {
  folder: string;
  log: Logger;
  metrics: Metrics;
}

/** The settings are read before the folder is locked. @throws when the engine can't work with them */
const engines: Readonly<
  Record<ProcessSettings['engine'], (context: StartContext) => Promise<{ facts: object; start(): Promise<Engine> }>>
> = {
  async qemu({ log, metrics }) {
    const settings = readComputeSettings();
    const version = await readQemuVersion().catch((error: unknown) => {
      throw new Error('QEMU is missing: install qemu-system-x86 and qemu-utils.', { cause: error });
    });
    return { facts: { qemu: version, capacity: settings.capacity }, start: () => startQemuEngine({ settings, log, metrics }) };
  },
  async openstack({ folder, log, metrics }) {
    const settings = readOpenstackSettings();
    const start = async () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return startOpenstackEngine({ folder, settings, log, metrics });
    };
    return { facts: { cloud: settings.authUrl, places: settings.places.size }, start };
  },
};
