import type { Machine } from '../qemu/machine.ts';

/** The event of a power button; guests without one who listens don't react to it. */
export async function shutDown({ qmp }: Machine, graceMs: number): Promise<void> {
  const { status } = await qmp.execute<{ status: string }>('query-status');
  if (status === 'shutdown') return;
  const isDown = qmp.next(({ event }) => event === 'SHUTDOWN', graceMs);
  await qmp.execute('system_powerdown');
  await isDown.catch(() => {});
}
