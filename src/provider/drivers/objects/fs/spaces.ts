import { S3Error } from '../s3-error.ts';
import { encode, encodePath } from '../sigv4.ts';
import { document } from '../xml.ts';
import { type CorsRule, corsXml, parseCors } from './cors.ts';
import type { Answer } from './exchange.ts';
import { type Listed, list } from './listing.ts';
import { limitOf, type Operation, quoted } from './operations.ts';

/** Operations on spaces, named as in the Amazon S3 API reference. Access to the space is already checked. */
const xml = (root: string, content: Parameters<typeof document>[1]): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: document(root, content),
});

function encodingOf(params: ReadonlyMap<string, string>): { name: 'url' | undefined; apply: (text: string) => string } {
  const type = params.get('encoding-type');
  if (type === undefined) return { name: undefined, apply: (text) => text };
  if (type !== 'url') throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request');
  return { name: 'url', apply: encodePath };
}

const owner = { ID: 'nasim', DisplayName: 'nasim' };
const contents = (objects: readonly Listed[], apply: (text: string) => string, hasOwner: boolean) =>
  objects.map(({ key, modified, etag, size }) => ({
    Key: apply(key),
    LastModified: new Date(modified).toISOString(),
    ETag: quoted(etag),
    Size: size,
    Owner: hasOwner ? owner : undefined,
    StorageClass: 'STANDARD',
  }));

/** A token is the key to continue after, encoded because clients must not depend on it. */
const tokenOf = (key: string) => Buffer.from(key).toString('base64url');
const keyOf = (token: string) => Buffer.from(token, 'base64url').toString('utf8');

export const listObjectsV2: Operation = (objects, { space, params }) => {
  const { name, apply } = encodingOf(params);
  const [prefix, delimiter] = [params.get('prefix') ?? '', params.get('delimiter') ?? ''];
  const [token, startAfter] = [params.get('continuation-token'), params.get('start-after')];
  const limit = limitOf(params.get('max-keys'));
  const page = list(objects.catalog, space, prefix, delimiter, token === undefined ? (startAfter ?? '') : keyOf(token), limit);
  return xml('ListBucketResult', {
    Name: space,
    Prefix: apply(prefix),
    Delimiter: delimiter === '' ? undefined : apply(delimiter),
    MaxKeys: limit,
    EncodingType: name,
    KeyCount: page.objects.length + page.folders.length,
    IsTruncated: page.next !== null,
    ContinuationToken: token,
    NextContinuationToken: page.next === null ? undefined : tokenOf(page.next),
    StartAfter: startAfter === undefined ? undefined : apply(startAfter),
    Contents: contents(page.objects, apply, params.get('fetch-owner') === 'true'),
    CommonPrefixes: page.folders.map((folder) => ({ Prefix: apply(folder) })),
  });
};

export const listObjects: Operation = (objects, { space, params }) => {
  const { name, apply } = encodingOf(params);
  const [prefix, delimiter, marker] = [params.get('prefix') ?? '', params.get('delimiter') ?? '', params.get('marker') ?? ''];
  const limit = limitOf(params.get('max-keys'));
  const page = list(objects.catalog, space, prefix, delimiter, marker, limit);
  return xml('ListBucketResult', {
    Name: space,
    Prefix: apply(prefix),
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

export const listUploads: Operation = (objects, { space, params }) => {
  const limit = limitOf(params.get('max-uploads'));
  const prefix = params.get('prefix') ?? '';
  const uploads = objects.catalog.uploads(space, limit).filter(({ key }) => key.startsWith(prefix));
  return xml('ListMultipartUploadsResult', {
    Bucket: space,
    KeyMarker: '',
    UploadIdMarker: '',
    MaxUploads: limit,
    IsTruncated: false,
    Upload: uploads.map(({ key, id, createdAt }) => ({
      Key: key,
      UploadId: id,
      Initiated: new Date(createdAt).toISOString(),
      StorageClass: 'STANDARD',
    })),
  });
};

export const getLocation =
  (region: string): Operation =>
  () =>
    xml('LocationConstraint', region);

export const getVersioning: Operation = () => xml('VersioningConfiguration', {});

export const corsOf = (stored: string | null): CorsRule[] => (stored === null ? [] : (JSON.parse(stored) as CorsRule[])); // written by putCors

export const getCors: Operation = (objects, { space }) => {
  const { cors } = objects.space(space);
  if (cors === null) throw new S3Error('NoSuchCORSConfiguration', 'The CORS configuration does not exist');
  return xml('CORSConfiguration', corsXml(corsOf(cors)));
};
export const putCors: Operation = async (objects, { space, document: read }) => {
  const rules = parseCors(await read());
  await objects.changeSpace(space, (catalog) => catalog.updateSpace(space, { cors: JSON.stringify(rules) }));
  return { status: 200 };
};
export const deleteCors: Operation = async (objects, { space }) => {
  await objects.changeSpace(space, (catalog) => catalog.updateSpace(space, { cors: null }));
  return { status: 204 };
};

/** The names of S3 buckets ("General purpose bucket naming rules", Amazon S3 user guide). */
const NAME = /^(?!xn--|sthree-|amzn-s3-demo-)(?!.*-s3alias$)(?!\d+\.\d+\.\d+\.\d+$)(?!.*\.\.)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
export const isSpaceName = (name: string): boolean => NAME.test(name);

export const createSpace: Operation = async (objects, { space }) => {
  if (!isSpaceName(space)) throw new S3Error('InvalidBucketName', 'The specified bucket is not valid.');
  // A space created outside the panel has no size limit.
  if (!(await objects.changeSpace(space, (catalog) => catalog.addSpace(space, Number.MAX_SAFE_INTEGER, objects.now()))))
    throw new S3Error('BucketAlreadyOwnedByYou', 'Your previous request to create the named bucket succeeded and you already own it.');
  return { status: 200, headers: { location: `/${encode(space)}` } };
};

export const deleteSpace: Operation = async (objects, { space }) => {
  await objects.removeSpace(space);
  return { status: 204 };
};

export const listSpaces = (spaces: readonly { name: string; createdAt: number }[]): Answer =>
  xml('ListAllMyBucketsResult', {
    Owner: owner,
    Buckets: { Bucket: spaces.map(({ name, createdAt }) => ({ Name: name, CreationDate: new Date(createdAt).toISOString() })) },
  });
