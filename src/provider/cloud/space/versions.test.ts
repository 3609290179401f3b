import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import { space } from '../../../lib/contract/cloud/space.ts';
import { spaceLifecycle } from '../../../lib/contract/cloud/spaceLifecycle.ts';
import { spaceObject } from '../../../lib/contract/cloud/spaceObject.ts';
import { spaceVersion } from '../../../lib/contract/cloud/spaceVersion.ts';
import { demo } from '../../../lib/contract/fields.ts';

const spaceId = demo.spaceId;
const key = 'notes/plan.txt';
const days = { expireDays: null, noncurrentDays: null, abortDays: null };
const rule = { id: 'logs', isEnabled: true, prefix: 'logs/', ...days, expireDays: 30 };

async function start(env: Record<string, string> = {}) {
  const p = await startProvider({ env });
  const token = await p.signIn();
  const upload = async (text: string) =>
    p.ok(spaceObject.upload, { spaceId, key }, { token, file: new File([text], 'file', { type: 'text/plain' }) });
  const versions = async () => (await p.ok(spaceVersion.list, { spaceId, key }, { token })).versions;
  const text = async () => (await p.ok(spaceObject.get, { spaceId, key }, { token })).preview;
  const { objects } = p.provider.services;
  return { p, token, upload, versions, text, objects };
}

test('an earlier version is downloaded, restored as the newest, and deleted for good', async () => {
  const { p, token, upload, versions, text } = await start();
  await p.ok(space.setVersioning, { spaceId, enabled: true }, { token });
  for (const content of ['first', 'second!']) await upload(content);
  await p.ok(spaceObject.upload, { spaceId, key: `${key}.bak` }, { token, file: new File(['other'], 'file') });
  const [newest, first] = await versions();
  expect([newest?.size, newest?.isLatest, first?.size, first?.isLatest]).toEqual([7, true, 5, false]);
  const ofFirst = { spaceId, key, versionId: first?.versionId ?? '' };
  expect((await p.ok(spaceVersion.download, ofFirst, { token })).url).toContain(`versionId=${first?.versionId}`);
  await p.ok(spaceVersion.restore, ofFirst, { token });
  expect(await text()).toMatchObject({ text: 'first' });
  expect((await versions()).map(({ size }) => size)).toEqual([5, 7, 5]);
  await p.ok(spaceVersion.delete, ofFirst, { token });
  expect((await versions()).map(({ size }) => size)).toEqual([5, 7]);
  expect(await p.try(spaceVersion.delete, ofFirst, { token })).toMatchObject({ status: 404 });
  const latest = { spaceId, key, versionId: (await versions())[0]?.versionId ?? '' };
  expect((await p.try(spaceVersion.restore, latest, { token })).body.code).toBe('space:version.error.newest');
});

test('a deleted object is listed in its folder, and is back without its delete marker', async () => {
  const { p, token, upload, versions, text } = await start();
  await p.ok(space.setVersioning, { spaceId, enabled: true }, { token });
  await upload('first');
  await p.ok(spaceObject.delete, { spaceId, keys: [key] }, { token });
  const deleted = (prefix: string) => p.ok(spaceVersion.deleted, { spaceId, prefix }, { token });
  expect((await deleted('')).folders).toContain('notes/');
  const [marker] = (await deleted('notes/')).versions;
  expect(marker).toMatchObject({ key, isDeleteMarker: true, isLatest: true, size: 0 });
  const named = { spaceId, key, versionId: marker?.versionId ?? '' };
  for (const call of [spaceVersion.restore, spaceVersion.download])
    expect((await p.try(call, named, { token })).body.code).toBe('space:version.error.marker');
  await p.ok(spaceVersion.delete, named, { token });
  expect(await text()).toMatchObject({ text: 'first' });
  expect((await deleted('notes/')).versions).toEqual([]);
  expect(await versions()).toHaveLength(1);
});

test('without versioning an object has one version; an unknown one and those of others aren’t found', async () => {
  const { p, token, upload, versions } = await start();
  await upload('one');
  await upload('two');
  expect(await versions()).toMatchObject([{ versionId: 'null', isLatest: true, size: 3 }]);
  const second = await p.signIn(demo.second);
  for (const call of [spaceVersion.restore, spaceVersion.download, spaceVersion.delete]) {
    for (const versionId of ['none', 'A'.repeat(22)]) expect((await p.try(call, { spaceId, key, versionId }, { token })).status).toBe(404);
    expect((await p.try(call, { spaceId, key, versionId: 'null' }, { token: second })).status).toBe(404);
  }
  expect((await p.ok(spaceVersion.list, { spaceId, key, cursor: 'no cursor' }, { token })).versions).toHaveLength(1);
});

test('a stopped space lists and deletes versions, and refuses the rest', async () => {
  const { p, token, upload } = await start();
  await upload('one');
  const { revision } = await p.ok(spaceLifecycle.get, { spaceId }, { token });
  await updateStored(p, 'space', { id: spaceId }, { stops: ['balance'] });
  const named = { spaceId, key, versionId: 'null' };
  const refused = [
    await p.try(spaceVersion.restore, named, { token }),
    await p.try(spaceVersion.download, named, { token }),
    await p.try(space.setAccess, { spaceId, access: 'publicRead' }, { token }),
    await p.try(spaceLifecycle.set, { spaceId, revision, rules: [rule] }, { token }),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [409, 'space:error.suspended']));
  await p.ok(spaceVersion.delete, named, { token });
});

test('lifecycle rules are saved with IDs, and those of S3 clients that use more stay', async () => {
  const { p, token, objects } = await start();
  const get = () => p.ok(spaceLifecycle.get, { spaceId }, { token });
  const set = (rules: object[], revision: string) => p.try(spaceLifecycle.set, { spaceId, rules: rules as never, revision }, { token });
  const { revision } = await get();
  expect((await set([rule, { ...rule, id: '', prefix: 'tmp/' }], revision)).status).toBe(200);
  expect((await set([], revision)).body.code).toBe('error:versionConflict');
  const saved = await get();
  expect(saved.rules).toMatchObject([rule, { prefix: 'tmp/', id: expect.stringMatching(/./) }]);
  expect((await set([rule, rule], saved.revision)).body.code).toBe('space:lifecycle.error.id');
  for (const wrong of [days, { expireDays: 0 }, { expireDays: 1.5 }, { expireDays: 2 ** 31 }])
    expect((await set([{ ...rule, ...wrong }], saved.revision)).status).toBe(422);
  expect((await set([], saved.revision)).status).toBe(200);
  expect((await objects?.lifecycle('demo-media'))?.rules).toEqual([]);
});

test('a space is made public and private again, and the change is logged', async () => {
  const { p, token, objects } = await start();
  const get = async () => (await p.ok(space.get, { spaceId }, { token })).space;
  expect(await get()).toMatchObject({ access: 'private', publicUrl: null });
  const { space: item } = await p.ok(space.setAccess, { spaceId, access: 'publicRead' }, { token });
  expect(item).toMatchObject({ access: 'publicRead', publicUrl: expect.stringMatching(/^http.*\/demo-media\/$/) });
  expect(await objects?.accessOf('demo-media')).toBe('publicRead');
  const second = await p.signIn(demo.second);
  expect((await p.try(space.setAccess, { spaceId, access: 'private' }, { token: second })).status).toBe(404);
  expect((await p.try(space.setAccess, { spaceId, access: 'everyone' as never }, { token })).status).toBe(422);
  await p.ok(space.setAccess, { spaceId, access: 'private' }, { token });
  expect(await get()).toMatchObject({ access: 'private', publicUrl: null });
});

test('a store that can’t make spaces public refuses it', async () => {
  const { p, token, objects } = await start();
  Object.defineProperty(objects, 'capabilities', { value: { ...objects?.capabilities, publicRead: false } });
  expect((await p.ok(space.get, { spaceId }, { token })).space.access).toBeNull();
  expect((await p.try(space.setAccess, { spaceId, access: 'publicRead' }, { token })).body.code).toBe('space:access.error.unsupported');
});
