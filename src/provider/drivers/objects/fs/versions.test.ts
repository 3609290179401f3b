import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandInput,
  PutBucketVersioningCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { Bucket, readBody, rejectionCode, withSpace } from '../../../../../tests/support/s3.ts';

const Key = 'report';
type Status = 'Enabled' | 'Suspended';
const setVersioning = (client: S3Client, Status: Status) =>
  client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status } }));
const put = async (client: S3Client, Body: string, key = Key) =>
  (await client.send(new PutObjectCommand({ Bucket, Key: key, Body }))).VersionId;
const read = async (client: S3Client, VersionId?: string) => readBody(await client.send(new GetObjectCommand({ Bucket, Key, VersionId })));
const remove = (client: S3Client, VersionId?: string) => client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }));
/** Status and headers of a refusal. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: { name: string; $metadata: { httpStatusCode: number }; $response?: { headers: Record<string, string> } }) => ({
      status: error.$metadata.httpStatusCode,
      isMarker: error.$response?.headers['x-amz-delete-marker'],
      version: error.$response?.headers['x-amz-version-id'],
    }),
  );
/** Versions of the space, `-` before delete markers and `*` after the newest of a key. */
async function versions(client: S3Client, more: Partial<ListObjectVersionsCommandInput> = {}): Promise<string[]> {
  const page = await client.send(new ListObjectVersionsCommand({ Bucket, ...more }));
  const all = [
    ...(page.Versions ?? []).map((one) => ({ ...one, sign: '' })),
    ...(page.DeleteMarkers ?? []).map((one) => ({ ...one, sign: '-' })),
  ];
  return all.map(({ sign, VersionId, IsLatest }) => `${sign}${VersionId}${IsLatest ? '*' : ''}`);
}
/** A space with three versions of one object, in order. */
async function withVersions() {
  const space = await withSpace();
  await setVersioning(space.client, 'Enabled');
  const ids: (string | undefined)[] = [];
  for (const content of ['one', 'two', 'three']) ids.push(await put(space.client, content));
  return { ...space, ids: ids.map(String) };
}

describe('a space with versioning', () => {
  test('returns what was set, and has no version IDs before', async () => {
    const { client } = await withSpace();
    const status = async () => (await client.send(new GetBucketVersioningCommand({ Bucket }))).Status;
    const version = await put(client, 'a');
    const head = await client.send(new HeadObjectCommand({ Bucket, Key }));
    expect([await status(), version, head.VersionId]).toEqual([undefined, undefined, undefined]);
    for (const value of ['Suspended', 'Enabled', 'Suspended'] as const) {
      await setVersioning(client, value);
      expect(await status()).toBe(value);
    }
    const set = (VersioningConfiguration: object) =>
      rejectionCode(client.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration })));
    expect(await set({ Status: 'Enabled', MFADelete: 'Enabled' })).toBe('NotImplemented');
    expect(await set({ Status: 'enabled' })).toBe('IllegalVersioningConfigurationException');
    expect(await set({ Status: 'Suspended', MFADelete: 'Disabled' })).toBe('none');
  });

  test('keeps every version, lists the current ones, and deletes a version for good', async () => {
    const { client, store, ids } = await withVersions();
    const [one = '', two = '', three = ''] = ids;
    expect(await Promise.all([read(client), ...ids.map((id) => read(client, id))])).toEqual(['three', 'one', 'two', 'three']);
    expect(await versions(client)).toEqual([`${three}*`, two, one]);
    expect((await client.send(new ListObjectsV2Command({ Bucket }))).Contents?.map(({ Size }) => Size)).toEqual([5]);
    expect(await store.usage(Bucket)).toEqual({ bytes: 11, objects: 3 });
    expect(await remove(client, three)).toMatchObject({ VersionId: three });
    expect([await read(client), await rejectionCode(read(client, three))]).toEqual(['two', 'NoSuchVersion']);
    await remove(client, one);
    await remove(client, one);
    expect(await versions(client)).toEqual([`${two}*`]);
    expect(await store.usage(Bucket)).toEqual({ bytes: 3, objects: 1 });
    expect(await rejectionCode(read(client, 'not an ID'))).toBe('InvalidArgument');
    expect(await rejectionCode(remove(client, 'not an ID'))).toBe('InvalidArgument');
  });

  test('hides a deleted object behind a marker; without the marker it is there again', async () => {
    const { client, store, ids } = await withVersions();
    const deleted = await remove(client);
    const marker = deleted.VersionId ?? '';
    expect(deleted.DeleteMarker).toBe(true);
    expect(await refusal(read(client))).toEqual({ status: 404, isMarker: 'true', version: marker });
    expect(await refusal(read(client, marker))).toEqual({ status: 405, isMarker: 'true', version: marker });
    expect((await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0);
    expect(await versions(client)).toEqual([...ids.toReversed(), `-${marker}*`]);
    expect(await read(client, ids[1])).toBe('two');
    await expect(store.removeSpace(Bucket)).rejects.toMatchObject({ fault: 'spaceNotEmpty' });
    expect(await remove(client, marker)).toMatchObject({ DeleteMarker: true, VersionId: marker });
    expect(await read(client)).toBe('three');
    // Deleting what isn't there adds a marker too.
    const { VersionId: absent } = await client.send(new DeleteObjectCommand({ Bucket, Key: 'absent' }));
    expect(await versions(client, { Prefix: 'absent' })).toEqual([`-${absent}*`]);
  });

  test('deletes versions and objects in one request, and says which', async () => {
    const { client, ids } = await withVersions();
    const { Deleted } = await client.send(
      new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key, VersionId: ids[0] }, { Key }, { Key: 'absent' }] } }),
    );
    expect(Deleted).toEqual([
      { Key, VersionId: ids[0] },
      { Key, DeleteMarker: true, DeleteMarkerVersionId: expect.any(String) },
      { Key: 'absent', DeleteMarker: true, DeleteMarkerVersionId: expect.any(String) },
    ]);
    const markers = (Deleted ?? []).flatMap(({ Key: key, DeleteMarkerVersionId: VersionId }) =>
      VersionId ? [{ Key: key, VersionId }] : [],
    );
    const again = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: markers } }));
    expect(again.Deleted).toEqual(markers.map((one) => ({ ...one, DeleteMarker: true, DeleteMarkerVersionId: one.VersionId })));
    expect([await read(client), await versions(client)]).toEqual(['three', [`${ids[2]}*`, ids[1]]]);
  });

  test('restores a version by a copy, and copies versions to other keys', async () => {
    const { client, ids } = await withVersions();
    const copy = (source: string, key = Key) => client.send(new CopyObjectCommand({ Bucket, Key: key, CopySource: `${Bucket}/${source}` }));
    const restored = await copy(`${Key}?versionId=${ids[0]}`);
    expect(restored.CopySourceVersionId).toBe(ids[0]);
    expect([await read(client), (await versions(client))[0]]).toEqual(['one', `${restored.VersionId}*`]);
    await copy(`${Key}?versionId=${ids[1]}`, 'other');
    expect(await readBody(await client.send(new GetObjectCommand({ Bucket, Key: 'other' })))).toBe('two');
    const { VersionId } = await remove(client);
    expect(await rejectionCode(copy(Key, 'x'))).toBe('NoSuchKey');
    expect(await rejectionCode(copy(`${Key}?versionId=${VersionId}`, 'x'))).toBe('InvalidRequest');
  });

  test('gives uploads in parts a version', async () => {
    const { client, ids } = await withVersions();
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
    const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body: 'part' }));
    const MultipartUpload = { Parts: [{ ETag, PartNumber: 1 }] };
    const { VersionId } = await client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload }));
    expect([await read(client), await versions(client)]).toEqual(['part', [`${VersionId}*`, ...ids.toReversed()]]);
  });

  test('counts all versions against the size of the space', async () => {
    const { client, store } = await withSpace(10);
    await setVersioning(client, 'Enabled');
    const first = await put(client, '12345678');
    expect(await rejectionCode(put(client, '123'))).toBe('QuotaExceeded');
    await remove(client);
    expect(await rejectionCode(put(client, '123'))).toBe('QuotaExceeded');
    await remove(client, first);
    expect(await rejectionCode(put(client, '1234567890'))).toBe('none');
    expect(await store.usage(Bucket)).toMatchObject({ bytes: 10 });
  });
});

describe('a space whose versioning is suspended', () => {
  test('replaces the version “null”, and keeps the others', async () => {
    const { client, store } = await withSpace();
    await put(client, 'before');
    await setVersioning(client, 'Enabled');
    const id = await put(client, 'enabled');
    expect([await read(client, 'null'), await versions(client)]).toEqual(['before', [`${id}*`, 'null']]);
    await setVersioning(client, 'Suspended');
    expect(await put(client, 'suspended')).toBeUndefined();
    expect((await client.send(new HeadObjectCommand({ Bucket, Key }))).VersionId).toBe('null');
    expect(await versions(client)).toEqual(['null*', id]);
    await put(client, 'again');
    expect(await remove(client)).toMatchObject({ DeleteMarker: true, VersionId: 'null' });
    expect(await versions(client)).toEqual([id, '-null*']);
    expect(await store.usage(Bucket)).toEqual({ bytes: 7, objects: 2 });
    await put(client, 'last');
    expect(await versions(client)).toEqual(['null*', id]);
    await remove(client, 'null');
    expect([await read(client), await versions(client)]).toEqual(['enabled', [`${id}*`]]);
  });
});

test.each([1, 2, 3, 100])('in pages of %i, each version comes once, and folders too', async (MaxKeys) => {
  const { client } = await withSpace();
  await setVersioning(client, 'Enabled');
  const expected: string[] = [];
  for (const key of ['a', 'b/1', 'b/2', 'c', 'ن +&', '🚀']) {
    for (let n = 0; n < 3; n++) expected.push(`${key} ${await put(client, String(n), key)}`);
    expected.push(`${key} ${(await client.send(new DeleteObjectCommand({ Bucket, Key: key }))).VersionId}`);
  }
  const all = async (more: object) => {
    const found: string[] = [];
    let next: object | null = {};
    for (let pages = 0; next && pages < 100; pages++) {
      const page: Awaited<ReturnType<typeof one>> = await one({ ...more, ...next });
      for (const { Key: key, VersionId } of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]) found.push(`${key} ${VersionId}`);
      for (const { Prefix } of page.CommonPrefixes ?? []) found.push(`${Prefix}`);
      next = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker } : null;
    }
    return found.sort();
  };
  const one = (more: object) => client.send(new ListObjectVersionsCommand({ Bucket, MaxKeys, ...more }));
  expect(await all({})).toEqual(expected.toSorted());
  expect(await all({ Prefix: 'b/' })).toEqual(expected.filter((one) => one.startsWith('b/')).sort());
  expect(await all({ Delimiter: '/' })).toEqual([...expected.filter((one) => !one.startsWith('b/')), 'b/'].sort());
  expect(await rejectionCode(one({ VersionIdMarker: 'null' }))).toBe('InvalidArgument');
});

test('a list continues after a version that was deleted in the meantime', async () => {
  const { client, ids } = await withVersions();
  await remove(client, ids[1]);
  expect(await versions(client, { KeyMarker: Key, VersionIdMarker: ids[1] })).toEqual([ids[0]]);
});
