import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { GetObjectCommand, PutBucketCorsCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { type RunningStore, rootKey } from '../../../../../tests/support/objects.ts';
import { Bucket, MIB, withSpace } from '../../../../../tests/support/s3.ts';
import { amzDate, ChunkSigner, presign, sha256, sign } from '../sigv4.ts';
import { RecoveringObjects } from './recovery.ts';

describe('a presigned URL', () => {
  const signed = ({ url, key }: { url: string; key: typeof rootKey }, method: string, expiresIn = 60) => {
    const path = `/${Bucket}/a.html`;
    return `${url}${path}?${presign({ method, path, host: new URL(url).host, query: [], expiresIn, now: Date.now() }, key, 'us-east-1')}`;
  };

  test('writes and reads until it expires, and only with its method', async () => {
    const space = await withSpace();
    expect((await fetch(signed(space, 'PUT'), { method: 'PUT', body: 'hello' })).status).toBe(200);
    expect(await (await fetch(signed(space, 'GET'))).text()).toBe('hello');
    expect((await fetch(signed(space, 'GET'), { method: 'DELETE' })).status).toBe(403);
    const link = signed(space, 'GET');
    space.clock.ahead = 61_000;
    const late = await fetch(link);
    expect([late.status, await late.text()]).toEqual([
      403,
      expect.stringContaining('<Code>AccessDenied</Code><Message>Request has expired'),
    ]);
    space.clock.ahead = 0;
    for (const seconds of [0, -7]) expect(await (await fetch(signed(space, 'GET', seconds))).text()).toContain('Request has expired');
    for (const seconds of [7 * 86_400 + 1, Number.NaN])
      expect(await (await fetch(signed(space, 'GET', seconds))).text()).toContain('AuthorizationQueryParametersError');
  });

  test('serves a customer’s page without running it, and to other sites only if the space allows it', async () => {
    const space = await withSpace();
    await fetch(signed(space, 'PUT'), { method: 'PUT', body: '<script>1</script>', headers: { 'content-type': 'text/html' } });
    const { headers } = await fetch(signed(space, 'GET'), { headers: { origin: 'https://other.example' } });
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect([headers.get('x-content-type-options'), headers.get('access-control-allow-origin')]).toEqual(['nosniff', null]);
    const panel = await fetch(signed(space, 'GET'), { headers: { origin: 'http://127.0.0.1:4321' } });
    expect(panel.headers.get('access-control-allow-origin')).toBe('http://127.0.0.1:4321');
    const rules = {
      CORSRules: [{ AllowedOrigins: ['https://*.example'], AllowedMethods: ['GET'], AllowedHeaders: ['range'], MaxAgeSeconds: 5 }],
    };
    await space.client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: rules }));
    const send = (method: string, header = 'range') =>
      fetch(`${space.url}/${Bucket}/a.html`, {
        method: 'OPTIONS',
        headers: { origin: 'https://other.example', 'access-control-request-method': method, 'access-control-request-headers': header },
      });
    expect([(await send('GET')).status, (await send('PUT')).status, (await send('GET', 'x-other')).status]).toEqual([200, 403, 403]);
  });
});

describe('on the wire', () => {
  const raw = async ({ url }: RunningStore, method: string, path: string, headers: Record<string, string> = {}, body?: string) => {
    const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) });
    return [answer.status, /<Code>(\w+)</.exec(await answer.text())?.[1]];
  };
  test('unsupported requests are refused, never misinterpreted', async () => {
    const space = await withSpace();
    const send = async (method: string, query: readonly [string, string][], path = `/${Bucket}`) => {
      const options = { method, path, host: new URL(space.url).host, query, expiresIn: 60, now: Date.now() };
      return raw(space, method, `${path}?${presign(options, rootKey, 'us-east-1')}`);
    };
    expect(await send('PUT', [['tagging', '']], '/new-space')).toEqual([501, 'NotImplemented']);
    expect(await send('PUT', [['tagging', '']])).toEqual([501, 'NotImplemented']);
    expect(await send('PUT', [], '/Bad_Name')).toEqual([400, 'InvalidBucketName']);
    expect(await send('GET', [['max-keys', 'many']])).toEqual([400, 'InvalidArgument']);
    expect(await raw(space, 'GET', `/${Bucket}`)).toEqual([403, 'AccessDenied']);
    expect(await raw(space, 'GET', `/${Bucket}`, { authorization: '' })).toEqual([403, 'AccessDenied']);
    expect(await raw(space, 'GET', `/${Bucket}`, { authorization: 'Bearer key' })).toEqual([400, 'AuthorizationHeaderMalformed']);
    // Signature version 2.
    expect(await raw(space, 'GET', `/${Bucket}`, { authorization: 'AWS key:signature' })).toEqual([400, 'InvalidRequest']);
    expect(await raw(space, 'GET', `/${Bucket}/a?AWSAccessKeyId=key&Expires=9999999999&Signature=x`)).toEqual([400, 'InvalidRequest']);
    expect(await raw(space, 'GET', `/${Bucket}/%ff`)).toEqual([400, 'InvalidURI']);
    expect(space.faults).toEqual([]);
  });

  /** Puts an object with a signature of the current time. @param encoding in which header values are signed */
  const putSigned = (
    { url, key }: Awaited<ReturnType<typeof withSpace>>,
    more: (now: number) => Record<string, string>,
    encoding: 'latin1' | 'utf8' = 'latin1',
  ) => {
    const now = Date.now();
    const time = amzDate(now);
    const scope = { date: time.slice(0, 8), region: 'us-east-1' };
    const headers: Record<string, string> = { host: new URL(url).host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...more(now) };
    const names = Object.keys(headers).sort();
    const signable = { method: 'PUT', path: `/${Bucket}/a`, query: [], headers, signedHeaders: names, payloadHash: 'UNSIGNED-PAYLOAD' };
    const { signature } = sign(signable, key.secretKey, time, scope, encoding);
    const credential = `${key.accessKey}/${scope.date}/us-east-1/s3/aws4_request`;
    const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
    return new Promise<number | undefined>((resolve, reject) => {
      const put = request(`${url}/${Bucket}/a`, { method: 'PUT', headers: { ...headers, authorization } });
      put.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', reject);
      // Node writes headers in Latin-1 only before a buffer.
      put.end(Buffer.from('hello'));
    });
  };

  test('takes the time of a request from x-amz-date or Date, in the form of ISO 8601 or HTTP', async () => {
    const space = await withSpace();
    const http = (now: number) => new Date(now).toUTCString();
    expect(await putSigned(space, (now) => ({ 'x-amz-date': amzDate(now) }))).toBe(200);
    expect(await putSigned(space, (now) => ({ 'x-amz-date': http(now) }))).toBe(200);
    expect(await putSigned(space, (now) => ({ date: http(now) }))).toBe(200);
    expect(await putSigned(space, (now) => ({ date: 'yesterday', 'x-amz-date': amzDate(now) }))).toBe(200);
    expect(await putSigned(space, (now) => ({ date: http(now - 3_600_000) }))).toBe(403);
    expect(await putSigned(space, () => ({ date: 'today' }))).toBe(403);
    expect(await putSigned(space, () => ({}))).toBe(403);
  });

  test('stores metadata in Latin-1, whether a client signs it so or in UTF-8', async () => {
    const space = await withSpace();
    for (const encoding of ['latin1', 'utf8'] as const) {
      const more = (now: number) => ({ 'x-amz-date': amzDate(now), 'x-amz-meta-author': `José in ${encoding}` });
      expect(await putSigned(space, more, encoding)).toBe(200);
      const { Metadata } = await space.client.send(new GetObjectCommand({ Bucket, Key: 'a' }));
      expect(Metadata?.author).toBe(`José in ${encoding}`);
    }
  });

  /** Puts an object whose body is created with the signer of its chunks. */
  const put = (space: Awaited<ReturnType<typeof withSpace>>, more: Record<string, string>, body: (signer: ChunkSigner) => string) => {
    const time = amzDate(Date.now());
    const scope = { date: time.slice(0, 8), region: 'us-east-1' };
    const { host } = new URL(space.url);
    const headers: Record<string, string> = { host, 'x-amz-date': time, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', ...more };
    const signedHeaders = Object.keys(headers).sort();
    const path = `/${Bucket}/a`;
    const payloadHash = headers['x-amz-content-sha256'] ?? '';
    const signable = { method: 'PUT', path, query: [], headers, signedHeaders, payloadHash };
    const { signature, key } = sign(signable, space.key.secretKey, time, scope);
    const credential = `${space.key.accessKey}/${scope.date}/us-east-1/s3/aws4_request`;
    const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`;
    const { host: _host, ...sent } = headers;
    return raw(space, 'PUT', path, { ...sent, authorization }, body(new ChunkSigner(key, time, scope, signature)));
  };
  const chunksOf = (signer: ChunkSigner, ...chunks: string[]) =>
    [...chunks, ''].map((chunk) => {
      const signature = signer.next(createHash('sha256').update(chunk));
      return `${chunk.length.toString(16)};chunk-signature=${signature}\r\n${chunk}${chunk && '\r\n'}`;
    });
  const streamed = (kind: string) => ({ 'x-amz-content-sha256': kind, 'x-amz-decoded-content-length': '11' });
  const crc = (text: string) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(crc32(text));
    return bytes.toString('base64');
  };

  test('accepts signed chunks, with a trailer or without, and unsigned chunks', async () => {
    const space = await withSpace();
    const read = async () => (await space.store.read(Bucket, 'a', 100)).toString();
    const trailer = { 'x-amz-trailer': 'x-amz-checksum-crc32' };
    const plain = await put(
      space,
      streamed('STREAMING-AWS4-HMAC-SHA256-PAYLOAD'),
      (signer) => `${chunksOf(signer, 'hello ', 'world').join('')}\r\n`,
    );
    expect([plain, await read()]).toEqual([[200, undefined], 'hello world']);
    const signed = await put(space, { ...streamed('STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER'), ...trailer }, (signer) => {
      const line = `x-amz-checksum-crc32:${crc('hello peace')}`;
      const chunks = chunksOf(signer, 'hello peace').join('');
      return `${chunks}${line}\r\nx-amz-trailer-signature:${signer.trailer(`${line}\n`)}\r\n\r\n`;
    });
    expect([signed, await read()]).toEqual([[200, undefined], 'hello peace']);
    const unsigned = (sum: string) =>
      put(
        space,
        { ...streamed('STREAMING-UNSIGNED-PAYLOAD-TRAILER'), ...trailer },
        () => `b\r\nhello again\r\n0\r\nx-amz-checksum-crc32:${sum}\r\n\r\n`,
      );
    expect([await unsigned(crc('other')), await read()]).toEqual([[400, 'BadDigest'], 'hello peace']);
    expect([await unsigned(crc('hello again')), await read()]).toEqual([[200, undefined], 'hello again']);
  });

  test('a way of signing the body that doesn’t exist is refused', async () => {
    const space = await withSpace();
    const signed = 'STREAMING-AWS4-HMAC-SHA256-PAYLOAD';
    const ecdsa = 'STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD';
    for (const kind of [`${signed}-X`, `${signed}-X-TRAILER`, signed.toLowerCase(), ecdsa, 'STREAMING-UNSIGNED-PAYLOAD', 'unsigned'])
      expect([kind, await put(space, streamed(kind), (signer) => `${chunksOf(signer, 'hello world').join('')}\r\n`)]).toEqual([
        kind,
        [400, 'InvalidArgument'],
      ]);
    expect(space.faults).toEqual([]);
    expect(await space.store.read(Bucket, 'a', 100).catch(() => null)).toBeNull();
  });

  test('a body that doesn’t match its signature leaves no file', async () => {
    const space = await withSpace();
    const send = (more: Record<string, string>) => put(space, more, () => 'hello');
    expect(await send({ 'x-amz-content-sha256': sha256('other') })).toEqual([400, 'XAmzContentSHA256Mismatch']);
    expect(await send({ 'content-md5': 'XUFAKrxLKna5cZ2REBfFkh==' })).toEqual([400, 'BadDigest']);
    expect(await send({ 'x-amz-checksum-crc32': 'AAAAAA==' })).toEqual([400, 'BadDigest']);
    const kind = streamed('STREAMING-AWS4-HMAC-SHA256-PAYLOAD');
    const forged = put(space, kind, (signer) => `${chunksOf(signer, 'hello ', 'world').join('').replace('world', 'w0rld')}\r\n`);
    expect(await forged).toEqual([403, 'SignatureDoesNotMatch']);
    const short = put(
      space,
      { ...kind, 'x-amz-decoded-content-length': '12' },
      (signer) => `${chunksOf(signer, 'hello ', 'world').join('')}\r\n`,
    );
    expect(await short).toEqual([400, 'IncompleteBody']);
    expect(await put(space, kind, () => 'no chunks at all')).toEqual([400, 'IncompleteBody']);
    expect(await space.store.usage(Bucket)).toEqual({ bytes: 0, objects: 0 });
    expect(storedFiles(space.folder)).toEqual([]);
  });
});

const storedFiles = (folder: string) =>
  readdirSync(join(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes('blobs'))
    .map(({ name }) => name);

test('incomplete writes of a crashed process are deleted a day later, and objects aren’t affected', async () => {
  const { store, folder, client } = await withSpace();
  await client.send(new PutObjectCommand({ Bucket, Key: 'kept', Body: 'kept' }));
  const clock = { now: Date.now() };
  const log = { info() {}, warn() {}, error() {} };
  const crashed = new RecoveringObjects({ folder, durable: false, clock: () => clock.now, sealingKey: Buffer.alloc(32), log });
  const { catalog, objects } = crashed;
  catalog.addLoose('aborted', clock.now);
  mkdirSync(join(folder, 'blobs', 'ab'), { recursive: true });
  writeFileSync(join(folder, 'blobs', 'ab', 'aborted'), 'half');
  await objects.sweep();
  expect(storedFiles(folder)).toContain('aborted');
  clock.now += 86_400_001;
  await objects.sweep();
  crashed.close();
  expect(storedFiles(folder)).toHaveLength(1);
  expect((await store.read(Bucket, 'kept', 10)).toString()).toBe('kept');
});

test('a read completes although the object is replaced and deleted in the meantime', async () => {
  const { store, client, folder } = await withSpace();
  await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: Buffer.alloc(8 * MIB, 'a') }));
  const reading = await client.send(new GetObjectCommand({ Bucket, Key: 'a' }));
  await store.put(Bucket, 'a', Buffer.from('new'), 'text/plain');
  await store.remove(Bucket, ['a']);
  const bytes = await reading.Body?.transformToByteArray();
  expect(bytes?.every((byte) => byte === 97)).toBe(true);
  expect(bytes).toHaveLength(8 * MIB);
  await expect.poll(() => storedFiles(folder)).toEqual([]);
});
