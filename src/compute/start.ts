import { dirname } from 'node:path';
import { Metrics } from '../lib/node/metrics.ts';
import { startMonitor } from '../lib/node/monitor.ts';
import { halfRestored } from '../lib/node/restoreMark.ts';
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
  const reason = halfRestored(dirname(settings.folder));
  if (reason !== null) throw new Error(reason);
  const unlock = lockFolder(settings.folder);
  const metrics = new Metrics();
  const engine = await startQemuEngine({ ...options, metrics });
  const control = await startControl(engine);
  const monitor = await startMonitor({
    env: settings.monitor,
    variable: 'COMPUTE_METRICS_PORT',
    metrics,
    checks: { control: () => control.listening },
  });
  if (monitor.address) log.info({ address: monitor.address }, 'monitor started');
  log.info({ qemu: version, capacity: settings.capacity }, 'compute started');
  return async () => {
    monitor.drain();
    control.close();
    control.closeAllConnections();
    await engine.stop();
    unlock();
    await monitor.stop();
  };
}
