import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { createS3Client, rejectionCode } from '../../../../tests/support/s3.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { space } from '../../../lib/contract/cloud/space.ts';
import { spaceKey } from '../../../lib/contract/cloud/spaceKey.ts';
import { spaceObject } from '../../../lib/contract/cloud/spaceObject.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { cloudJobs } from '../jobs.ts';

const { spaceId } = demo;
const Bucket = 'demo-media';

async function started() {
  const p = await startProvider({ env: { S3_PORT: '0' } });
  // The store compares it with that of the client.
  p.clock.now = Date.now();
  const token = await p.signIn();
  const { objects } = p.provider.services;
  if (!objects) throw new Error('the tests have an object store');
  await objects.listen();
  const keys = async () => (await p.ok(spaceKey.list, { spaceId }, { token })).keys;
  const links = async () => (await p.ok(spaceKey.links, { spaceId }, { token })).links;
  const share = async () => p.ok(spaceObject.link, { spaceId, key: 'readme.txt', expiresIn: 3600 }, { token });
  return { p, token, objects, keys, links, share };
}

test('a further key has its limits, is listed with its last use, and stops without the others', async () => {
  const { p, token, keys } = await started();
  const before = (await keys()).length;
  const form = { spaceId, name: 'Photos', access: 'read', prefix: 'photos/' } as const;
  const { key, credentials } = await p.ok(spaceKey.add, form, { token });
  const client = createS3Client(credentials.endpoint, { accessKey: credentials.accessKey, secretKey: credentials.secretKey ?? '' });
  const read = (Key: string) => rejectionCode(client.send(new GetObjectCommand({ Bucket, Key })));
  expect((await keys()).find(({ id }) => id === key.id)).toMatchObject({ lastUsedAt: null, access: 'read', prefix: 'photos/' });
  expect([await read('photos/logo.png'), await read('readme.txt')]).toEqual(['none', 'AccessDenied']);
  expect(await rejectionCode(client.send(new PutObjectCommand({ Bucket, Key: 'photos/new', Body: 'x' })))).toBe('AccessDenied');
  expect((await keys()).find(({ id }) => id === key.id)?.lastUsedAt).not.toBeNull();
  expect(await p.try(spaceKey.add, form, { token })).toMatchObject({ status: 409, body: { code: 'space:error.keyNameTaken' } });
  await p.ok(spaceKey.remove, { spaceId, keyId: key.id }, { token });
  expect(await read('photos/logo.png')).toBe('InvalidAccessKeyId');
  expect(await keys()).toHaveLength(before);
  const { logs } = await p.ok(log.list, { group: 'spaceKey', limit: 2 }, { token });
  expect(logs.map(({ action, entity }) => [action, entity.name])).toEqual([
    ['delete', 'demo-media: Photos'],
    ['create', 'demo-media: Photos'],
  ]);
  expect(JSON.stringify(await stored(p, 'changeLog'))).not.toContain(credentials.secretKey);
});

test('the last use of the first key is in its details', async () => {
  const { p, token } = await started();
  const { credentials: made } = await p.ok(space.roll, { spaceId }, { token });
  const used = async () => (await p.ok(space.credentials, { spaceId }, { token })).credentials?.lastUsedAt;
  expect(await used()).toBeNull();
  const client = createS3Client(made.endpoint, { accessKey: made.accessKey, secretKey: made.secretKey ?? '' });
  await client.send(new GetObjectCommand({ Bucket, Key: 'readme.txt' }));
  expect(await used()).not.toBeNull();
});

test('shared links are listed, revoked one by one, and deleted once they have expired', async () => {
  const { p, token, links, share } = await started();
  const [one, two] = [await share(), await share()];
  expect(one.revocable).toBe(true);
  const status = async (url: string) => (await fetch(url)).status;
  expect(await status(one.url)).toBe(200);
  const listed = await links();
  expect(listed.find(({ id }) => id === one.id)).toMatchObject({ key: 'readme.txt', createdBy: demo.email, revocable: true });
  await p.ok(spaceKey.revoke, { spaceId, linkId: one.id }, { token });
  expect([await status(one.url), await status(two.url)]).toEqual([403, 200]);
  expect((await links()).map(({ id }) => id)).not.toContain(one.id);
  expect((await p.try(spaceKey.revoke, { spaceId, linkId: one.id }, { token })).status).toBe(404);
  p.clock.now += 3_601_000;
  expect((await links()).map(({ id }) => id)).not.toContain(two.id);
  await runJobs(p, cloudJobs.deleteExpiredLinks);
  expect((await stored(p, 'spaceLink')).map(({ id }) => id)).not.toContain(two.id);
});

test('another account has neither the keys nor the links', async () => {
  const { p, share } = await started();
  const { id } = await share();
  const token = await p.signIn(demo.second);
  for (const [call, input] of [
    [spaceKey.list, { spaceId }],
    [spaceKey.links, { spaceId }],
    [spaceKey.add, { spaceId, name: 'x', access: 'read' }],
    [spaceKey.remove, { spaceId, keyId: demo.spaceKeyId }],
    [spaceKey.revoke, { spaceId, linkId: id }],
  ] as const)
    expect([call.path, (await p.try(call, input, { token })).status]).toEqual([call.path, 404]);
});

test('a store that can’t do it refuses keys and revoking, and says so before', async () => {
  const { p, token, objects, share } = await started();
  Object.assign(objects, { capabilities: { ...objects.capabilities, limitedKeys: false } });
  objects.share = async (name, key, expiresIn) => ({ url: await objects.link(name, key, { expiresIn }), accessKey: null });
  expect((await p.ok(spaceKey.list, { spaceId }, { token })).supported).toBe(false);
  const added = await p.try(spaceKey.add, { spaceId, name: 'x', access: 'read' }, { token });
  expect(added).toMatchObject({ status: 409, body: { code: 'space:error.noLimitedKeys' } });
  const link = await share();
  expect(link.revocable).toBe(false);
  const refused = await p.try(spaceKey.revoke, { spaceId, linkId: link.id }, { token });
  expect(refused).toMatchObject({ status: 409, body: { code: 'space:error.linkFixed' } });
});
