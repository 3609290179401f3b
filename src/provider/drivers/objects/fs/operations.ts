import { iso } from '../../../../lib/time.ts';
import { accessDenied, S3Error } from '../s3Error.ts';
import { encodePath } from '../sigv4.ts';
import { malformedXml, readXml } from '../xml.ts';
import { NULL_VERSION, type ObjectRow } from './catalogRows.ts';
import { algorithmIn, type Checksum, checksumElement, checksumHeaders, checksumXml, summer } from './checksums.ts';
import { deleteCondition, failed, isCurrentRange, isNotModified, parseByteRange, writeCondition } from './conditions.ts';
import { type Exchange, headerMeta, metaHeaders, type Run, xmlAnswer } from './exchange.ts';
import { covers } from './keyLimit.ts';
import { expiryHeaders } from './lifecycle.ts';
import type { Objects, Removed, Target } from './objects.ts';
import { keyIn, refuseWish, sealingHeaders, sealingIn } from './sealing.ts';

export const quoted = (etag: string): string => `"${etag}"`;

export const putObject: Run = async (objects, { space, key, headers, content }) => {
  const sealing = sealingIn(headers, objects.sealingKey);
  const { body, length } = content();
  const object = await objects.put(space, key, body, length, headerMeta(headers), writeCondition(headers), sealing);
  return {
    status: 200,
    headers: {
      etag: quoted(object.etag),
      ...checksumHeaders(object.checksum),
      ...sealingHeaders(headers, object.encryption),
      ...writtenHeaders(objects, space, object),
    },
  };
};

/** An upload by a form. @throws S3Error as `putObject` */
export const postObject: Run = async (objects, exchange) => {
  const { space, key, headers, params } = exchange;
  const redirect = params.get('success_action_redirect') ?? params.get('redirect');
  const to = redirect === undefined ? null : URL.parse(redirect);
  if (redirect !== undefined && !/^https?:$/.test(to?.protocol ?? ''))
    throw new S3Error('InvalidArgument', 'The redirect is not a web address.');
  const stored = await putObject(objects, exchange);
  const etag = String(stored.headers?.etag);
  const location = `http://${headers.host}${locationPath(space, key)}`;
  if (to) {
    for (const [name, value] of Object.entries({ bucket: space, key, etag })) to.searchParams.set(name, value);
    return { status: 303, headers: { ...stored.headers, location: to.href } };
  }
  const answer = { ...stored.headers, location };
  const status = params.get('success_action_status');
  if (status !== '201') return { status: status === '200' ? 200 : 204, headers: answer };
  return { ...xmlAnswer('PostResponse', { Location: location, Bucket: space, Key: key, ETag: etag }, answer), status: 201 };
};

/** Of a new version. S3 doesn't name it in a space without versioning, or with suspended versioning. */
export const writtenHeaders = (objects: Objects, space: string, object: ObjectRow): Record<string, string> => ({
  ...(object.version !== NULL_VERSION && { 'x-amz-version-id': object.version }),
  ...expiryHeaders(objects.space(space), object),
});

/** Response headers that a signed request may set. */
export const overrides: Readonly<Record<string, string>> = {
  'response-content-type': 'content-type',
  'response-content-language': 'content-language',
  'response-expires': 'expires',
  'response-cache-control': 'cache-control',
  'response-content-disposition': 'content-disposition',
  'response-content-encoding': 'content-encoding',
};

/** The parts of an object that was uploaded in parts; null: it was uploaded as a whole. */
function objectBlobs({ etag, blobs }: ObjectRow): ObjectRow['blobs'] | null {
  return etag.includes('-') ? blobs : null;
}

interface Span {
  start: number;
  end: number;
  /** What the response has besides a whole object. */
  headers: Record<string, string | number>;
  isPartial: boolean;
}

/** The requested bytes. @throws S3Error InvalidRange, InvalidPartNumber, InvalidArgument, InvalidRequest */
function objectSpan(object: ObjectRow, { headers, params }: Exchange): Span {
  const { size } = object;
  const number = params.get('partNumber');
  const wantsChecksum = headers['x-amz-checksum-mode'] !== undefined;
  if (number !== undefined) {
    if (headers.range !== undefined)
      throw new S3Error('InvalidRequest', 'Cannot specify both Range header and partNumber query parameter.');
    const index = parsePartNumber(number) - 1;
    const parts = objectBlobs(object);
    const part = (parts ?? [{ size, checksum: undefined }])[index];
    if (!part) throw new S3Error('InvalidPartNumber', 'The requested partnumber is not satisfiable');
    const start = (parts ?? []).slice(0, index).reduce((sum, one) => sum + one.size, 0);
    const { checksum } = object;
    const ofPart = parts && checksum ? part.checksum && { ...checksum, value: part.checksum } : checksum;
    return {
      start,
      end: start + part.size - 1,
      headers: { ...(parts && { 'x-amz-mp-parts-count': parts.length }), ...(wantsChecksum && checksumHeaders(ofPart || null)) },
      isPartial: size > 0,
    };
  }
  const range = isCurrentRange(headers['if-range'], object) ? parseByteRange(headers.range, size) : null;
  // The checksum of the whole would not be that of the range.
  if (range) return { ...range, headers: {}, isPartial: true };
  return { start: 0, end: size - 1, headers: wantsChecksum ? checksumHeaders(object.checksum) : {}, isPartial: false };
}

export const getObject: Run = (objects, exchange) => {
  const { space, key, headers, method, params } = exchange;
  refuseWish(headers);
  const object = objects.find(space, key, params.get('versionId'));
  const facts = {
    ...versionHeaders(objects, space, object),
    ...(params.get('versionId') === undefined && expiryHeaders(objects.space(space), object)),
    etag: quoted(object.etag),
    'last-modified': new Date(object.modified).toUTCString(),
    'accept-ranges': 'bytes',
  };
  const sealingKey = keyIn(headers, object.encryption);
  if (isNotModified(headers, object)) return { status: 304, headers: facts };
  const set: Record<string, string> = {};
  for (const [param, name] of Object.entries(overrides)) {
    const value = params.get(param);
    if (value === undefined) continue;
    if (!/^[\x20-\x7e]*$/.test(value)) throw new S3Error('InvalidArgument', `The value of ${param} is not a header value.`);
    set[name] = value;
  }
  const { start, end, isPartial, headers: more } = objectSpan(object, exchange);
  return {
    status: isPartial ? 206 : 200,
    headers: {
      ...metaHeaders(object.meta),
      ...set,
      ...facts,
      ...more,
      ...sealingHeaders(headers, object.encryption),
      'content-length': end - start + 1,
      ...(isPartial && { 'content-range': `bytes ${start}-${end}/${object.size}` }),
    },
    ...(method === 'GET' && end >= start && { body: objects.read(object, start, end, sealingKey) }),
  };
};

/** Of a version that is read. Spaces that never had versioning have no version IDs. */
const versionHeaders = (objects: Objects, space: string, { version }: ObjectRow, name = 'x-amz-version-id'): Record<string, string> =>
  objects.space(space).versioning === null ? {} : { [name]: version };

const attributes = ['ETag', 'Checksum', 'ObjectParts', 'StorageClass', 'ObjectSize'];

export const getObjectAttributes: Run = (objects, { space, key, headers, params }) => {
  const object = objects.find(space, key, params.get('versionId'));
  const wanted = (headers['x-amz-object-attributes'] ?? '').split(',').map((name) => name.trim());
  keyIn(headers, object.encryption);
  if (wanted.some((name) => !attributes.includes(name))) throw new S3Error('InvalidArgument', 'Invalid attribute name specified.');
  if (isNotModified(headers, object)) throw failed();
  const parts = objectBlobs(object);
  const has = (name: string) => wanted.includes(name);
  const { checksum } = object;
  return xmlAnswer(
    'GetObjectAttributesResponse',
    {
      ETag: has('ETag') ? object.etag : undefined,
      Checksum: has('Checksum') && checksum ? checksumXml(checksum) : undefined,
      ObjectParts: has('ObjectParts') && parts ? partsXml(parts, checksum ?? null, headers) : undefined,
      StorageClass: has('StorageClass') ? 'STANDARD' : undefined,
      ObjectSize: has('ObjectSize') ? object.size : undefined,
    },
    { 'last-modified': new Date(object.modified).toUTCString(), ...versionHeaders(objects, space, object) },
  );
};

function partsXml(parts: ObjectRow['blobs'], checksum: Checksum | null, headers: Exchange['headers']) {
  const after = parseMarker(headers['x-amz-part-number-marker'], 'x-amz-part-number-marker');
  const limit = parseLimit(headers['x-amz-max-parts'], 'x-amz-max-parts');
  const shown = parts.slice(after, after + limit);
  return {
    PartsCount: parts.length,
    PartNumberMarker: after,
    NextPartNumberMarker: after + shown.length,
    MaxParts: limit,
    IsTruncated: parts.length > after + limit,
    Part: shown.map(({ size, checksum: value }, index) => ({
      PartNumber: after + index + 1,
      Size: size,
      ...(checksum && { [checksumElement(checksum.algorithm)]: value }),
    })),
  };
}

export const deleteObject: Run = async (objects, { space, key, headers, params }) => {
  const matches = deleteCondition({
    etag: headers['if-match'],
    time: headers['x-amz-if-match-last-modified-time'],
    size: headers['x-amz-if-match-size'],
  });
  const target = { key, version: params.get('versionId') };
  const [removed] = await objects.remove(space, [target], (object) => !object || matches(object) || fail(failed()));
  return {
    status: 204,
    headers: {
      ...(removed?.version !== undefined && { 'x-amz-version-id': removed.version }),
      ...(removed?.isMarker && { 'x-amz-delete-marker': 'true' }),
    },
  };
};

const MAX_DELETED = 1000;

export const deleteObjects: Run = async (objects, { space, document, caller }) => {
  const named = { Key: 'text', VersionId: 'text', ETag: 'text', LastModifiedTime: 'text', Size: 'text' } as const;
  const { Object: listed, Quiet } = readXml(await document(), 'Delete', { Object: [named], Quiet: 'text' });
  if (listed.length === 0 || listed.length > MAX_DELETED) throw malformedXml();
  const nameOf = ({ key, version = '' }: Target) => `${version} ${key}`;
  const targets = new Map(
    listed.map(({ Key, VersionId, ETag, LastModifiedTime, Size }) => {
      const target = { key: Key || fail(malformedXml()), version: VersionId };
      return [nameOf(target), { target, matches: deleteCondition({ etag: ETag, time: LastModifiedTime, size: Size }) }];
    }),
  );
  // Two conditions for one object could contradict each other.
  if (targets.size < listed.length && listed.some(({ ETag, LastModifiedTime, Size }) => ETag ?? LastModifiedTime ?? Size))
    throw new S3Error('InvalidArgument', 'A key with a condition may be given only once.');
  const refused: Target[] = [];
  const all = [...targets.values()].map(({ target }) => target);
  const removed = await objects.remove(
    space,
    all.filter(({ key }) => covers(caller.limit, key)),
    (object, target) => {
      const matches = !object || (targets.get(nameOf(target))?.matches(object) ?? false);
      if (!matches) refused.push(target);
      return matches;
    },
  );
  const { code, message } = failed();
  return xmlAnswer('DeleteResult', {
    Deleted: Quiet === 'true' ? [] : removed.map(removedXml),
    Error: [
      ...refused.map(({ key, version }) => ({ Key: key, VersionId: version, Code: code, Message: message })),
      ...all
        .filter(({ key }) => !covers(caller.limit, key))
        .map(({ key, version }) => ({ Key: key, VersionId: version, Code: 'AccessDenied', Message: 'Access Denied' })),
    ],
  });
};
const removedXml = ({ target, version, isMarker }: Removed) => ({
  Key: target.key,
  VersionId: target.version,
  DeleteMarker: isMarker || undefined,
  DeleteMarkerVersionId: isMarker ? version : undefined,
});

/** The object that a request copies from. @throws S3Error InvalidArgument, AccessDenied */
export function copySource({ headers, caller }: Exchange): Target & { space: string } {
  const match = /^\/?([^/]+)\/([^?]+)(?:\?versionId=([^&]+))?$/.exec(headers['x-amz-copy-source'] ?? '');
  if (!match) throw new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey');
  const source = { space: decode(match[1]), key: decode(match[2]), version: match[3] && decode(match[3]) };
  if (!caller.mayUse(source.space) || !covers(caller.limit, source.key)) throw accessDenied();
  return source;
}
/** @throws S3Error InvalidRequest for a delete marker, which only its version can name; NoSuchVersion, NoSuchKey */
export function findSource(objects: Objects, { space, key, version }: Target & { space: string }): ObjectRow {
  try {
    return objects.find(space, key, version);
  } catch (error) {
    if (!(error instanceof S3Error && error.code === 'MethodNotAllowed')) throw error;
    throw new S3Error('InvalidRequest', 'The source of a copy request may not specifically refer to a delete marker by version id.');
  }
}
/** @throws S3Error PreconditionFailed */
export function checkSource(headers: Exchange['headers'], source: ObjectRow): void {
  if (isNotModified(headers, source, 'x-amz-copy-source-if-')) throw failed();
}

export const copyObject: Run = async (objects, exchange) => {
  const { space, key, headers } = exchange;
  const from = copySource(exchange);
  objects.space(from.space);
  const directive = headers['x-amz-metadata-directive'] ?? 'COPY';
  if (directive !== 'COPY' && directive !== 'REPLACE') throw new S3Error('InvalidArgument', 'Unknown metadata directive.');
  const sealing = sealingIn(headers, objects.sealingKey);
  // A copy of an earlier version restores it.
  if (directive === 'COPY' && !sealing && from.space === space && from.key === key && from.version === undefined)
    throw new S3Error(
      'InvalidRequest',
      'This copy request is illegal because it is trying to copy an object to itself without changing it.',
    );
  const algorithm = algorithmIn(headers, 'x-amz-checksum-algorithm');
  const source = findSource(objects, from);
  const named = { ...from, version: source.version };
  const copied = await objects.copy(named, { space, key }, directive === 'REPLACE' ? headerMeta(headers) : null, {
    condition: writeCondition(headers),
    async inspect(object) {
      checkSource(headers, object);
      const sourceKey = keyIn(headers, object.encryption, 'copy-source-');
      const isSame = object.checksum?.algorithm === algorithm && object.checksum?.type === 'FULL_OBJECT';
      return {
        checksum: algorithm && !isSame ? await computeChecksum(objects, object, algorithm, sourceKey) : null,
        // What the installation encrypts stays encrypted.
        sealing: sealing ?? (object.encryption?.mode === 'SSE-C' ? null : undefined),
        key: sourceKey,
      };
    },
  });
  const { etag, modified, checksum, encryption } = copied;
  return xmlAnswer(
    'CopyObjectResult',
    { LastModified: iso(modified), ETag: quoted(etag), ...checksumXml(checksum) },
    {
      ...sealingHeaders(headers, encryption),
      ...writtenHeaders(objects, space, copied),
      ...copiedVersion(objects, from.space, source),
    },
  );
};

export const copiedVersion = (objects: Objects, space: string, source: ObjectRow) =>
  versionHeaders(objects, space, source, 'x-amz-copy-source-version-id');

async function computeChecksum(
  objects: Objects,
  object: ObjectRow,
  algorithm: Checksum['algorithm'],
  key: Buffer | null,
): Promise<Checksum> {
  const sum = await summer(algorithm);
  for await (const chunk of objects.read(object, 0, object.size - 1, key)) sum.update(chunk);
  return { algorithm, value: await sum.digest(), type: 'FULL_OBJECT' };
}

/** At most 1000, like S3. @param name of the parameter. @throws S3Error InvalidArgument */
export function parseLimit(text: string | undefined, name: string): number {
  return text === undefined || text === '' ? 1000 : Math.min(parseMarker(text, name), 1000);
}
/** A part number to continue after. @throws S3Error InvalidArgument */
export function parseMarker(text = '0', name: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new S3Error('InvalidArgument', `Provided ${name} not an integer or within integer range`);
  return Number(text);
}
/** @throws S3Error InvalidArgument */
export function parsePartNumber(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number < 1 || number > 10_000) throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive');
  return number;
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
