import { S3Error } from '../s3-error.ts';
import { encodePath } from '../sigv4.ts';
import { childrenOf, document, parseXml, textOf } from '../xml.ts';
import { isNotModified, rangeOf, writeCondition } from './conditions.ts';
import { type Answer, type Exchange, metaHeaders, metaOf } from './exchange.ts';
import { limits, noSuchKey, type Objects } from './objects.ts';

/** Operations on objects, named as in the Amazon S3 API reference. Access to the space is already checked. */
export type Operation = (objects: Objects, exchange: Exchange) => Answer | Promise<Answer>;

export const quoted = (etag: string): string => `"${etag}"`;
const xml = (root: string, content: Parameters<typeof document>[1]): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: document(root, content),
});

export const putObject: Operation = async (objects, { space, key, headers, content }) => {
  const { body, length } = content();
  const { etag } = await objects.put(space, key, body, length, metaOf(headers), writeCondition(headers));
  return { status: 200, headers: { etag: quoted(etag) } };
};

/** Response headers that a signed request may set. */
const overrides: Readonly<Record<string, string>> = {
  'response-content-type': 'content-type',
  'response-content-language': 'content-language',
  'response-expires': 'expires',
  'response-cache-control': 'cache-control',
  'response-content-disposition': 'content-disposition',
  'response-content-encoding': 'content-encoding',
};

export const getObject: Operation = (objects, { space, key, headers, method, params }) => {
  const object = objects.catalog.object(space, key) ?? fail(noSuchKey());
  const facts = {
    etag: quoted(object.etag),
    'last-modified': new Date(object.modified).toUTCString(),
    'accept-ranges': 'bytes',
  };
  if (isNotModified(headers, object)) return { status: 304, headers: facts };
  const set: Record<string, string> = {};
  for (const [param, name] of Object.entries(overrides)) {
    const value = params.get(param);
    if (value !== undefined && /^[\x20-\x7e]*$/.test(value)) set[name] = value;
  }
  const range = rangeOf(headers.range, object.size);
  const { start, end } = range ?? { start: 0, end: object.size - 1 };
  const about = {
    ...metaHeaders(object.meta),
    ...set,
    ...facts,
    'content-length': end - start + 1,
    ...(range && { 'content-range': `bytes ${start}-${end}/${object.size}` }),
  };
  return {
    status: range ? 206 : 200,
    headers: about,
    ...(method === 'GET' && object.size > 0 && { body: objects.read(object, start, end) }),
  };
};

export const deleteObject: Operation = async (objects, { space, key }) => {
  await objects.remove(space, [key]);
  return { status: 204 };
};

const MAX_DELETED = 1000;

export const deleteObjects: Operation = async (objects, { space, document: read }) => {
  const root = parseXml(await read());
  const keys = childrenOf(root, 'Object').map((element) => textOf(element, 'Key') ?? '');
  if (root.name !== 'Delete' || keys.length === 0 || keys.length > MAX_DELETED)
    throw new S3Error('MalformedXML', 'The XML you provided was not well-formed or did not validate against our published schema.');
  await objects.remove(space, keys);
  return xml('DeleteResult', textOf(root, 'Quiet') === 'true' ? {} : { Deleted: keys.map((Key) => ({ Key })) });
};

/** @param mayRead whether the caller's key has access to a space */
export const copyObject =
  (mayRead: (space: string) => boolean): Operation =>
  async (objects, { space, key, headers }) => {
    const match = /^\/?([^/]+)\/([^?]+)(?:\?versionId=null)?$/.exec(headers['x-amz-copy-source'] ?? '');
    if (!match) throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey');
    const from = { space: decode(match[1]), key: decode(match[2]) };
    if (!mayRead(from.space)) throw new S3Error('AccessDenied', 'Access Denied');
    const source = objects.catalog.object(from.space, from.key) ?? fail(noSuchKey());
    if (isNotModified(headers, source, 'x-amz-copy-source-if-'))
      throw new S3Error('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold');
    const replaces = headers['x-amz-metadata-directive'] === 'REPLACE';
    if (!replaces && from.space === space && from.key === key)
      throw new S3Error(
        'InvalidRequest',
        'This copy request is illegal because it is trying to copy an object to itself without changing it.',
      );
    const { etag, modified } = await objects.copy(from, { space, key }, replaces ? metaOf(headers) : null);
    return xml('CopyObjectResult', { LastModified: new Date(modified).toISOString(), ETag: quoted(etag) });
  };

export const createUpload: Operation = async (objects, { space, key, headers }) => {
  const UploadId = await objects.startUpload(space, key, metaOf(headers));
  return xml('InitiateMultipartUploadResult', { Bucket: space, Key: key, UploadId });
};

export const uploadPart: Operation = async (objects, { space, key, params, headers, content }) => {
  if (headers['x-amz-copy-source'] !== undefined) throw new S3Error('NotImplemented', 'UploadPartCopy is not supported.');
  const { body, length } = content();
  const number = Number(params.get('partNumber'));
  const { etag } = await objects.putPart(space, key, params.get('uploadId') ?? '', Number.isInteger(number) ? number : 0, body, length);
  return { status: 200, headers: { etag: quoted(etag) } };
};

export const completeUpload =
  (locationOf: (exchange: Exchange) => string): Operation =>
  async (objects, exchange) => {
    const { space, key, params, headers, document: read } = exchange;
    const root = parseXml(await read());
    const parts = childrenOf(root, 'Part').map((part) => ({
      number: Number(textOf(part, 'PartNumber')),
      etag: (textOf(part, 'ETag') ?? '').trim().replaceAll('"', ''),
    }));
    if (root.name !== 'CompleteMultipartUpload' || parts.length === 0 || parts.length > limits.parts)
      throw new S3Error('MalformedXML', 'The XML you provided was not well-formed or did not validate against our published schema.');
    const { etag } = await objects.completeUpload(space, key, params.get('uploadId') ?? '', parts, writeCondition(headers));
    return xml('CompleteMultipartUploadResult', { Location: locationOf(exchange), Bucket: space, Key: key, ETag: quoted(etag) });
  };

export const abortUpload: Operation = async (objects, { space, key, params }) => {
  await objects.abortUpload(space, key, params.get('uploadId') ?? '');
  return { status: 204 };
};

export const listParts: Operation = (objects, { space, key, params }) => {
  const UploadId = params.get('uploadId') ?? '';
  objects.upload(space, key, UploadId);
  const after = Number(params.get('part-number-marker') ?? 0) || 0;
  const limit = limitOf(params.get('max-parts'));
  const rest = objects.catalog.parts(UploadId).filter(({ number }) => number > after);
  const shown = rest.slice(0, limit);
  return xml('ListPartsResult', {
    Bucket: space,
    Key: key,
    UploadId,
    PartNumberMarker: after,
    NextPartNumberMarker: shown.at(-1)?.number ?? after,
    MaxParts: limit,
    IsTruncated: rest.length > limit,
    Part: shown.map(({ number, modified, etag, size }) => ({
      PartNumber: number,
      LastModified: new Date(modified).toISOString(),
      ETag: quoted(etag),
      Size: size,
    })),
  });
};

/** At most 1000, like S3. */
export function limitOf(text: string | undefined): number {
  if (text === undefined || text === '') return 1000;
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('InvalidArgument', 'Provided max-keys not an integer or within integer range');
  return Math.min(Number(text), 1000);
}

export const locationPath = (space: string, key: string): string => `/${space}/${encodePath(key)}`;

function decode(text = ''): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3Error('InvalidArgument', 'The copy source is not encoded correctly.');
  }
}
const fail = (error: Error): never => {
  throw error;
};
