import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { startObjectStore } from '../../../../../tests/support/objects.ts';
import { Bucket, createS3Client, readBody, rejectionCode, withSpace } from '../../../../../tests/support/s3.ts';
import type { KeyScope } from '../objects.ts';
import { operations } from './table.ts';

const inside = 'photos/a.txt';
const outside = 'reports/b.txt';

/** A space with an object inside of the prefix and one outside, and the client of a key with limits. */
async function withKey(scope: Partial<KeyScope>) {
  const space = await withSpace();
  for (const Key of [inside, outside]) await space.client.send(new PutObjectCommand({ Bucket, Key, Body: Key }));
  const key = await space.store.addKey(Bucket, { readOnly: false, prefix: '', ...scope });
  return { ...space, limited: key, by: createS3Client(space.url, key) };
}
const denied = 'AccessDenied';
const put = (Key: string) => new PutObjectCommand({ Bucket, Key, Body: 'new' });
const get = (Key: string) => new GetObjectCommand({ Bucket, Key });
const copy = (from: string, to: string) => new CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${from}` });

describe('a read-only key', () => {
  test('lists and reads, and changes nothing by any operation', async () => {
    const { by, client } = await withKey({ readOnly: true });
    expect(await readBody(await by.send(get(outside)))).toBe(outside);
    expect((await by.send(new ListObjectsV2Command({ Bucket }))).Contents).toHaveLength(2);
    for (const command of [
      new HeadBucketCommand({ Bucket }),
      new ListObjectVersionsCommand({ Bucket }),
      new ListObjectsCommand({ Bucket }),
    ])
      expect(await rejectionCode(by.send(command as never))).toBe('none');
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: inside }));
    for (const command of [
      put('new.txt'),
      new DeleteObjectCommand({ Bucket, Key: inside }),
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: inside }] } }),
      copy(inside, 'copy.txt'),
      new CreateMultipartUploadCommand({ Bucket, Key: 'x' }),
      new UploadPartCommand({ Bucket, Key: inside, UploadId, PartNumber: 1, Body: 'x' }),
      new ListMultipartUploadsCommand({ Bucket }),
      new CompleteMultipartUploadCommand({ Bucket, Key: inside, UploadId, MultipartUpload: { Parts: [] } }),
      new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
      new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [{ AllowedMethods: ['GET'], AllowedOrigins: ['*'] }] } }),
      new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration: { Rules: [] } }),
    ])
      expect([command.constructor.name, await rejectionCode(by.send(command as never))]).toEqual([command.constructor.name, denied]);
    expect((await client.send(new ListObjectsV2Command({ Bucket }))).Contents).toHaveLength(2);
  });
});

describe('a key for a prefix', () => {
  test('uses what begins with it, and nothing else: not as a source, nor in a list', async () => {
    const { by, client } = await withKey({ prefix: 'photos/' });
    expect(await readBody(await by.send(get(inside)))).toBe(inside);
    expect(await rejectionCode(by.send(put('photos/new.txt')))).toBe('none');
    expect(await rejectionCode(by.send(copy(inside, 'photos/copy.txt')))).toBe('none');
    const keys = (await by.send(new ListObjectsV2Command({ Bucket, Prefix: 'photos/' }))).Contents?.map(({ Key }) => Key);
    expect(keys).toEqual([inside, 'photos/copy.txt', 'photos/new.txt']);
    for (const command of [
      get(outside),
      new HeadObjectCommand({ Bucket, Key: outside }),
      put(outside),
      put('photos'),
      new DeleteObjectCommand({ Bucket, Key: outside }),
      copy(outside, 'photos/stolen.txt'),
      copy(inside, outside),
      new ListObjectsV2Command({ Bucket }),
      new ListObjectsV2Command({ Bucket, Prefix: 'photo' }),
      new ListObjectVersionsCommand({ Bucket }),
      new ListMultipartUploadsCommand({ Bucket, Prefix: 'reports/' }),
      new CreateMultipartUploadCommand({ Bucket, Key: outside }),
      new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: 'Enabled' } }),
    ]) {
      const code = await rejectionCode(by.send(command as never));
      // An answer to HEAD has no body, so the client doesn't know the code.
      expect([command.constructor.name, code === 'Unknown' ? denied : code]).toEqual([command.constructor.name, denied]);
    }
    const { Deleted, Errors } = await by.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key: inside }, { Key: outside }] } }),
    );
    expect([Deleted?.map(({ Key }) => Key), Errors?.map(({ Key, Code }) => [Key, Code])]).toEqual([[inside], [[outside, denied]]]);
    expect(await readBody(await client.send(get(outside)))).toBe(outside);
  });

  test('its uploads in parts work', async () => {
    const { by } = await withKey({ prefix: 'photos/' });
    const { UploadId } = await by.send(new CreateMultipartUploadCommand({ Bucket, Key: 'photos/big' }));
    const part = { Bucket, Key: 'photos/big', UploadId };
    const { ETag } = await by.send(new UploadPartCommand({ ...part, PartNumber: 1, Body: 'x' }));
    await by.send(new CompleteMultipartUploadCommand({ ...part, MultipartUpload: { Parts: [{ ETag, PartNumber: 1 }] } }));
    expect(await readBody(await by.send(get('photos/big')))).toBe('x');
  });
});

test('every operation of the store is decided for limited keys: new ones are refused', async () => {
  const { by, store } = await withKey({ readOnly: true, prefix: 'none/' });
  expect(Object.keys(operations('')).length).toBeGreaterThan(40);
  expect(await rejectionCode(by.send(new GetBucketVersioningCommand({ Bucket })))).toBe('none');
  expect((await by.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name)).toEqual([Bucket]);
  await store.createSpace('other', 1_000);
  expect(await rejectionCode(by.send(new ListObjectsV2Command({ Bucket: 'other', Prefix: 'none/' })))).toBe(denied);
});

test('keys stop one by one; a new first key changes nothing about them', async () => {
  const { store, by, limited, client, url } = await withKey({});
  const other = createS3Client(url, await store.addKey(Bucket, { readOnly: true, prefix: '' }));
  await store.removeKey(Bucket, limited.accessKey);
  expect(await rejectionCode(by.send(get(inside)))).toBe('InvalidAccessKeyId');
  expect(await readBody(await other.send(get(inside)))).toBe(inside);
  await store.makeKey(Bucket);
  expect(await rejectionCode(client.send(get(inside)))).toBe('InvalidAccessKeyId');
  expect(await readBody(await other.send(get(inside)))).toBe(inside);
  await store.setOpen(Bucket, false);
  expect(await rejectionCode(other.send(get(inside)))).toBe(denied);
});

test('the last use of each key is known, also after a restart', async () => {
  const { store, by, limited, key, clock, folder } = await withKey({});
  expect(await store.usedAt([limited.accessKey])).toEqual([null]);
  await by.send(get(inside));
  const [first] = await store.usedAt([limited.accessKey]);
  expect(first).toBeGreaterThan(Date.now() - 60_000);
  clock.ahead = 1_000;
  await by.send(get(inside));
  expect((await store.usedAt([limited.accessKey]))[0]).toBeGreaterThan(first ?? 0);
  const again = await startObjectStore({ folder });
  expect((await again.store.usedAt([limited.accessKey, key.accessKey])).map((one) => one !== null)).toEqual([true, true]);
});

test('a shared link reads its object only, and is revoked without the others', async () => {
  const { store, client } = await withSpace();
  for (const Key of [inside, 'photos/a.txt2']) await client.send(put(Key));
  const [one, two] = [await store.share(Bucket, inside, 3600), await store.share(Bucket, inside, 3600)];
  const status = async (url: string) => (await fetch(url)).status;
  expect([await status(one.url), await status(two.url)]).toEqual([200, 200]);
  // The signature is of this address.
  expect(await status(one.url.replace('a.txt?', 'a.txt2?'))).toBe(403);
  await store.removeKey(Bucket, one.accessKey ?? '');
  expect([await status(one.url), await status(two.url)]).toEqual([403, 200]);
  await store.makeKey(Bucket);
  expect(await status(two.url)).toBe(200);
});
