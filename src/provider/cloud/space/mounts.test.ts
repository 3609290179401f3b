import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { rest } from '../../../../tests/support/jobs.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { space } from '../../../lib/contract/cloud/space.ts';
import { task } from '../../../lib/contract/core/task.ts';
import { demo } from '../../../lib/contract/fields.ts';

const { serverId, offServerId, spaceId, emptySpaceId } = demo;

async function started() {
  const { p, token } = await signedIn();
  const attach = (input: object) => p.try(space.attach, { spaceId, serverId, ...input }, { token });
  const get = async (id: string) => (await p.ok(space.list, {}, { token })).spaces.find((one) => one.id === id);
  const loadMounts = async (id: string = serverId) =>
    ((await storedOne(p, 'simulated', { id: `server:${id}` })).spec as { spaces?: unknown }).spaces;
  return { p, token, attach, get, loadMounts };
}

test('a space is attached to several servers with a task, reaches the driver, and is detached', async () => {
  const { p, token, attach, get, loadMounts } = await started();
  const { status, body } = await attach({});
  expect([status, body.space]).toMatchObject([200, { servers: [{ id: serverId, name: 'web-fra-01', mountPoint: '/mnt/demo-media' }] }]);
  await rest(p, 4);
  expect((await p.ok(task.get, { taskId: String(body.taskId) }, { token })).task.status).toBe('done');
  expect(await loadMounts()).toEqual([{ bucket: 'demo-media', mountPoint: '/mnt/demo-media' }]);
  expect((await attach({ serverId: offServerId, mountPoint: '/srv/media' })).status).toBe(200);
  await rest(p, 4);
  expect((await get(spaceId))?.servers).toHaveLength(2);
  await p.ok(space.detach, { spaceId, serverId }, { token });
  await rest(p, 4);
  expect([await loadMounts(), await loadMounts(offServerId)]).toEqual([[], [{ bucket: 'demo-media', mountPoint: '/srv/media' }]]);
  expect((await get(spaceId))?.servers.map(({ id }) => id)).toEqual([offServerId]);
});

test('what can’t be attached is refused, and nothing is written', async () => {
  const { p, token, attach } = await started();
  await attach({});
  await rest(p, 4);
  const before = await snapshot(p);
  const code = async (input: object) => {
    const { status, body } = await attach(input);
    return [status, body.fields ? Object.keys(body.fields) : body.code];
  };
  expect(await code({})).toEqual([409, 'space:error.attached']);
  expect(await code({ spaceId: emptySpaceId, mountPoint: '/mnt/demo-media' })).toEqual([422, ['mountPoint']]);
  // The folder of its volume.
  expect(await code({ spaceId: emptySpaceId, mountPoint: '/var/lib/mysql' })).toEqual([422, ['mountPoint']]);
  expect(await code({ spaceId: emptySpaceId, mountPoint: 'mnt; rm' })).toEqual([422, ['mountPoint']]);
  const detached = await p.try(space.detach, { spaceId: emptySpaceId, serverId }, { token });
  expect([detached.status, detached.body.code]).toEqual([409, 'space:error.detached']);
  expect(await snapshot(p)).toBe(before);
});

test('a deleted space leaves its servers, and a deleted server its spaces', async () => {
  const { p, token, attach, get, loadMounts } = await started();
  await attach({ spaceId: emptySpaceId });
  await rest(p, 4);
  await attach({});
  await rest(p, 4);
  await p.ok(space.delete, { spaceId: emptySpaceId, confirm: 'demo-archive' }, { token });
  await rest(p, 4);
  expect(await loadMounts()).toEqual([{ bucket: 'demo-media', mountPoint: '/mnt/demo-media' }]);
  expect((await p.ok(server.get, { serverId }, { token })).server.state).toBe('ready');
  await p.ok(serverAction.delete, { serverId, confirm: 'web-fra-01' }, { token });
  await rest(p, 4);
  expect((await get(spaceId))?.servers).toEqual([]);
});
