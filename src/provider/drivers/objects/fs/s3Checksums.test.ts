import { join } from 'node:path';
import {
  type ChecksumAlgorithm,
  type ChecksumType,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  GetObjectAttributesCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import Sqlite from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { damageIndex, startObjectStore } from '../../../../../tests/support/objects.ts';
import { Bucket, createS3Client, MIB, readBody, rejectionCode, send, withSpace } from '../../../../../tests/support/s3.ts';

/** Of “123456789”: the check values of the CRC catalogue, and hashes. */
const checks = {
  CRC32: 'y/Q5Jg==',
  CRC32C: '4waSgw==',
  CRC64NVME: 'rosUhgp5mIg=',
  SHA1: '98O8HYCOBHMq32eZZczDTKeuNEE=',
  SHA256: 'FeKw08M4keuw8e9gnsQZQgwg4yDOlMZfvIwzEkSOsiU=',
} as const;
const algorithms = Object.keys(checks) as (keyof typeof checks)[]; // the names above
/** Of the same length, but of another content. */
const other = (algorithm: keyof typeof checks) => checks[algorithm].replace(/^./, 'A');
const header = (algorithm: string) => `x-amz-checksum-${algorithm.toLowerCase()}`;
const field = (algorithm: string) => `Checksum${algorithm}` as const;

const readHead = async (client: S3Client, Key: string, more = {}) =>
  (await client.send(new HeadObjectCommand({ Bucket, Key, ChecksumMode: 'ENABLED', ...more }))) as unknown as Record<string, unknown>; // by name

describe.each(algorithms)('the checksum %s', (algorithm) => {
  test('is verified, stored, and returned when it is asked for', async () => {
    const space = await withSpace();
    const put = (sum: string, more: Record<string, string> = {}) =>
      send(space, 'PUT', `/${Bucket}/a`, { headers: { [header(algorithm)]: sum, ...more }, body: '123456789' });
    for (const wrong of [other(algorithm), 'bad', '', checks[algorithm].toLowerCase()]) expect((await put(wrong)).status).toBe(400);
    expect((await put(checks[algorithm], { 'x-amz-sdk-checksum-algorithm': algorithm === 'SHA1' ? 'CRC32' : 'SHA1' })).status).toBe(400);
    expect((await put(checks[algorithm], { [header(algorithm === 'SHA1' ? 'CRC32' : 'SHA1')]: 'AAAAAA==' })).status).toBe(400);
    expect(await space.store.usage(Bucket)).toEqual({ bytes: 0, objects: 0 });
    expect((await put(checks[algorithm])).headers.get(header(algorithm))).toBe(checks[algorithm]);
    const read = async (headers: Record<string, string>) =>
      (await send(space, 'GET', `/${Bucket}/a`, { headers })).headers.get(header(algorithm));
    expect(await read({ 'x-amz-checksum-mode': 'ENABLED' })).toBe(checks[algorithm]);
    expect(await read({})).toBeNull();
    expect(await read({ 'x-amz-checksum-mode': 'ENABLED', range: 'bytes=0-1' })).toBeNull();
    const [listed] = (await space.client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? [];
    expect([listed?.ChecksumAlgorithm, listed?.ChecksumType]).toEqual([[algorithm], 'FULL_OBJECT']);
  });

  test('follows the content, and isn’t another one or missing', async () => {
    const space = await withSpace();
    const put = (trailer: string, declared = header(algorithm)) =>
      send(space, 'PUT', `/${Bucket}/a`, {
        headers: {
          'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER',
          'x-amz-decoded-content-length': '9',
          'x-amz-trailer': declared,
        },
        body: `9\r\n123456789\r\n0\r\n${trailer}\r\n\r\n`,
      });
    expect((await put(`${header(algorithm)}:${other(algorithm)}`)).code).toBe('BadDigest');
    expect((await put('')).code).toBe('BadDigest');
    expect((await put(`${header(algorithm === 'SHA1' ? 'CRC32' : 'SHA1')}:AAAAAA==`)).code).toBe('MalformedTrailerError');
    expect((await put(`${header(algorithm)}:${checks[algorithm]}`, 'x-amz-checksum-sha512')).code).toBe('InvalidRequest');
    expect(await space.store.usage(Bucket)).toEqual({ bytes: 0, objects: 0 });
    expect((await put(`${header(algorithm)}:${checks[algorithm]}`)).status).toBe(200);
    expect(await readHead(space.client, 'a')).toMatchObject({ [field(algorithm)]: checks[algorithm] });
  });

  test('is computed for a copy, and kept by one', async () => {
    const { client } = await withSpace();
    await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: '123456789', ChecksumAlgorithm: 'CRC32' }));
    const copy = (Key: string, more = {}) => client.send(new CopyObjectCommand({ Bucket, Key, CopySource: `${Bucket}/a`, ...more }));
    const { CopyObjectResult } = await copy('b', { ChecksumAlgorithm: algorithm });
    expect(CopyObjectResult).toMatchObject({ [field(algorithm)]: checks[algorithm], ChecksumType: 'FULL_OBJECT' });
    expect(await readHead(client, 'b')).toMatchObject({ [field(algorithm)]: checks[algorithm] });
    await copy('c');
    expect(await readHead(client, 'c')).toMatchObject({ ChecksumCRC32: checks.CRC32 });
  });
});

describe('an upload in parts', () => {
  const pieces = [Buffer.alloc(5 * MIB, 'a'), Buffer.alloc(5 * MIB, 'b'), Buffer.from('123456789')];
  const types = algorithms.flatMap((algorithm): [ChecksumAlgorithm, ChecksumType][] => [
    ...(algorithm === 'CRC64NVME' ? [] : [[algorithm, 'COMPOSITE'] satisfies [ChecksumAlgorithm, ChecksumType]]),
    ...(algorithm.startsWith('SHA') ? [] : [[algorithm, 'FULL_OBJECT'] satisfies [ChecksumAlgorithm, ChecksumType]]),
  ]);

  test.each(types)('has a %s checksum of the type %s', async (algorithm, type) => {
    const { client, url, key } = await withSpace();
    const plain = createS3Client(url, key, { requestChecksumCalculation: 'WHEN_REQUIRED' });
    const upload = await client.send(
      new CreateMultipartUploadCommand({ Bucket, Key: 'a', ChecksumAlgorithm: algorithm, ChecksumType: type }),
    );
    expect([upload.ChecksumAlgorithm, upload.ChecksumType]).toEqual([algorithm, type]);
    const { UploadId } = upload;
    const target = { Bucket, Key: 'a', UploadId };
    const send = (PartNumber: number, Body: Buffer, more = {}, by = client) =>
      by.send(new UploadPartCommand({ ...target, PartNumber, Body, ...more })) as unknown as Promise<Record<string, string>>; // by name
    const wrong = algorithm === 'SHA1' ? 'CRC32' : 'SHA1';
    expect(await rejectionCode(send(1, Buffer.from('123456789'), { [field(wrong)]: checks[wrong] }))).toBe('InvalidRequest');
    expect(await rejectionCode(send(1, Buffer.from('123456789'), { [field(algorithm)]: other(algorithm as keyof typeof checks) }))).toBe(
      'BadDigest',
    );
    const sums: (string | undefined)[] = [];
    const parts: Record<string, unknown>[] = [];
    for (const [index, piece] of pieces.entries()) {
      // The last one without a checksum: the store computes it.
      const sent = await (index < 2 ? send(index + 1, piece, { ChecksumAlgorithm: algorithm }) : send(index + 1, piece, {}, plain));
      sums.push(sent[field(algorithm)]);
      parts.push({ PartNumber: index + 1, ETag: sent.ETag, [field(algorithm)]: sent[field(algorithm)] });
    }
    const listed = await client.send(new ListPartsCommand(target));
    expect(listed.Parts?.map((part) => (part as Record<string, unknown>)[field(algorithm)])).toEqual(sums);
    const complete = (Parts: Record<string, unknown>[], more = {}) =>
      client.send(new CompleteMultipartUploadCommand({ ...target, MultipartUpload: { Parts }, ...more }));
    const first = { ...parts[0], [field(algorithm)]: sums[1] };
    expect(await rejectionCode(complete([first, ...parts.slice(1)]))).toBe('InvalidPart');
    expect(await rejectionCode(complete(parts, { [field(algorithm)]: other(algorithm as keyof typeof checks) }))).toBe('BadDigest');
    expect(await rejectionCode(complete(parts, { ChecksumType: type === 'COMPOSITE' ? 'FULL_OBJECT' : 'COMPOSITE' }))).toBe(
      'InvalidRequest',
    );
    expect(await rejectionCode(complete(parts, { MpuObjectSize: 5 }))).toBe('InvalidRequest');
    const done = (await complete(parts, { MpuObjectSize: 10 * MIB + 9 })) as unknown as Record<string, string>; // by name
    const sum = done[field(algorithm)] ?? '';
    expect(done.ChecksumType).toBe(type);
    // Once more, as a client that has missed the answer.
    expect(await complete(parts, { [field(algorithm)]: sum })).toMatchObject({ ETag: done.ETag, [field(algorithm)]: sum });
    expect(await rejectionCode(complete(parts.slice(0, 2)))).toBe('NoSuchUpload');
    expect(await readHead(client, 'a')).toMatchObject({ [field(algorithm)]: sum, ChecksumType: type });

    const whole = await client.send(new PutObjectCommand({ Bucket, Key: 'b', Body: Buffer.concat(pieces), ChecksumAlgorithm: algorithm }));
    const ofWhole = (whole as unknown as Record<string, string>)[field(algorithm)]; // by name
    if (type === 'FULL_OBJECT') expect(sum).toBe(ofWhole);
    else expect(sum).toMatch(/^[\w+/]+=*-3$/);

    // The client verifies what it gets.
    const second = await client.send(new GetObjectCommand({ Bucket, Key: 'a', PartNumber: 2, ChecksumMode: 'ENABLED' }));
    expect([second.PartsCount, second.ContentRange, (second as unknown as Record<string, string>)[field(algorithm)]]).toEqual([
      3,
      `bytes ${5 * MIB}-${10 * MIB - 1}/${10 * MIB + 9}`,
      sums[1],
    ]);
    expect((await readBody(second))?.replaceAll('b', '')).toBe('');
    expect(await rejectionCode(client.send(new GetObjectCommand({ Bucket, Key: 'a', PartNumber: 4 })))).toBe('InvalidPartNumber');
    const about = await client.send(
      new GetObjectAttributesCommand({
        Bucket,
        Key: 'a',
        ObjectAttributes: ['Checksum', 'ObjectParts', 'ObjectSize', 'ETag'],
        MaxParts: 2,
      }),
    );
    expect(about).toMatchObject({
      ETag: done.ETag?.replaceAll('"', ''),
      ObjectSize: 10 * MIB + 9,
      Checksum: { [field(algorithm)]: sum, ChecksumType: type },
      ObjectParts: { TotalPartsCount: 3, IsTruncated: true, NextPartNumberMarker: '2' },
    });
    expect(about.ObjectParts?.Parts).toMatchObject(
      [0, 1].map((at) => ({ PartNumber: at + 1, Size: 5 * MIB, [field(algorithm)]: sums[at] })),
    );
  });

  test('copies ranges of objects, with their checksums', async () => {
    const { client, store } = await withSpace();
    await store.put(Bucket, 'source', Buffer.from('0123456789'), 'text/plain');
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'a', ChecksumAlgorithm: 'CRC32C' }));
    const target = { Bucket, Key: 'a', UploadId, PartNumber: 1 };
    const copy = (CopySourceRange?: string, key = 'source') =>
      client.send(new UploadPartCopyCommand({ ...target, CopySource: `${Bucket}/${key}`, CopySourceRange }));
    for (const range of ['1-9', 'bytes=1-', 'bytes=-3', 'bytes=5-2', 'bytes=1-2,4-5'])
      expect(await rejectionCode(copy(range))).toBe('InvalidArgument');
    expect(await rejectionCode(copy('bytes=1-10'))).toBe('InvalidRange');
    expect(await rejectionCode(copy(undefined, 'missing'))).toBe('NoSuchKey');
    const { CopyPartResult } = await copy('bytes=1-9');
    expect(CopyPartResult?.ChecksumCRC32C).toBe(checks.CRC32C);
    const Parts = [{ PartNumber: 1, ETag: CopyPartResult?.ETag, ChecksumCRC32C: checks.CRC32C }];
    await client.send(new CompleteMultipartUploadCommand({ Bucket, Key: 'a', UploadId, MultipartUpload: { Parts } }));
    expect((await store.read(Bucket, 'a', 20)).toString()).toBe('123456789');
  });

  test('can’t be started with a type that its algorithm doesn’t have', async () => {
    const { client } = await withSpace();
    const start = (ChecksumAlgorithm: ChecksumAlgorithm, ChecksumType: ChecksumType) =>
      rejectionCode(client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'a', ChecksumAlgorithm, ChecksumType })));
    expect([await start('SHA256', 'FULL_OBJECT'), await start('CRC64NVME', 'COMPOSITE')]).toEqual(['InvalidRequest', 'InvalidRequest']);
  });
});

test('checksums are part of the manifests: a rebuilt index has them', async () => {
  const { client, store, folder, key } = await withSpace();
  await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: '123456789', ChecksumAlgorithm: 'CRC64NVME' }));
  await store.close();
  damageIndex(folder, 'removed', () => 0);
  const { url, store: again } = await startObjectStore({ folder });
  await expect.poll(() => again.head(Bucket, 'a').catch(() => null)).not.toBeNull();
  expect(await readHead(createS3Client(url, key), 'a')).toMatchObject({ ChecksumCRC64NVME: checks.CRC64NVME, ChecksumType: 'FULL_OBJECT' });
});

test('an index of an earlier version, which has no checksums, gets the columns', async () => {
  const { client, store, folder, key } = await withSpace();
  await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: '123456789' }));
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key: 'b' }));
  await store.close();
  const db = new Sqlite(join(folder, 'index.sqlite'));
  for (const column of [
    'object drop column checksum',
    'object drop column upload',
    'upload drop column checksum',
    'part drop column checksum',
  ])
    db.exec(`alter table ${column}`);
  db.close();
  const { url } = await startObjectStore({ folder });
  const after = createS3Client(url, key);
  expect(await readBody(await after.send(new GetObjectCommand({ Bucket, Key: 'a' })))).toBe('123456789');
  expect((await readHead(after, 'a')).ChecksumCRC32).toBeUndefined();
  await after.send(new UploadPartCommand({ Bucket, Key: 'b', UploadId, PartNumber: 1, Body: '123456789' }));
  await after.send(new PutObjectCommand({ Bucket, Key: 'a', Body: '123456789', ChecksumAlgorithm: 'CRC32C' }));
  expect(await readHead(after, 'a')).toMatchObject({ ChecksumCRC32C: checks.CRC32C });
});
