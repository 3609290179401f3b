import { expect, test } from 'vitest';
import { rest } from '../../../../tests/support/jobs.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { snapshot } from '../../../lib/contract/cloud/snapshot.ts';
import { demo } from '../../../lib/contract/fields.ts';

const serverId = demo.serverId;

async function start() {
  const { p, token } = await signedIn();
  return { p, token, get: async () => (await p.ok(server.get, { serverId }, { token })).server };
}

test('a snapshot is taken while the server waits, restored, and deleted', async () => {
  const { p, token, get } = await start();
  const { snapshot: made } = await p.ok(snapshot.create, { serverId, name: 'v1.0' }, { token });
  expect(made).toMatchObject({ name: 'v1.0', status: 'creating', size: null, diskSize: 100 });
  expect((await get()).state).toBe('snapshotting');
  expect((await p.try(snapshot.create, { serverId, name: 'v1.1' }, { token })).body.code).toBe('server:reason.busy');
  expect((await p.try(snapshot.delete, { snapshotId: made.id }, { token })).body.code).toBe('snapshot:error.creating');
  await rest(p, 20);
  expect((await get()).state).toBe('ready');
  const { snapshots } = await p.ok(snapshot.list, { serverId }, { token });
  expect(snapshots[0]).toMatchObject({ id: made.id, status: 'ready', size: expect.any(Number) });
  await p.ok(snapshot.restore, { snapshotId: made.id, serverId, confirm: 'web-fra-01' }, { token });
  expect((await get()).state).toBe('restoring');
  expect((await p.try(snapshot.delete, { snapshotId: made.id }, { token })).body.code).toBe('snapshot:error.inUse');
  await rest(p, 20);
  expect((await get()).state).toBe('ready');
  await p.ok(snapshot.delete, { snapshotId: made.id }, { token });
  expect((await p.ok(snapshot.list, {}, { token })).snapshots.map(({ name }) => name)).toEqual(['before-php-8.4']);
});

test('a wrong or taken name is refused, and so is a smaller disk', async () => {
  const { p, token } = await start();
  for (const name of ['نسخه', 'a b', 'a_b', '', 'x'.repeat(61)])
    expect((await p.try(snapshot.create, { serverId, name }, { token })).status, name).toBe(422);
  const duplicate = await p.try(snapshot.create, { serverId, name: 'Before-PHP-8.4' }, { token });
  expect(duplicate).toMatchObject({ status: 409, body: { code: 'snapshot:error.taken' } });
  const smaller = { snapshotId: demo.snapshotId, serverId: demo.offServerId, confirm: 'staging-01' };
  const refused = await p.try(snapshot.restore, smaller, { token });
  expect(refused).toMatchObject({ status: 409, body: { code: 'snapshot:error.diskTooSmall' } });
});
