import { S3Error } from '../s3Error.ts';
import type { ObjectRow } from './catalogRows.ts';
import { noSuchKey } from './limits.ts';

type Headers = Readonly<Record<string, string>>;
export const failed = () => new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');

const seconds = (time: number) => Math.floor(time / 1000) * 1000;
function names(list: string, etag: string): boolean {
  return list.split(',').some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '').replaceAll('"', '') === etag);
}

/**
 * Conditions of a read (RFC 9110, section 13.2.2). @returns true if the client already has this version (304)
 * @throws S3Error PreconditionFailed
 */
export function isNotModified(headers: Headers, { etag, modified }: Pick<ObjectRow, 'etag' | 'modified'>, prefix = 'if-'): boolean {
  const match = headers[`${prefix}match`];
  const unmodified = Date.parse(headers[`${prefix}unmodified-since`] ?? '');
  if (match !== undefined ? !names(match, etag) : unmodified < seconds(modified)) throw failed();
  const noneMatch = headers[`${prefix}none-match`];
  if (noneMatch !== undefined) return names(noneMatch, etag);
  return Date.parse(headers[`${prefix}modified-since`] ?? '') >= seconds(modified);
}

/** Conditions of a deletion ("DeleteObject", Amazon S3 API reference), by header name. */
export interface DeleteCondition {
  etag?: string | undefined;
  /** Of the last modification. */
  time?: string | undefined;
  /** Bytes. */
  size?: string | undefined;
}

/** Whether an object may be deleted. @throws S3Error InvalidArgument */
export function deleteCondition({ etag, time, size }: DeleteCondition): (object: ObjectRow) => boolean {
  if (time !== undefined && Number.isNaN(Date.parse(time)))
    throw new S3Error('InvalidArgument', 'The time of the condition is not a date.');
  if (size !== undefined && !/^\d{1,15}$/.test(size)) throw new S3Error('InvalidArgument', 'The size of the condition is not a number.');
  return (object) =>
    (etag === undefined || names(etag, object.etag)) &&
    (time === undefined || seconds(Date.parse(time)) === seconds(object.modified)) &&
    (size === undefined || Number(size) === object.size);
}

/** Whether the range of a request is for this version (If-Range, RFC 9110, section 13.1.5). */
export function isCurrentRange(condition: string | undefined, { etag, modified }: Pick<ObjectRow, 'etag' | 'modified'>): boolean {
  if (condition === undefined) return true;
  return condition.includes('"') ? condition.trim() === `"${etag}"` : Date.parse(condition) === seconds(modified);
}

/** Conditions of a write: `If-None-Match: *` only creates and never replaces; `If-Match` only replaces one version. */
export function writeCondition(headers: Headers): ((existing: ObjectRow | undefined) => void) | undefined {
  const [match, noneMatch] = [headers['if-match'], headers['if-none-match']];
  if (match === undefined && noneMatch === undefined) return undefined;
  return (existing) => {
    if (match !== undefined && !existing) throw noSuchKey();
    if (noneMatch !== undefined && existing && names(noneMatch, existing.etag)) throw failed();
    if (match !== undefined && existing && !names(match, existing.etag)) throw failed();
  };
}

/**
 * The single range of a request (RFC 9110, section 14). Multiple and invalid ranges are ignored, and the whole object is returned.
 * @returns null for the whole object. @throws S3Error InvalidRange
 */
export function parseByteRange(header: string | undefined, size: number): { start: number; end: number } | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return null;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return null;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start >= size || (first === '' && Number(last) === 0)) throw new S3Error('InvalidRange', 'The requested range is not satisfiable');
  return { start, end };
}
