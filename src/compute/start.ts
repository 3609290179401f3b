import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { halfRestored } from '../lib/node/restoreMark.ts';
import { startControl } from './control/server.ts';
import { type EngineOptions, startEngine } from './engine.ts';
import { lockFolder } from './lock.ts';
import { readQemuVersion } from './qemu/probe.ts';

/** Starts the process's work. @returns stops it; machines go on running */
export async function startCompute(options: EngineOptions & { log: Logger }): Promise<() => Promise<void>> {
  const { settings, log } = options;
  const version = await readQemuVersion().catch((error: unknown) => {
    throw new Error('QEMU is missing: install qemu-system-x86 and qemu-utils.', { cause: error });
  });
  const reason = halfRestored(dirname(settings.folder));
  if (reason !== null) throw new Error(reason);
  const unlock = lockFolder(settings.folder);
  const engine = await startEngine(options);
  const control = await startControl(engine.context);
  log.info({ qemu: version, capacity: settings.capacity }, 'compute started');
  return async () => {
    control.close();
    control.closeAllConnections();
    await engine.stop();
    unlock();
  };
}
