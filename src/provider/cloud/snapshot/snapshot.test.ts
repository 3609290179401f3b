import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { snapshot } from '../../../lib/contract/cloud/snapshot.ts';
import { demo } from '../../../lib/contract/fields.ts';

const serverId = demo.serverId;

async function start() {
  const p = await startProvider();
  const token = await p.signIn();
  const wait = async () => {
    for (let i = 0; i < 20; i++) {
      await p.provider.services.jobs.runDue();
      p.clock.now += 3_000;
    }
  };
  return { p, token, wait, get: async () => (await p.ok(server.get, { serverId }, { token })).server };
}

test('a snapshot is taken while the server waits, restored, and deleted', async () => {
  const { p, token, wait, get } = await start();
  const { snapshot: made } = await p.ok(snapshot.create, { serverId, name: 'v1.0' }, { token });
  expect(made).toMatchObject({ name: 'v1.0', status: 'creating', size: null, diskSize: 100 });
  expect((await get()).state).toBe('snapshotting');
  expect((await p.try(snapshot.create, { serverId, name: 'v1.1' }, { token })).body.code).toBe('server:reason.busy');
  expect((await p.try(snapshot.delete, { snapshotId: made.id }, { token })).body.code).toBe('snapshot:error.creating');
  await wait();
  expect((await get()).state).toBe('ready');
  const { snapshots } = await p.ok(snapshot.list, { serverId }, { token });
  expect(snapshots[0]).toMatchObject({ id: made.id, status: 'ready', size: expect.any(Number) });
  await p.ok(snapshot.restore, { snapshotId: made.id, serverId, confirm: 'web-fra-01' }, { token });
  expect((await get()).state).toBe('restoring');
  expect((await p.try(snapshot.delete, { snapshotId: made.id }, { token })).body.code).toBe('snapshot:error.inUse');
  await wait();
  expect((await get()).state).toBe('ready');
  await p.ok(snapshot.delete, { snapshotId: made.id }, { token });
  expect((await p.ok(snapshot.list, {}, { token })).snapshots.map(({ name }) => name)).toEqual(['before-php-8.4']);
});

test('a name has English letters, digits, dashes and dots, and is unique in the account', async () => {
  const { p, token } = await start();
  for (const name of ['نسخه', 'a b', 'a_b', '', 'x'.repeat(61)])
    expect((await p.try(snapshot.create, { serverId, name }, { token })).status).toBe(422);
  const taken = await p.try(snapshot.create, { serverId, name: 'Before-PHP-8.4' }, { token });
  expect([taken.status, taken.body.code]).toEqual([409, 'snapshot:error.taken']);
});

test('a snapshot can only be restored to an equal or larger disk', async () => {
  const { p, token } = await start();
  const refused = await p.try(
    snapshot.restore,
    { snapshotId: demo.snapshotId, serverId: demo.offServerId, confirm: 'staging-01' },
    { token },
  );
  expect([refused.status, refused.body.code]).toEqual([409, 'snapshot:error.diskTooSmall']);
});
