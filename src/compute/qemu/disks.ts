import { dropDamagedBitmaps } from './bitmaps.ts';
import { withBlockHost } from './blockHost.ts';
import type { Machine } from './machine.ts';

const GB = 1_073_741_824;

/**
 * Grows a disk, also while its machine runs: the guest notices at once.
 * @param machine that has it open; null: none
 * @param node its name there
 * @param size GB
 */
export const resizeDisk = (machine: Machine | null, node: string, path: string, size: number): Promise<void> =>
  withBlockHost(machine, node, path, async (qmp) => {
    await dropDamagedBitmaps(qmp, node);
    await qmp.execute('block_resize', { 'node-name': node, size: size * GB });
  });
