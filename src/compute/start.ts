import { startControl } from './control/server.ts';
import { lockFolder } from './lock.ts';
import { readQemuVersion } from './qemu/probe.ts';
import { type QemuOptions, startQemuEngine } from './qemuBackend.ts';

/** Starts the process's work. @returns stops it; machines go on running */
export async function startCompute(options: QemuOptions): Promise<() => Promise<void>> {
  const { settings, log } = options;
  const version = await readQemuVersion().catch((error: unknown) => {
    throw new Error('QEMU is missing: install qemu-system-x86 and qemu-utils.', { cause: error });
  });
  const unlock = lockFolder(settings.folder);
  const engine = await startQemuEngine(options);
  const control = await startControl(engine);
  log.info({ qemu: version, capacity: settings.capacity }, 'compute started');
  return async () => {
    control.close();
    control.closeAllConnections();
    await engine.stop();
    unlock();
  };
}
