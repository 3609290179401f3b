import { GetObjectCommand, HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { Bucket, bodyOf, codeOf, withSpace } from '../../../../../tests/support/s3.ts';
import { presign } from '../sigv4.ts';

describe('the AWS client', () => {
  test('writes conditionally, and gets a response that nothing has changed', async () => {
    const { client } = await withSpace();
    const put = (Body: string, more: object = {}) => client.send(new PutObjectCommand({ Bucket, Key: 'a', Body, ...more }));
    const { ETag } = await put('1', { IfNoneMatch: '*' });
    expect(await codeOf(put('2', { IfNoneMatch: '*' }))).toBe('PreconditionFailed');
    await put('2', { IfMatch: ETag });
    expect(await codeOf(put('3', { IfMatch: ETag }))).toBe('PreconditionFailed');
    const get = (more: object) => client.send(new GetObjectCommand({ Bucket, Key: 'a', ...more }));
    expect(await codeOf(get({ IfMatch: ETag }))).toBe('PreconditionFailed');
    expect(await bodyOf(await get({ IfNoneMatch: ETag }))).toBe('2');
    const { ETag: current } = await client.send(new HeadObjectCommand({ Bucket, Key: 'a' }));
    const answer = await get({ IfNoneMatch: current }).catch((error: { $metadata: { httpStatusCode: number } }) => error.$metadata);
    expect(answer).toMatchObject({ httpStatusCode: 304 });
  });

  test('can also access a space by its hostname below the store’s', async () => {
    const { url, key, client } = await withSpace();
    await client.send(new PutObjectCommand({ Bucket, Key: 'a', Body: 'hello' }));
    const host = `${Bucket}.localhost:${new URL(url).port}`;
    const query = presign({ method: 'GET', path: '/a', host, query: [], expiresIn: 60, now: Date.now() }, key, 'us-east-1');
    const http = await import('node:http');
    const status = await new Promise((resolve) =>
      http.get(`${url}/a?${query}`, { headers: { host } }, ({ statusCode }) => resolve(statusCode)),
    );
    expect(status).toBe(200);
  });
});
