import { S3Client } from '@aws-sdk/client-s3';
import { startObjectStore } from './objects.ts';

export const MIB = 1024 ** 2;
/** The space of `withSpace`. */
export const Bucket = 'photos';

/** An object store with one space, and its owner's client. `quota` in bytes. */
export async function withSpace(quota = 100 * MIB) {
  const running = await startObjectStore();
  await running.store.createSpace(Bucket, quota);
  const key = await running.store.makeKey(Bucket);
  return { ...running, key, client: clientOf(running.url, key) };
}
export const clientOf = (endpoint: string, { accessKey, secretKey }: { accessKey: string; secretKey: string }, more = {}) =>
  new S3Client({
    endpoint,
    region: 'us-east-1',
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    maxAttempts: 1,
    ...more,
  });
/** The error code that a client receives. */
export const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'none',
    (error: Error) => error.name,
  );
export const bodyOf = async (answer: { Body?: { transformToString(): Promise<string> } | undefined }) => answer.Body?.transformToString();
