import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteBucketEncryptionCommand,
  GetBucketEncryptionCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutBucketEncryptionCommand,
  PutObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { damageIndex, startObjectStore } from '../../../../../tests/support/objects.ts';
import { Bucket, createS3Client, MIB, rejectionCode, send, withSpace } from '../../../../../tests/support/s3.ts';

const sealingKey = (key: Buffer) => ({
  SSECustomerAlgorithm: 'AES256',
  SSECustomerKey: key.toString('base64'),
  SSECustomerKeyMD5: createHash('md5').update(key).digest('base64'),
});
const [own, foreign] = [sealingKey(randomBytes(32)), sealingKey(randomBytes(32))];
const asSource = (key: typeof own) => ({
  CopySourceSSECustomerAlgorithm: key.SSECustomerAlgorithm,
  CopySourceSSECustomerKey: key.SSECustomerKey,
  CopySourceSSECustomerKeyMD5: key.SSECustomerKeyMD5,
});
const SECRET = 'the secret content of a customer. ';
/** More than two chunks, and not a whole number of them. */
const content = Buffer.from(SECRET.repeat(5_000));

/** Every byte that the store has written: contents, index and manifests. */
const onDisk = (folder: string): Buffer =>
  Buffer.concat(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
  );

describe.each([
  ['SSE-S3', { ServerSideEncryption: 'AES256' }, {}],
  ['SSE-C', own, own],
] as const)('an object with %s', (_name, write, read) => {
  test('is encrypted on the disk, and read whole and in ranges, also after its index was rebuilt', async () => {
    const { client, folder, store, key } = await withSpace();
    const put = await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: content, ...write }));
    expect(put).toMatchObject('ServerSideEncryption' in write ? write : { SSECustomerKeyMD5: own.SSECustomerKeyMD5 });
    await client.send(new PutObjectCommand({ Bucket, Key: 'empty', Body: '', ...write }));
    const check = async (one: typeof client, Key = 'a') => {
      const whole = await one.send(new GetObjectCommand({ Bucket, Key, ...read }));
      expect(Buffer.from((await whole.Body?.transformToByteArray()) ?? []).equals(content)).toBe(true);
      for (const [start, end] of [
        [0, 0],
        [65_535, 65_536],
        [65_536, 131_071],
        [10, 160_000],
        [content.length - 1, content.length - 1],
      ] as const) {
        const part = await one.send(new GetObjectCommand({ Bucket, Key, Range: `bytes=${start}-${end}`, ...read }));
        expect(await part.Body?.transformToString()).toBe(content.subarray(start, end + 1).toString());
      }
    };
    await check(client);
    expect((await client.send(new HeadObjectCommand({ Bucket, Key: 'empty', ...read }))).ContentLength).toBe(0);
    expect(await (await client.send(new GetObjectCommand({ Bucket, Key: 'empty', ...read }))).Body?.transformToString()).toBe('');
    expect((await client.send(new ListObjectsV2Command({ Bucket, Prefix: 'a' }))).Contents?.[0]?.Size).toBe(content.length);
    expect((await store.usage(Bucket)).bytes).toBe(content.length);
    await store.copy(Bucket, 'a', 'renamed');
    await check(client, 'renamed');
    await store.close();
    const bytes = onDisk(folder);
    for (const secret of [
      SECRET,
      own.SSECustomerKey,
      Buffer.from(own.SSECustomerKey, 'base64'),
      createHash('md5').update(content).digest('hex'),
    ])
      expect([secret, 'SSECustomerKey' in write && bytes.includes(secret)]).toEqual([secret, false]);
    expect(bytes.includes(SECRET)).toBe(false);
    damageIndex(folder, 'removed', () => 0);
    const { url, store: again } = await startObjectStore({ folder });
    await expect.poll(() => again.head(Bucket, 'a').catch(() => null)).not.toBeNull();
    await check(createS3Client(url, key));
  });

  test('is uploaded in parts, and copied', async () => {
    const { client, folder } = await withSpace();
    await client.send(new PutObjectCommand({ Bucket, Key: 'plain', Body: content }));
    await client.send(new PutObjectCommand({ Bucket, Key: 'theirs', Body: content, ...foreign }));
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'a', ...write }));
    const target = { Bucket, Key: 'a', UploadId };
    const first = Buffer.alloc(5 * MIB + 3, SECRET);
    const sent = await client.send(new UploadPartCommand({ ...target, PartNumber: 1, Body: first, ...read }));
    const copied = await client.send(
      new UploadPartCopyCommand({ ...target, PartNumber: 2, CopySource: `${Bucket}/theirs`, ...asSource(foreign), ...read }),
    );
    if (read === own) {
      expect(await rejectionCode(client.send(new UploadPartCommand({ ...target, PartNumber: 3, Body: 'x' })))).toBe('InvalidRequest');
      expect(await rejectionCode(client.send(new UploadPartCommand({ ...target, PartNumber: 3, Body: 'x', ...foreign })))).toBe(
        'InvalidRequest',
      );
    }
    const again = await client.send(new UploadPartCommand({ ...target, PartNumber: 1, Body: first, ...read }));
    expect(again.ETag).toBe(sent.ETag);
    const Parts = [sent, copied.CopyPartResult].map((one, index) => ({ PartNumber: index + 1, ETag: one?.ETag }));
    // The parts have checksums, which the client sends by itself.
    if (read === own)
      expect(await rejectionCode(client.send(new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts } })))).toBe(
        'InvalidRequest',
      );
    await client.send(new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts }, ...read }));
    const whole = Buffer.concat([first, content]);
    const bytesOf = async (Key: string, more = {}) =>
      Buffer.from((await (await client.send(new GetObjectCommand({ Bucket, Key, ...more }))).Body?.transformToByteArray()) ?? []);
    expect((await bytesOf('a', read)).equals(whole)).toBe(true);
    const copy = (from: string, Key: string, more: object) =>
      client.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/${from}`, ...more }));
    const source = read === own ? asSource(own) : {};
    await copy('plain', 'b', write);
    expect((await bytesOf('b', read)).equals(content)).toBe(true);
    await copy('a', 'c', { ...source, ...foreign });
    expect((await bytesOf('c', foreign)).equals(whole)).toBe(true);
    await copy('a', 'd', { ...source, ServerSideEncryption: 'AES256' });
    expect((await bytesOf('d')).equals(whole)).toBe(true);
    await copy('a', 'a', { ...source, ...foreign });
    expect((await bytesOf('a', foreign)).equals(whole)).toBe(true);
    for (const Key of ['plain', 'b', 'c', 'd', 'a', 'theirs']) await rejectionCode(copy(Key, Key, {}));
    await client.send(new PutObjectCommand({ Bucket, Key: 'plain', Body: 'gone' }));
    await expect.poll(() => onDisk(join(folder, 'blobs')).includes(SECRET)).toBe(false);
  });
});

test('the client’s key is needed, and must be the right one', async () => {
  const space = await withSpace();
  const { client, store } = space;
  await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: content, ...own }));
  await client.send(new PutObjectCommand({ Bucket, Key: 'plain', Body: content }));
  const get = (more: object, Key = 'a') => rejectionCode(client.send(new GetObjectCommand({ Bucket, Key, ...more })));
  expect([await get({}), await get(foreign), await get(own), await get(own, 'plain')]).toEqual([
    'InvalidRequest',
    'InvalidRequest',
    'none',
    'InvalidRequest',
  ]);
  const head = async (headers: Record<string, string>) => (await send(space, 'HEAD', `/${Bucket}/a`, { headers })).status;
  expect(await head({})).toBe(400);
  const customer = 'x-amz-server-side-encryption-customer-';
  const all: Record<string, string> = {
    [`${customer}algorithm`]: 'AES256',
    [`${customer}key`]: own.SSECustomerKey,
    [`${customer}key-md5`]: own.SSECustomerKeyMD5,
  };
  expect(await head(all)).toBe(200);
  const before = await store.usage(Bucket);
  for (const wrong of [
    { [`${customer}algorithm`]: 'AES128' },
    { [`${customer}key`]: 'c2hvcnQ=' },
    { [`${customer}key-md5`]: foreign.SSECustomerKeyMD5 },
    { 'x-amz-server-side-encryption': 'AES256' },
  ])
    expect((await send(space, 'PUT', `/${Bucket}/b`, { headers: { ...all, ...wrong }, body: 'x' })).code).toBe('InvalidArgument');
  for (const name of Object.keys(all)) {
    const { [name]: _one, ...others } = all;
    expect((await send(space, 'PUT', `/${Bucket}/b`, { headers: others, body: 'x' })).code).toBe('InvalidArgument');
  }
  const copy = (more: object) =>
    rejectionCode(client.send(new CopyObjectCommand({ Bucket, Key: 'b', CopySource: `${Bucket}/a`, ...more })));
  expect([await copy({}), await copy(asSource(foreign))]).toEqual(['InvalidRequest', 'InvalidRequest']);
  expect(await store.usage(Bucket)).toEqual(before);
  await expect(store.read(Bucket, 'a', 10)).rejects.toMatchObject({ fault: 'encrypted' });
  await expect(store.link(Bucket, 'a', { expiresIn: 60 })).rejects.toMatchObject({ fault: 'encrypted' });
});

test('a space can encrypt everything that is stored in it', async () => {
  const { client, store, folder } = await withSpace();
  const configuration = { Rules: [{ ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' as const } }] };
  expect(await rejectionCode(client.send(new GetBucketEncryptionCommand({ Bucket })))).toBe(
    'ServerSideEncryptionConfigurationNotFoundError',
  );
  await client.send(new PutObjectCommand({ Bucket, Key: 'before', Body: content }));
  await client.send(new PutBucketEncryptionCommand({ Bucket, ServerSideEncryptionConfiguration: configuration }));
  const { ServerSideEncryptionConfiguration: found } = await client.send(new GetBucketEncryptionCommand({ Bucket }));
  expect(found).toMatchObject(configuration);
  await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: content }));
  await client.send(new CopyObjectCommand({ Bucket, Key: 'b', CopySource: `${Bucket}/before` }));
  // Also through the panel.
  await store.put(Bucket, 'c', content, 'text/plain');
  const id = await store.startUpload(Bucket, 'd', 'text/plain');
  await store.putPart(Bucket, 'd', id, 1, content);
  await store.completeUpload(Bucket, 'd', id, 1);
  await store.copy(Bucket, 'before', 'e');
  await store.remove(Bucket, ['before']);
  for (const Key of ['a', 'b', 'c', 'd', 'e']) {
    expect([Key, (await client.send(new HeadObjectCommand({ Bucket, Key }))).ServerSideEncryption]).toEqual([Key, 'AES256']);
    expect((await store.read(Bucket, Key, content.length)).equals(content)).toBe(true);
  }
  await expect.poll(() => onDisk(join(folder, 'blobs')).includes(SECRET)).toBe(false);
  await client.send(new DeleteBucketEncryptionCommand({ Bucket }));
  await client.send(new PutObjectCommand({ Bucket, Key: 'after', Body: content }));
  expect((await client.send(new HeadObjectCommand({ Bucket, Key: 'after' }))).ServerSideEncryption).toBeUndefined();
});

test('a changed file is not sent as the content', async () => {
  const { client, folder } = await withSpace();
  await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: content, ServerSideEncryption: 'AES256' }));
  const [file] = readdirSync(join(folder, 'blobs'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const path = join(file?.parentPath ?? '', file?.name ?? '');
  expect(statSync(path).size).toBe(content.length + 3 * 16);
  const bytes = readFileSync(path);
  bytes[70_000] = (bytes[70_000] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const read = client.send(new GetObjectCommand({ Bucket, Key: 'a' })).then(({ Body }) => Body?.transformToString());
  await expect(read).rejects.toThrow();
});
