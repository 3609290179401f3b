import { accessDenied } from '../s3Error.ts';
import type { Exchange } from './exchange.ts';

/** A further key of a space, as the index has it. */
export interface LimitedKey {
  accessKey: string;
  /** Sealed. */
  secretKey: string;
  readOnly: boolean;
  /** Only objects whose keys begin with it; empty: all. */
  prefix: string;
  /** Of a shared link: only the object whose key is `prefix`. */
  isLink?: true;
}
/** What a key may do; null: everything in its space. */
export type KeyLimit = Pick<LimitedKey, 'readOnly' | 'prefix' | 'isLink'> | null;

/** Operations of keys with a limit, by the names of `table.ts`; settings of the space are for keys without one. */
const content = ['GET object', 'GET object partNumber', 'HEAD object', 'HEAD object partNumber'];
const reads: ReadonlySet<string> = new Set([...content, 'GET object attributes', 'GET object acl']);
const lists: ReadonlySet<string> = new Set(['GET space', 'GET space list2', 'GET space versions']);
const facts: ReadonlySet<string> = new Set(['GET service', 'HEAD space', 'GET space location', 'GET space versioning']);
const writes: ReadonlySet<string> = new Set([
  ...['PUT object', 'POST form', 'PUT object copy', 'DELETE object', 'POST object uploads', 'PUT object partNumber uploadId'],
  ...['PUT object partNumber uploadId copy', 'GET object uploadId', 'POST object uploadId', 'DELETE object uploadId'],
]);
/** Writes about several objects: what they list begins with the prefix, and `deleteObjects` checks each key. */
const uploads = 'GET space uploads';
const deletion = 'POST space delete';

/** Whether a key may use an object. */
export const covers = (limit: KeyLimit, key: string): boolean =>
  limit === null || (limit.isLink ? key === limit.prefix : key.startsWith(limit.prefix));

/** @param title of the operation. @throws S3Error AccessDenied if the caller's key may not do it */
export function checkLimit(limit: KeyLimit, title: string, { key, params }: Pick<Exchange, 'key' | 'params'>): void {
  if (limit === null) return;
  const isList = lists.has(title) || (title === uploads && !limit.readOnly);
  const isAllowed = limit.isLink
    ? content.includes(title) && covers(limit, key)
    : facts.has(title) ||
      (title === deletion && !limit.readOnly) ||
      (isList && (params.get('prefix') ?? '').startsWith(limit.prefix)) ||
      ((reads.has(title) || (writes.has(title) && !limit.readOnly)) && covers(limit, key));
  if (!isAllowed) throw accessDenied();
}
