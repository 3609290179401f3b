import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { canMount, smallDisk } from '../../../tests/support/damage.ts';
import { get, policyFor, startControl, startEdgeProcess, startOrigin, until } from '../../../tests/support/edge.ts';
import { plain } from '../../../tests/support/edgeSample.ts';

// Each starts an edge of several processes twice.
vi.setConfig({ testTimeout: 60_000 });

/** An edge in its own process, whose folder is a disk of its own. */
async function started() {
  const disk = smallDisk(512);
  const control = await startControl();
  const origin = await startOrigin((_, response) => response.end('from the origin'));
  let edge = await startEdgeProcess(control, disk.folder);
  onTestFinished(async () => {
    await edge.end('SIGKILL');
    await control.stop();
    await origin.stop();
  });
  return {
    disk,
    control,
    edge: () => edge,
    statusOf: async (id: string) => (await get(edge.addresses.http, '/', { host: `${id}.example` })).status,
    async push(id: string) {
      const name = `${id}.example`;
      const policy = policyFor(origin.port, { ...plain, domain: { name, status: 'active' } }, { id, name });
      control.push(policy);
      await until(() => control.reports.at(-1)?.versions[id] === policy.version);
    },
    async restart() {
      await edge.end('SIGKILL');
      edge = await startEdgeProcess(control, disk.folder);
    },
  };
}
const isStored = (folder: string, id: string) => existsSync(join(folder, 'policies', `${id}.json`));

test.runIf(canMount)('on a full disk an edge serves and follows from memory, and stores everything when there is space', async () => {
  const { disk, control, edge, statusOf, push, restart } = await started();
  await push('a');
  disk.fill();
  for (const id of ['b', 'c']) await push(id);
  for (const id of ['a', 'b', 'c']) expect(await statusOf(id)).toBe(200);
  // Each second has a batch of log lines, which the portal gets all the same.
  await until(() => edge().logged('error').includes('edge log spool write failed; entries are sent from memory'));
  await until(() => ['a', 'b', 'c'].every((id) => control.lines().some(({ domainId }) => domainId === id)));
  await control.answerPoll();
  await until(() => control.reports.at(-1)?.warnings?.some(({ kind }) => kind === 'diskFailing') ?? false);
  disk.free();
  await control.answerPoll();
  await until(() => isStored(disk.folder, 'b') && isStored(disk.folder, 'c'));
  await until(() => edge().logged('info').includes('edge policy store recovered'));
  await statusOf('a');
  await until(() => edge().logged('info').includes('edge log spool recovered'));
  expect(edge().logged('warn')).toEqual([
    'edge policy store failed; serving from memory',
    'edge log spool write failed; entries are sent from memory',
  ]);
  await control.answerPoll();
  await until(() => control.reports.at(-1)?.warnings?.length === 0);
  control.down();
  await restart();
  for (const id of ['a', 'b', 'c']) expect(await statusOf(id)).toBe(200);
  control.up();
});

test.runIf(canMount)('an edge starts, serves and follows with a folder that can’t be written', async () => {
  const { disk, control, edge, statusOf, push, restart } = await started();
  await push('a');
  await edge().end('SIGKILL');
  disk.remount('ro');
  await restart();
  expect(await statusOf('a')).toBe(200);
  await push('b');
  expect(await statusOf('b')).toBe(200);
  disk.remount('rw');
  await control.answerPoll();
  await until(() => isStored(disk.folder, 'b'));
  await edge().end('SIGTERM');
});
