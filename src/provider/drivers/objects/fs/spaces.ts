import { iso } from '../../../../lib/time.ts';
import { notImplemented, S3Error } from '../s3Error.ts';
import { encode, encodePath } from '../sigv4.ts';
import { malformedXml, readXml } from '../xml.ts';
import type { Listed } from './catalogRows.ts';
import { type CorsRule, corsXml, parseCors } from './cors.ts';
import { owner, type Run, xmlAnswer } from './exchange.ts';
import { list } from './listing.ts';
import { parseLimit, quoted } from './operations.ts';

/** Operations on spaces, named as in the Amazon S3 API reference. */

export function parseEncoding(params: ReadonlyMap<string, string>): { name: 'url' | undefined; apply: (text: string) => string } {
  const type = params.get('encoding-type');
  if (type === undefined) return { name: undefined, apply: (text) => text };
  if (type !== 'url') throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request');
  return { name: 'url', apply: encodePath };
}

const contents = (objects: readonly Listed[], apply: (text: string) => string, hasOwner: boolean) =>
  objects.map(({ key, modified, etag, size, checksum }) => ({
    Key: apply(key),
    LastModified: iso(modified),
    ETag: quoted(etag),
    ChecksumAlgorithm: checksum?.algorithm,
    ChecksumType: checksum?.type,
    Size: size,
    Owner: hasOwner ? owner : undefined,
    StorageClass: 'STANDARD',
  }));

/** A token is the key to continue after, encoded because clients must not depend on it. */
const encodeToken = (key: string) => Buffer.from(key).toString('base64url');
const tokenKey = (token: string) => Buffer.from(token, 'base64url').toString('utf8');

export const listObjectsV2: Run = (objects, { space, params }) => {
  const { name, apply } = parseEncoding(params);
  const [prefix, delimiter] = [params.get('prefix') ?? '', params.get('delimiter') ?? ''];
  const [token, startAfter] = [params.get('continuation-token'), params.get('start-after')];
  const limit = parseLimit(params.get('max-keys'), 'max-keys');
  const page = list(objects.catalog, space, prefix, delimiter, token === undefined ? (startAfter ?? '') : tokenKey(token), limit);
  return xmlAnswer('ListBucketResult', {
    Name: space,
    Prefix: apply(prefix),
    Delimiter: delimiter === '' ? undefined : apply(delimiter),
    MaxKeys: limit,
    EncodingType: name,
    KeyCount: page.objects.length + page.folders.length,
    IsTruncated: page.next !== null,
    ContinuationToken: token,
    NextContinuationToken: page.next === null ? undefined : encodeToken(page.next),
    StartAfter: startAfter === undefined ? undefined : apply(startAfter),
    Contents: contents(page.objects, apply, params.get('fetch-owner') === 'true'),
    CommonPrefixes: page.folders.map((folder) => ({ Prefix: apply(folder) })),
  });
};

export const listObjects: Run = (objects, { space, params }) => {
  const { name, apply } = parseEncoding(params);
  const [prefix, delimiter, marker] = [params.get('prefix') ?? '', params.get('delimiter') ?? '', params.get('marker') ?? ''];
  const limit = parseLimit(params.get('max-keys'), 'max-keys');
  const page = list(objects.catalog, space, prefix, delimiter, marker, limit);
  return xmlAnswer('ListBucketResult', {
    Name: space,
    // As S3 does in this list; clients don't decode it.
    Prefix: prefix,
    Marker: apply(marker),
    NextMarker: page.next === null ? undefined : apply(page.next),
    Delimiter: delimiter === '' ? undefined : apply(delimiter),
    MaxKeys: limit,
    EncodingType: name,
    IsTruncated: page.next !== null,
    Contents: contents(page.objects, apply, true),
    CommonPrefixes: page.folders.map((folder) => ({ Prefix: apply(folder) })),
  });
};

export const getLocation =
  (region: string): Run =>
  () =>
    xmlAnswer('LocationConstraint', region);

export const storedCors = (stored: string | null): CorsRule[] => (stored === null ? [] : (JSON.parse(stored) as CorsRule[])); // written by putCors

export const getCors: Run = (objects, { space }) => {
  const { cors } = objects.space(space);
  if (cors === null) throw new S3Error('NoSuchCORSConfiguration', 'The CORS configuration does not exist');
  return xmlAnswer('CORSConfiguration', corsXml(storedCors(cors)));
};
export const putCors: Run = async (objects, { space, document: read }) => {
  const rules = parseCors(await read());
  await objects.changeSpace(space, (catalog) => catalog.updateSpace(space, { cors: JSON.stringify(rules) }));
  return { status: 200 };
};
export const deleteCors: Run = async (objects, { space }) => {
  await objects.changeSpace(space, (catalog) => catalog.updateSpace(space, { cors: null }));
  return { status: 204 };
};

export const getEncryption: Run = (objects, { space }) => {
  const { encryption } = objects.space(space);
  if (encryption === null)
    throw new S3Error('ServerSideEncryptionConfigurationNotFoundError', 'The server side encryption configuration was not found');
  const rule = { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: encryption }, BucketKeyEnabled: false };
  return xmlAnswer('ServerSideEncryptionConfiguration', { Rule: rule });
};
export const putEncryption: Run = async (objects, { space, document }) => {
  const { Rule } = readXml(await document(), 'ServerSideEncryptionConfiguration', {
    Rule: { ApplyServerSideEncryptionByDefault: { SSEAlgorithm: 'text' }, BucketKeyEnabled: 'text' },
  });
  const algorithm = Rule?.ApplyServerSideEncryptionByDefault?.SSEAlgorithm;
  if (algorithm === undefined) throw malformedXml();
  if (algorithm !== 'AES256') throw notImplemented('element', 'SSEAlgorithm', algorithm);
  if ((Rule?.BucketKeyEnabled ?? 'false') !== 'false') throw notImplemented('element', 'BucketKeyEnabled', Rule?.BucketKeyEnabled);
  await objects.changeSpace(space, (catalog) => catalog.updateSpace(space, { encryption: algorithm }));
  return { status: 200 };
};
export const deleteEncryption: Run = async (objects, { space }) => {
  await objects.changeSpace(space, (catalog) => catalog.updateSpace(space, { encryption: null }));
  return { status: 204 };
};

/** The names of S3 buckets ("General purpose bucket naming rules", Amazon S3 user guide) that are host names too. */
const NAME = /^(?!xn--|sthree-|amzn-s3-demo-)(?!.*-s3alias$)(?!\d+\.\d+\.\d+\.\d+$)(?!.*(?:\.\.|-\.|\.-))[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
export const isSpaceName = (name: string): boolean => NAME.test(name);

/** @param region of the store, which a client may name. @throws S3Error IllegalLocationConstraintException */
export const createSpace =
  (region: string): Run =>
  async (objects, { space, document }) => {
    if (!isSpaceName(space)) throw new S3Error('InvalidBucketName', 'The specified bucket is not valid.');
    const text = await document();
    const { LocationConstraint } = text === '' ? {} : readXml(text, 'CreateBucketConfiguration', { LocationConstraint: 'text' });
    if ((LocationConstraint ?? region) !== region)
      throw new S3Error('IllegalLocationConstraintException', 'The location constraint is incompatible with the region of this endpoint.');
    // A space created outside the panel has no size limit.
    const isNew = await objects.changeSpace(space, (catalog) => catalog.addSpace(space, Number.MAX_SAFE_INTEGER, objects.now()));
    // In its first region, S3 answers the owner as if the bucket were new.
    if (!isNew && region !== 'us-east-1')
      throw new S3Error('BucketAlreadyOwnedByYou', 'Your previous request to create the named bucket succeeded and you already own it.');
    return { status: 200, headers: { location: `/${encode(space)}` } };
  };

export const deleteSpace: Run = async (objects, { space, caller }) => {
  if (!caller.isRoot) throw new S3Error('AccessDenied', 'A space is deleted in the panel.');
  await objects.removeSpace(space);
  return { status: 204 };
};

export const headSpace =
  (region: string): Run =>
  () => ({ status: 200, headers: { 'x-amz-bucket-region': region } });

export const listSpaces =
  (region: string): Run =>
  (objects, { caller, params }) => {
    const own = caller.accessKey === null ? undefined : objects.catalog.spaceOfKey(caller.accessKey);
    const [prefix, token] = [params.get('prefix') ?? '', params.get('continuation-token')];
    const limit = parseLimit(params.get('max-buckets'), 'max-buckets');
    const after = token === undefined ? '' : tokenKey(token);
    const inRegion = (params.get('bucket-region') ?? region) === region;
    const all = caller.isRoot ? objects.catalog.spaces() : own ? [own] : [];
    const rest = inRegion ? all.filter(({ name }) => name > after && name.startsWith(prefix)) : [];
    const shown = rest.slice(0, limit);
    return xmlAnswer('ListAllMyBucketsResult', {
      Owner: owner,
      Buckets: { Bucket: shown.map(({ name, createdAt }) => ({ Name: name, CreationDate: iso(createdAt) })) },
      ContinuationToken: rest.length > limit ? encodeToken(shown.at(-1)?.name ?? after) : undefined,
      Prefix: prefix === '' ? undefined : prefix,
    });
  };
