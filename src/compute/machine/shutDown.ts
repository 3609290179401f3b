import type { Machine } from '../qemu/machine.ts';

/** A system that is still booting misses the first presses. */
const PRESS_MS = 5_000;

/**
 * Presses the power button until the system has shut down, for at most `graceMs`: a system that doesn't listen to the button is ended
 * by the caller.
 */
export async function shutDown({ qmp }: Machine, graceMs: number): Promise<void> {
  const { status } = await qmp.execute<{ status: string }>('query-status');
  if (status === 'shutdown') return;
  const isDown = qmp.next(({ event }) => event === 'SHUTDOWN', graceMs);
  await qmp.execute('system_powerdown');
  // A machine that ends meanwhile doesn't need it any more.
  const presses = setInterval(() => void qmp.execute('system_powerdown').catch(() => {}), PRESS_MS);
  await isDown.catch(() => {}).finally(() => clearInterval(presses));
}
