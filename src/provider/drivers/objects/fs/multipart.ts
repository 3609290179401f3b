import { iso } from '../../../../lib/time.ts';
import { S3Error } from '../s3Error.ts';
import { malformedXml, readXml } from '../xml.ts';
import type { Body } from './body.ts';
import type { ListedUpload } from './catalogRows.ts';
import { algorithms, checksumElement, checksumHeaders, checksumIn, checksumKind, checksumXml, summer } from './checksums.ts';
import { parseByteRange, writeCondition } from './conditions.ts';
import { type Exchange, headerMeta, owner, type Run, xmlAnswer } from './exchange.ts';
import { abortHeaders } from './lifecycle.ts';
import { limits } from './limits.ts';
import { END } from './listing.ts';
import type { Objects } from './objects.ts';
import {
  checkSource,
  copiedVersion,
  copySource,
  findSource,
  locationPath,
  parseLimit,
  parseMarker,
  parsePartNumber,
  quoted,
  writtenHeaders,
} from './operations.ts';
import { checkKey, type Encryption, keyIn, type Sealing, sealingHeaders, sealingIn } from './sealing.ts';
import { parseEncoding } from './spaces.ts';

/** Operations on uploads in parts, named as in the Amazon S3 API reference. */

export const createUpload: Run = async (objects, { space, key, headers }) => {
  const checksum = checksumKind(headers);
  const wanted = sealingIn(headers, objects.sealingKey)?.encryption ?? null;
  const upload = await objects.uploads.start(space, key, headerMeta(headers), checksum, wanted);
  const { id: UploadId, encryption } = upload;
  return xmlAnswer(
    'InitiateMultipartUploadResult',
    { Bucket: space, Key: key, UploadId },
    {
      ...(checksum && { 'x-amz-checksum-algorithm': checksum.algorithm, 'x-amz-checksum-type': checksum.type }),
      ...sealingHeaders(headers, encryption),
      ...abortHeaders(objects.space(space), upload),
    },
  );
};

/** How the parts of an upload are encrypted: as it was started. @throws S3Error InvalidArgument, InvalidRequest */
function partSealing({ headers }: Exchange, encryption: Encryption | null): Sealing | null {
  const key = keyIn(headers, encryption);
  return encryption && key && { encryption, key };
}

const requireUploadId = ({ params }: Exchange): string => params.get('uploadId') ?? '';

export const uploadPart: Run = async (objects, exchange) => {
  const { space, key, params, headers, content } = exchange;
  const number = parsePartNumber(params.get('partNumber') ?? '');
  const { checksum, encryption } = objects.uploads.find(space, key, requireUploadId(exchange));
  const sealing = partSealing(exchange, encryption);
  const { body, length } = content(checksum?.algorithm);
  const part = await objects.uploads.putPart(space, key, requireUploadId(exchange), number, body, length, sealing);
  return {
    status: 200,
    headers: { etag: quoted(part.etag), ...(part.checksum && partHeaders(part.checksum)), ...sealingHeaders(headers, encryption) },
  };
};
/** Without the type, which only objects have. */
function partHeaders(checksum: Parameters<typeof checksumHeaders>[0]) {
  const { 'x-amz-checksum-type': _type, ...headers } = checksumHeaders(checksum);
  return headers;
}

export const uploadPartCopy: Run = async (objects, exchange) => {
  const { space, key, params, headers } = exchange;
  const number = parsePartNumber(params.get('partNumber') ?? '');
  const from = copySource(exchange);
  objects.space(from.space);
  const { checksum, encryption } = objects.uploads.find(space, key, requireUploadId(exchange));
  const wanted = checksum?.algorithm ?? null;
  const sealing = partSealing(exchange, encryption);
  const source = findSource(objects, from);
  checkSource(headers, source);
  const { start, end } = copyRange(headers['x-amz-copy-source-range'], source.size);
  const sum = wanted && (await summer(wanted));
  const bytes = objects.read(source, start, end, keyIn(headers, source.encryption, 'copy-source-'));
  let value: string | null = null;
  const body: Body = {
    async *[Symbol.asyncIterator]() {
      for await (const chunk of bytes) {
        sum?.update(chunk);
        yield chunk;
      }
      value = sum && (await sum.digest());
    },
    checksum: () => (wanted && value !== null ? { algorithm: wanted, value, type: 'FULL_OBJECT' } : null),
  };
  const part = await objects.uploads.putPart(space, key, requireUploadId(exchange), number, body, end - start + 1, sealing);
  return xmlAnswer(
    'CopyPartResult',
    {
      LastModified: iso(part.modified),
      ETag: quoted(part.etag),
      ...(part.checksum && { [checksumElement(part.checksum.algorithm)]: part.checksum.value }),
    },
    { ...sealingHeaders(headers, encryption), ...copiedVersion(objects, from.space, source) },
  );
};

/** Unlike the range of a read, it must be inside the object. @throws S3Error InvalidArgument, InvalidRange */
function copyRange(header: string | undefined, size: number): { start: number; end: number } {
  if (header === undefined) return { start: 0, end: size - 1 };
  const match = /^bytes=(\d{1,15})-(\d{1,15})$/.exec(header);
  if (!match || Number(match[1]) > Number(match[2]))
    throw new S3Error(
      'InvalidArgument',
      'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy',
    );
  const range = parseByteRange(header, size);
  if (range?.end !== Number(match[2])) throw new S3Error('InvalidRange', 'The requested range is not satisfiable');
  return range;
}

const PART = {
  PartNumber: 'text',
  ETag: 'text',
  ChecksumCRC32: 'text',
  ChecksumCRC32C: 'text',
  ChecksumCRC64NVME: 'text',
  ChecksumSHA1: 'text',
  ChecksumSHA256: 'text',
} as const;

export const completeUpload: Run = async (objects, exchange) => {
  const { space, key, headers, document } = exchange;
  const upload = objects.catalog.upload(requireUploadId(exchange));
  const hasChecksums = objects.catalog.parts(requireUploadId(exchange)).some(({ checksum }) => checksum);
  // As in S3, the key is needed only where checksums are.
  if (upload && hasChecksums) keyIn(headers, upload.encryption);
  else checkKey(headers, upload?.encryption);
  const { Part } = readXml(await document(false), 'CompleteMultipartUpload', { Part: [PART] });
  if (Part.length === 0 || Part.length > limits.parts) throw malformedXml();
  const parts = Part.map((part) => {
    const { PartNumber, ETag } = part;
    if (PartNumber === undefined || ETag === undefined) throw malformedXml();
    return {
      number: parsePartNumber(PartNumber.trim()),
      etag: ETag.trim().replaceAll('"', ''),
      checksums: Object.fromEntries(algorithms.map((one) => [one, part[`Checksum${one}`]])),
    };
  });
  const object = await objects.uploads.complete(space, key, requireUploadId(exchange), parts, writeCondition(headers), {
    checksum: checksumIn(headers),
    type: headers['x-amz-checksum-type'],
    size: headers['x-amz-mp-object-size'],
  });
  const { etag, checksum, encryption } = object;
  return xmlAnswer(
    'CompleteMultipartUploadResult',
    {
      Location: `http://${headers.host}${locationPath(space, key)}`,
      Bucket: space,
      Key: key,
      ETag: quoted(etag),
      ...checksumXml(checksum),
    },
    { ...sealingHeaders(headers, encryption), ...writtenHeaders(objects, space, object) },
  );
};

export const abortUpload: Run = async (objects, exchange) => {
  await objects.uploads.abort(exchange.space, exchange.key, requireUploadId(exchange));
  return { status: 204 };
};

export const listParts: Run = (objects, exchange) => {
  const { space, key, params, headers } = exchange;
  const upload = objects.uploads.find(space, key, requireUploadId(exchange));
  const { checksum, encryption } = upload;
  checkKey(headers, encryption);
  const after = parseMarker(params.get('part-number-marker') || '0', 'part-number-marker');
  const limit = parseLimit(params.get('max-parts'), 'max-parts');
  const rest = objects.catalog.parts(requireUploadId(exchange)).filter(({ number }) => number > after);
  const shown = rest.slice(0, limit);
  const document = {
    Bucket: space,
    Key: key,
    UploadId: requireUploadId(exchange),
    Initiator: owner,
    Owner: owner,
    StorageClass: 'STANDARD',
    PartNumberMarker: after,
    NextPartNumberMarker: shown.at(-1)?.number ?? after,
    MaxParts: limit,
    IsTruncated: rest.length > limit,
    ChecksumAlgorithm: checksum?.algorithm,
    ChecksumType: checksum?.type,
    Part: shown.map((part) => ({
      PartNumber: part.number,
      LastModified: iso(part.modified),
      ETag: quoted(part.etag),
      Size: part.size,
      ...(part.checksum && { [checksumElement(part.checksum.algorithm)]: part.checksum.value }),
    })),
  };
  return xmlAnswer('ListPartsResult', document, abortHeaders(objects.space(space), upload));
};

interface UploadPage {
  uploads: ListedUpload[];
  /** Common prefixes, with the delimiter. */
  folders: string[];
  /** The last upload or prefix of this page; null at the end. */
  next: { key: string; id: string | null } | null;
}

/** Unfinished uploads in the order of keys and IDs; those whose keys contain the delimiter are combined, as in `list`. */
function uploadPage(
  catalog: Objects['catalog'],
  space: string,
  prefix: string,
  delimiter: string,
  marker: { key: string; id: string | null },
  limit: number,
): UploadPage {
  const page: UploadPage = { uploads: [], folders: [], next: null };
  const isFolder = delimiter !== '' && marker.key.endsWith(delimiter) && marker.id === null && marker.key.length > prefix.length;
  let after = isFolder ? { key: marker.key + END, id: null } : marker;
  let last = marker;
  for (;;) {
    const rows = catalog.uploadsBetween(space, prefix, after, prefix + END, limit + 1);
    let folder: string | null = null;
    for (const row of rows) {
      if (page.uploads.length + page.folders.length >= limit) return { ...page, next: limit === 0 ? null : last };
      const at = delimiter === '' ? -1 : row.key.indexOf(delimiter, prefix.length);
      folder = at < 0 ? null : row.key.slice(0, at + delimiter.length);
      after = last = { key: folder ?? row.key, id: folder === null ? row.id : null };
      if (folder !== null) {
        page.folders.push(folder);
        after = { key: folder + END, id: null };
        break;
      }
      page.uploads.push(row);
    }
    if (folder === null && rows.length <= limit) return page;
  }
}

export const listUploads: Run = (objects, { space, params }) => {
  const { name, apply } = parseEncoding(params);
  const limit = parseLimit(params.get('max-uploads'), 'max-uploads');
  const [prefix, delimiter, keyMarker] = [params.get('prefix') ?? '', params.get('delimiter') ?? '', params.get('key-marker') ?? ''];
  // Without a key, S3 ignores it.
  const idMarker = keyMarker === '' ? '' : (params.get('upload-id-marker') ?? '');
  const page = uploadPage(objects.catalog, space, prefix, delimiter, { key: keyMarker, id: idMarker || null }, limit);
  return xmlAnswer('ListMultipartUploadsResult', {
    Bucket: space,
    KeyMarker: apply(keyMarker),
    UploadIdMarker: idMarker,
    NextKeyMarker: page.next ? apply(page.next.key) : undefined,
    NextUploadIdMarker: page.next?.id ?? undefined,
    Prefix: apply(prefix),
    Delimiter: delimiter === '' ? undefined : apply(delimiter),
    EncodingType: name,
    MaxUploads: limit,
    IsTruncated: page.next !== null,
    Upload: page.uploads.map(({ key, id, createdAt, checksum }) => ({
      Key: apply(key),
      UploadId: id,
      Initiator: owner,
      Owner: owner,
      StorageClass: 'STANDARD',
      Initiated: iso(createdAt),
      ChecksumAlgorithm: checksum?.algorithm,
      ChecksumType: checksum?.type,
    })),
    CommonPrefixes: page.folders.map((folder) => ({ Prefix: apply(folder) })),
  });
};
