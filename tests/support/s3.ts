import { S3Client } from '@aws-sdk/client-s3';
import { ALGORITHM, amzDate, canonicalQuery, scopeText, sha256, sign } from '../../src/provider/drivers/objects/sigv4.ts';
import { startObjectStore } from './objects.ts';

export const MIB = 1024 ** 2;
/** The space of `withSpace`. */
export const Bucket = 'photos';

/** An object store with one space, and its owner's client. `quota` in bytes. */
export async function withSpace(quota = 100 * MIB) {
  const running = await startObjectStore();
  await running.store.createSpace(Bucket, quota);
  const key = await running.store.makeKey(Bucket);
  return { ...running, key, client: createS3Client(running.url, key) };
}
export const createS3Client = (endpoint: string, { accessKey, secretKey }: { accessKey: string; secretKey: string }, more = {}) =>
  new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    maxAttempts: 1,
    ...more,
  });
/** The error code that a client receives. */
export const rejectionCode = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: Error) => error.name,
  );
export const readBody = async (answer: { Body?: { transformToString(): Promise<string> } | undefined }) => answer.Body?.transformToString();

/** A request as the AWS client signs it, with headers and a body of any kind. */
export async function send(
  { url, key }: { url: string; key: { accessKey: string; secretKey: string } },
  method: string,
  path: string,
  {
    query = [],
    headers = {},
    body = '',
  }: { query?: readonly (readonly [string, string])[]; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; code: string | undefined; text: string; headers: Headers }> {
  const time = amzDate(Date.now());
  const scope = { date: time.slice(0, 8), region: 'us-east-1' };
  const all = { host: new URL(url).host, 'x-amz-date': time, 'x-amz-content-sha256': sha256(body), ...headers };
  const signedHeaders = Object.keys(all).sort();
  const signable = { method, path, query, headers: all, signedHeaders, payloadHash: all['x-amz-content-sha256'] };
  const { signature } = sign(signable, key.secretKey, time, scope);
  const credential = `${key.accessKey}/${scopeText(scope)}`;
  const authorization = `${ALGORITHM} Credential=${credential}, SignedHeaders=${signedHeaders.join(';')}, Signature=${signature}`;
  const { host: _host, ...sent } = all;
  const answer = await fetch(`${url}${path}${query.length > 0 ? `?${canonicalQuery(query)}` : ''}`, {
    method,
    headers: { ...sent, authorization },
    ...(method !== 'GET' && method !== 'HEAD' && { body }),
  });
  const text = await answer.text();
  return { status: answer.status, code: /<Code>(\w+)</.exec(text)?.[1], text, headers: answer.headers };
}
