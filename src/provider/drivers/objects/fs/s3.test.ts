import { createReadStream, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { Bucket, createS3Client, MIB, readBody, rejectionCode, withSpace } from '../../../../../tests/support/s3.ts';
import { presign } from '../sigv4.ts';

describe('the AWS client', () => {
  test('puts, gets, copies, lists and deletes, with Persian and emoji names and metadata', async () => {
    const { client } = await withSpace();
    const Key = 'عکس‌ها/نسیم 🌬️.txt';
    await client.send(
      new PutObjectCommand({
        Bucket,
        Key,
        Body: 'سلام',
        ContentType: 'text/plain',
        CacheControl: 'max-age=60',
        Metadata: { author: 'sara' },
      }),
    );
    const got = await client.send(new GetObjectCommand({ Bucket, Key }));
    expect(await readBody(got)).toBe('سلام');
    expect(got).toMatchObject({ ContentType: 'text/plain', CacheControl: 'max-age=60', Metadata: { author: 'sara' } });
    await client.send(new CopyObjectCommand({ Bucket, Key: 'copy', CopySource: `${Bucket}/${encodeURIComponent(Key)}` }));
    expect(await client.send(new HeadObjectCommand({ Bucket, Key: 'copy' }))).toMatchObject({
      Metadata: { author: 'sara' },
      ContentLength: 8,
    });
    const list = await client.send(new ListObjectsV2Command({ Bucket, Delimiter: '/' }));
    expect([list.CommonPrefixes, list.Contents?.map((one) => one.Key)]).toEqual([[{ Prefix: 'عکس‌ها/' }], ['copy']]);
    expect((await client.send(new ListObjectsCommand({ Bucket, MaxKeys: 1, EncodingType: 'url' }))).NextMarker).toBe('copy');
    await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects: [{ Key }, { Key: 'copy' }, { Key: 'never there' }] } }));
    expect((await client.send(new ListObjectsV2Command({ Bucket }))).KeyCount).toBe(0);
  });

  test('uploads in parts, reads ranges of the result, and aborts', async () => {
    const { client, store } = await withSpace();
    const Key = 'film.mp4';
    const parts = [Buffer.alloc(5 * MIB, 'a'), Buffer.alloc(5 * MIB, 'b'), Buffer.from('end')];
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key, ContentType: 'video/mp4' }));
    const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
    for (const [index, Body] of parts.entries()) {
      const { ETag } = await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: index + 1, Body }));
      Parts.push({ ETag, PartNumber: index + 1 });
    }
    expect((await client.send(new ListPartsCommand({ Bucket, Key, UploadId }))).Parts).toHaveLength(3);
    const [small, order] = [[Parts[2], Parts[1]].map((part, index) => ({ ...part, PartNumber: index + 1 })), [...Parts].reverse()];
    const complete = (input: { ETag?: string | undefined; PartNumber: number }[]) =>
      client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts: input } }));
    expect([await rejectionCode(complete(small)), await rejectionCode(complete(order))]).toEqual(['InvalidPart', 'InvalidPartOrder']);
    expect((await complete(Parts)).ETag).toMatch(/^"[0-9a-f]{32}-3"$/);
    const range = async (Range: string) => readBody(await client.send(new GetObjectCommand({ Bucket, Key, Range })));
    expect(await range(`bytes=${5 * MIB - 2}-${5 * MIB + 1}`)).toBe('aabb');
    expect(await range('bytes=-4')).toBe('bend');
    expect(await range(`bytes=${10 * MIB}-`)).toBe('end');
    expect(await rejectionCode(range(`bytes=${11 * MIB}-`))).toBe('InvalidRange');
    const other = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'other' }));
    await client.send(new UploadPartCommand({ Bucket, Key: 'other', UploadId: other.UploadId, PartNumber: 1, Body: 'x' }));
    await client.send(new AbortMultipartUploadCommand({ Bucket, Key: 'other', UploadId: other.UploadId }));
    expect(await store.usage(Bucket)).toEqual({ bytes: 10 * MIB + 3, objects: 1 });
  });

  test('sends a file as a stream', async () => {
    const { client, folder } = await withSpace();
    const file = join(folder, 'file');
    writeFileSync(file, 'x'.repeat(300_000));
    await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: createReadStream(file) }));
    expect(await readBody(await client.send(new GetObjectCommand({ Bucket, Key: 'a' })))).toBe('x'.repeat(300_000));
  });

  test('is refused with a wrong secret, an unknown key, and in another customer’s space', async () => {
    const { client, url, key, store } = await withSpace();
    await store.createSpace('theirs', MIB);
    const theirs = await store.makeKey('theirs');
    const put = (one: S3Client, space = Bucket) => rejectionCode(one.send(new PutObjectCommand({ Bucket: space, Key: 'a', Body: 'a' })));
    expect(await put(createS3Client(url, { ...key, secretKey: `${key.secretKey}x` }))).toBe('SignatureDoesNotMatch');
    expect(await put(createS3Client(url, { ...key, accessKey: 'NOBODY' }))).toBe('InvalidAccessKeyId');
    expect(await put(client, 'theirs')).toBe('AccessDenied');
    expect(await put(client, 'nowhere')).toBe('AccessDenied');
    expect(await rejectionCode(client.send(new CopyObjectCommand({ Bucket, Key: 'a', CopySource: 'theirs/a' })))).toBe('AccessDenied');
    expect(await put(createS3Client(url, theirs))).toBe('AccessDenied');
    expect(await put(client)).toBe('none');
    await store.makeKey(Bucket);
    expect(await put(client)).toBe('InvalidAccessKeyId');
    expect(await store.usage('theirs')).toEqual({ bytes: 0, objects: 0 });
  });

  test('corrects its clock by the response if it is off by more than 15 minutes', async () => {
    const { url, key, clock } = await withSpace();
    const put = (client: S3Client) => rejectionCode(client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'a' })));
    for (const ahead of [-24, 24].map((hours) => hours * 3_600_000)) {
      clock.ahead = ahead;
      expect(await put(createS3Client(url, key))).toBe('RequestTimeTooSkewed');
      expect(await put(createS3Client(url, key, { maxAttempts: 2 }))).toBe('none');
    }
  });

  test('never gets an earlier time for a newer version when the clock of the store is set back', async () => {
    const { url, key, store, clock } = await withSpace();
    clock.ahead = 86_400_000;
    const first = await store.put(Bucket, 'a', Buffer.from('1'), 'text/plain');
    clock.ahead = 0;
    await createS3Client(url, key).send(new PutObjectCommand({ Bucket, Key: 'a', Body: '2' }));
    expect((await store.head(Bucket, 'a'))?.modified).toBe(first.modified);
  });

  test('can use the full size of a space, but not more', async () => {
    const { client, store } = await withSpace(10);
    const put = (Key: string, Body: string) => rejectionCode(client.send(new PutObjectCommand({ Bucket, Key, Body })));
    expect([await put('a', '12345678'), await put('b', '123'), await put('a', '1234567890')]).toEqual(['none', 'QuotaExceeded', 'none']);
    expect(await store.usage(Bucket)).toEqual({ bytes: 10, objects: 1 });
  });

  test('writes conditionally, and gets a response that nothing has changed', async () => {
    const { client } = await withSpace();
    const put = (Body: string, more: object = {}) => client.send(new PutObjectCommand({ Bucket, Key: 'a', Body, ...more }));
    const { ETag } = await put('1', { IfNoneMatch: '*' });
    expect(await rejectionCode(put('2', { IfNoneMatch: '*' }))).toBe('PreconditionFailed');
    await put('2', { IfMatch: ETag });
    expect(await rejectionCode(put('3', { IfMatch: ETag }))).toBe('PreconditionFailed');
    const read = (more: object) => client.send(new GetObjectCommand({ Bucket, Key: 'a', ...more }));
    expect(await rejectionCode(read({ IfMatch: ETag }))).toBe('PreconditionFailed');
    expect(await readBody(await read({ IfNoneMatch: ETag }))).toBe('2');
    const { ETag: current } = await client.send(new HeadObjectCommand({ Bucket, Key: 'a' }));
    const answer = await read({ IfNoneMatch: current }).catch((error: { $metadata: { httpStatusCode: number } }) => error.$metadata);
    expect(answer).toMatchObject({ httpStatusCode: 304 });
  });

  test('can also access a space by its hostname below the store’s', async () => {
    const { url, key, client } = await withSpace();
    await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'hello' }));
    const host = `${Bucket}.localhost:${new URL(url).port}`;
    const query = presign({ method: 'GET', path: '/a', host, query: [], expiresIn: 60, now: Date.now() }, key, 'us-east-1');
    const status = await new Promise((resolve) => get(`${url}/a?${query}`, { headers: { host } }, ({ statusCode }) => resolve(statusCode)));
    expect(status).toBe(200);
  });
});
