import type { Qmp } from './qmp.ts';

/* The change log of a disk is a bitmap in its file: which parts were written since a copy. */

interface Bitmap {
  name: string;
  inconsistent?: boolean;
}
interface Node {
  'node-name'?: string;
  image: { 'virtual-size': number };
  'dirty-bitmaps'?: Bitmap[];
}
/** The bitmap that records what has changed since a copy. */
export const bitmapName = (copyId: string): string => `since-${copyId}`;

export async function readNode(qmp: Qmp, name: string): Promise<Node> {
  const nodes = await qmp.execute<Node[]>('query-named-block-nodes', { flat: true });
  const node = nodes.find((one) => one['node-name'] === name);
  if (!node) throw new Error(`no node ${name}`);
  return node;
}

/** Changes since a copy aren't recorded any more. */
export async function forgetBitmap(qmp: Qmp, node: string, copyId: string): Promise<void> {
  const { 'dirty-bitmaps': bitmaps = [] } = await readNode(qmp, node);
  if (bitmaps.some(({ name }) => name === bitmapName(copyId)))
    await qmp.execute('block-dirty-bitmap-remove', { node, name: bitmapName(copyId) });
}

/**
 * Removes the bitmaps that a machine didn't store because it was killed: QEMU refuses to resize a disk that has one. The next copy is a
 * complete one.
 */
export async function dropDamagedBitmaps(qmp: Qmp, node: string): Promise<void> {
  const { 'dirty-bitmaps': bitmaps = [] } = await readNode(qmp, node);
  for (const { name } of bitmaps.filter(({ inconsistent }) => inconsistent)) await qmp.execute('block-dirty-bitmap-remove', { node, name });
}
