import { createHash, createHmac } from 'node:crypto';
import type { Written } from './blobs.ts';
import type { Sealing } from './sealing.ts';

/** The ETag of a multipart object: the MD5 of those of its parts, and their number. */
export function joinedEtag(parts: readonly { etag: string }[]): string {
  const hash = createHash('md5');
  for (const { etag } of parts) hash.update(Buffer.from(etag, 'hex'));
  return `${hash.digest('hex')}-${parts.length}`;
}

/** That of a content that only the client can read says nothing about it without the key; sent again, the content has the same one. */
export const computeEtag = ({ md5 }: Written, sealing: Sealing | null): string =>
  sealing?.encryption.mode === 'SSE-C' ? createHmac('md5', sealing.key).update(md5).digest('hex') : md5;
