import { mkdirSync } from 'node:fs';
import type { Logger } from 'pino';
import { startControl } from './control/server.ts';
import type { Engine } from './engine.ts';
import { type ProcessSettings, readComputeSettings } from './env.ts';
import { lockFolder } from './lock.ts';
import { startOpenstackEngine } from './openstack/backend.ts';
import { readOpenstackSettings } from './openstack/settings.ts';
import { readQemuVersion } from './qemu/probe.ts';
import { startQemuEngine } from './qemuBackend.ts';

/** Starts the process's work. @returns stops it; servers go on running */
export async function startCompute({ engine: name, folder }: ProcessSettings, log: Logger): Promise<() => Promise<void>> {
  const { start, facts } = await engines[name](folder, log);
  const unlock = lockFolder(folder);
  const engine = await start();
  const control = await startControl(engine);
  log.info({ engine: name, ...facts }, 'compute started');
  return async () => {
    control.close();
    control.closeAllConnections();
    await engine.stop();
    unlock();
  };
}

/** The settings are read before the folder is locked. @throws when the engine can't work with them */
const engines: Readonly<
  Record<ProcessSettings['engine'], (folder: string, log: Logger) => Promise<{ facts: object; start(): Promise<Engine> }>>
> = {
  async qemu(_, log) {
    const settings = readComputeSettings();
    const version = await readQemuVersion().catch((error: unknown) => {
      throw new Error('QEMU is missing: install qemu-system-x86 and qemu-utils.', { cause: error });
    });
    return { facts: { qemu: version, capacity: settings.capacity }, start: () => startQemuEngine({ settings, log }) };
  },
  async openstack(folder, log) {
    const settings = readOpenstackSettings();
    const start = async () => {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      return startOpenstackEngine({ folder, settings, log });
    };
    return { facts: { cloud: settings.authUrl, places: settings.places.size }, start };
  },
};
