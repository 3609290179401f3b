import { join } from 'node:path';
import { expect, test } from 'vitest';
import { canMount, checkpoint, damages, smallDisk } from '../../tests/support/damage.ts';
import { record, startNameServer, zone } from '../../tests/support/nameServer.ts';
import { damagedIn } from '../lib/node/durable.ts';
import { nodeDriver } from '../provider/drivers/dns/node.ts';

const soon = () => AbortSignal.timeout(5_000);
const withText = (name: string, version: number, content: string) => zone(name, version, [record('@', 'TXT', content)]);

/** A name server on a disk of 1 MiB that serves a zone. */
async function onSmallDisk() {
  const disk = smallDisk(1024);
  const folder = join(disk.folder, 'dns');
  const { query, faults } = await startNameServer([], { folder });
  const text = async (name: string) => String((await query({ name, type: 'TXT' })).answers[0]?.data);
  const driver = nodeDriver({ folder });
  await driver.apply(withText('a.example', 1, 'one'), soon());
  await expect.poll(() => text('a.example')).toBe('one');
  return { disk, folder, faults, text, driver };
}

test.runIf(canMount)('on a full disk the name server answers with what it has, and follows when there is space', async () => {
  const { disk, faults, text, driver } = await onSmallDisk();
  disk.fill();
  const large = withText('b.example', 1, 'x'.repeat(200));
  const records = Array.from({ length: 2_000 }, (_, i) => record(`n${i}`, 'TXT', 'y'.repeat(200)));
  await expect(driver.apply({ ...large, records }, soon())).rejects.toThrow(/full|I\/O/);
  expect(await text('a.example')).toBe('one');
  disk.free();
  await driver.apply(withText('b.example', 1, 'two'), soon());
  await expect.poll(() => text('b.example')).toBe('two');
  expect(await driver.observe('a.example', soon())).toBe(1);
  expect(faults).toEqual([]);
});

test.runIf(canMount)('a damaged file on a full disk is replaced when there is space, without a heap of files', async () => {
  const { disk, folder, faults, text, driver } = await onSmallDisk();
  checkpoint(join(folder, 'zones.sqlite'));
  disk.fill();
  damages['random bytes']?.(join(folder, 'zones.sqlite'));
  for (let i = 0; i < 5; i++) await expect(driver.apply(withText('b.example', 1, 'two'), soon())).rejects.toThrow();
  expect(await text('a.example')).toBe('one');
  expect(damagedIn(folder)).toHaveLength(1);
  disk.free();
  await driver.apply(withText('b.example', 1, 'two'), soon());
  await expect.poll(() => text('b.example')).toBe('two');
  expect(await text('a.example')).toBe('one');
  expect(damagedIn(folder)).toHaveLength(1);
  expect(faults.length).toBeLessThan(3);
});
