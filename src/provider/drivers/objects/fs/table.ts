import { notImplemented, S3Error } from '../s3Error.ts';
import * as access from './access.ts';
import { presignParams } from './auth.ts';
import { algorithms, checksumHeader, checksumTypes } from './checksums.ts';
import { type Exchange, type Run, USER_PREFIX } from './exchange.ts';
import * as lifecycle from './lifecycle.ts';
import * as multipart from './multipart.ts';
import * as object from './operations.ts';
import { customerHeaders } from './sealing.ts';
import * as space from './spaces.ts';
import * as versions from './versions.ts';

/** Names, in lower case, with the values that are implemented; null: the operation reads the value. */
type Accepted = Readonly<Record<string, readonly string[] | null>>;

interface Operation {
  run: Run;
  /** Query parameters besides those of the name. */
  params?: Accepted;
  /** Headers that begin with x-amz- or change the meaning of a request. */
  headers?: Accepted;
}
/** By method, what it refers to, and the parameters (or `copy`, `list2`) that select the operation. */
type Table = Readonly<Record<string, Operation>>;

const read = (...names: string[]): Accepted => Object.fromEntries(names.map((name) => [name, null]));

/** What every request may have. `x-amz-request-payer` is for spaces whose readers pay; here the owner of the key always does. */
const everyHeader: Accepted = {
  ...read('x-amz-content-sha256', 'x-amz-date', 'x-amz-expected-bucket-owner', 'x-amz-user-agent'),
  'x-amz-request-payer': ['requester'],
};
const ofSignature = read(...presignParams);

const body = read(
  'content-md5',
  'x-amz-decoded-content-length',
  'x-amz-sdk-checksum-algorithm',
  'x-amz-trailer',
  ...algorithms.map(checksumHeader),
);
const reading = read('if-match', 'if-modified-since', 'if-none-match', 'if-unmodified-since');
const writing = read('if-match', 'if-none-match');
const copying: Accepted = {
  ...read('x-amz-copy-source'),
  ...Object.fromEntries(Object.keys(reading).map((name) => [`x-amz-copy-source-${name}`, null])),
  ...read('x-amz-source-expected-bucket-owner', ...customerHeaders('copy-source-')),
};
const ANY_META = `${USER_PREFIX}*`;
/** Of a new object. There is one storage class. */
const stored: Accepted = {
  ...read(ANY_META),
  'x-amz-acl': access.ownerLists,
  'x-amz-storage-class': ['STANDARD'],
};
const customerKey = read(...customerHeaders());
const sealing: Accepted = { ...customerKey, 'x-amz-server-side-encryption': ['AES256'] };
const checksumMode: Accepted = { 'x-amz-checksum-mode': ['ENABLED'] };
const listing = read('delimiter', 'encoding-type', 'max-keys', 'prefix');
const getting: Operation = {
  run: object.getObject,
  params: read('versionId', ...Object.keys(object.overrides)),
  headers: { ...reading, ...checksumMode, ...customerKey, ...read('if-range', 'range', 'x-amz-server-side-encryption') },
};

/** A form that was uploaded to a space, as keyLimit.ts names it too; its fields are headers and parameters. */
export const FORM = 'POST form';
/** All operations of the store, with everything that they implement. @param region of the store */
export const operations = (region: string): Table => ({
  'GET service': { run: space.listSpaces(region), params: read('bucket-region', 'continuation-token', 'max-buckets', 'prefix') },
  'GET space': { run: space.listObjects, params: { ...listing, ...read('marker') } },
  'GET space list2': {
    run: space.listObjectsV2,
    params: { ...listing, ...read('continuation-token', 'fetch-owner', 'start-after'), 'list-type': ['2'] },
  },
  'GET space location': { run: space.getLocation(region) },
  'GET space versioning': { run: versions.getVersioning },
  'PUT space versioning': { run: versions.putVersioning, headers: body },
  'GET space versions': { run: versions.listObjectVersions, params: { ...listing, ...read('key-marker', 'version-id-marker') } },
  'GET space uploads': {
    run: multipart.listUploads,
    params: read('delimiter', 'encoding-type', 'key-marker', 'max-uploads', 'prefix', 'upload-id-marker'),
  },
  'GET space cors': { run: space.getCors },
  'PUT space cors': { run: space.putCors, headers: body },
  'DELETE space cors': { run: space.deleteCors },
  'GET space lifecycle': { run: lifecycle.getLifecycle },
  'PUT space lifecycle': {
    run: lifecycle.putLifecycle,
    // There are no transitions that it could change.
    headers: { ...body, 'x-amz-transition-default-minimum-object-size': ['all_storage_classes_128K', 'varies_by_storage_class'] },
  },
  'DELETE space lifecycle': { run: lifecycle.deleteLifecycle },
  'GET space encryption': { run: space.getEncryption },
  'PUT space encryption': { run: space.putEncryption, headers: body },
  'DELETE space encryption': { run: space.deleteEncryption },
  'GET space acl': { run: access.getAcl },
  'PUT space acl': { run: access.putAcl, headers: { ...body, 'x-amz-acl': [] } },
  'GET space ownershipControls': { run: access.getOwnership },
  'PUT space ownershipControls': { run: access.putOwnership, headers: body },
  'GET space policyStatus': { run: access.getPolicyStatus },
  'HEAD space': { run: space.headSpace(region) },
  'PUT space': {
    run: space.createSpace(region),
    headers: {
      ...body,
      'x-amz-acl': access.ownerLists,
      'x-amz-bucket-object-lock-enabled': ['false'],
      'x-amz-object-ownership': ['BucketOwnerEnforced'],
    },
  },
  'DELETE space': { run: space.deleteSpace },
  'POST space delete': { run: object.deleteObjects, headers: body },
  'PUT object': { run: object.putObject, headers: { ...body, ...stored, ...sealing, ...writing } },
  [FORM]: {
    run: object.postObject,
    params: read('redirect', 'success_action_redirect', 'success_action_status'),
    headers: { ...stored, ...sealing, ...read(...algorithms.map(checksumHeader)) },
  },
  'PUT object copy': {
    run: object.copyObject,
    headers: {
      ...stored,
      ...sealing,
      ...copying,
      ...writing,
      ...read('x-amz-checksum-algorithm', 'x-amz-metadata-directive'),
      'x-amz-tagging-directive': ['COPY'],
    },
  },
  'GET object': getting,
  'GET object partNumber': getting,
  'HEAD object': getting,
  'HEAD object partNumber': getting,
  'GET object attributes': {
    run: object.getObjectAttributes,
    params: read('versionId'),
    headers: { ...reading, ...customerKey, ...read('x-amz-max-parts', 'x-amz-object-attributes', 'x-amz-part-number-marker') },
  },
  'GET object acl': { run: access.getAcl, params: read('versionId') },
  'PUT object acl': { run: access.putAcl, params: read('versionId'), headers: { ...body, 'x-amz-acl': [] } },
  'DELETE object': {
    run: object.deleteObject,
    params: read('versionId'),
    headers: read('if-match', 'x-amz-if-match-last-modified-time', 'x-amz-if-match-size'),
  },
  'POST object uploads': {
    run: multipart.createUpload,
    headers: { ...stored, ...sealing, ...read('x-amz-checksum-algorithm'), 'x-amz-checksum-type': checksumTypes },
  },
  'PUT object partNumber uploadId': { run: multipart.uploadPart, headers: { ...body, ...customerKey } },
  'PUT object partNumber uploadId copy': {
    run: multipart.uploadPartCopy,
    headers: { ...copying, ...customerKey, ...read('x-amz-copy-source-range') },
  },
  'GET object uploadId': { run: multipart.listParts, headers: customerKey, params: read('max-parts', 'part-number-marker') },
  'POST object uploadId': {
    run: multipart.completeUpload,
    headers: { ...body, ...writing, ...customerKey, ...read('x-amz-mp-object-size'), 'x-amz-checksum-type': checksumTypes },
  },
  'DELETE object uploadId': { run: multipart.abortUpload },
});

const operationSelectors = (name: string) => name.split(' ').slice(2);
/** The parameters that select an operation. */
const selectors = [...new Set(Object.keys(operations('')).flatMap(operationSelectors))]
  .filter((one) => one !== 'copy' && one !== 'list2')
  .sort();

/** Besides x-amz- headers: these change what a request does, while other headers of HTTP may be ignored. */
const meaningful = new Set(['content-md5', 'content-range', 'if-range', 'range', ...Object.keys(reading)]);

function operationTitle({ method, space: name, key, params, headers }: Exchange): string {
  const kind = name === '' ? 'service' : key === '' ? 'space' : 'object';
  const isCopy = method === 'PUT' && headers['x-amz-copy-source'] !== undefined;
  const isV2 = kind === 'space' && method === 'GET' && params.get('list-type') === '2';
  return [method, kind, ...selectors.filter((one) => params.has(one)), ...(isCopy ? ['copy'] : []), ...(isV2 ? ['list2'] : [])].join(' ');
}

/** @throws S3Error NotImplemented for an unknown operation, and for every parameter and header that it doesn't implement */
export function select(table: Table, exchange: Exchange, title = operationTitle(exchange)): Operation & { title: string } {
  const { params, headers, auth } = exchange;
  const operation = Object.hasOwn(table, title) ? table[title] : undefined;
  if (!operation && exchange.space === '')
    throw new S3Error('MethodNotAllowed', 'The specified method is not allowed against this resource.');
  const selecting = operation ? read(...operationSelectors(title)) : {};
  // S3 leaves parameters that begin with x- to its clients, for their logs.
  for (const [param, value] of params)
    if (!/^x-(?!amz-)/i.test(param))
      refuse('parameter', param, value, { ...(auth?.isPresigned && ofSignature), ...selecting, ...operation?.params });
  for (const [header, value] of Object.entries(headers))
    if (header.startsWith('x-amz-') || meaningful.has(header)) {
      const accepted = { ...everyHeader, ...operation?.headers };
      if (accepted['x-amz-acl']) access.checkList(header, value, title);
      refuse('header', header, value, accepted);
    }
  if (!operation) throw notImplemented('operation', title);
  return { ...operation, title };
}

function refuse(kind: 'parameter' | 'header', name: string, value: string, accepted: Accepted): void {
  const known = name.startsWith(USER_PREFIX) ? ANY_META : name;
  const values = Object.hasOwn(accepted, known) ? accepted[known] : undefined;
  if (values === undefined) throw notImplemented(kind, name);
  if (values !== null && !values.includes(value)) throw notImplemented(kind, name, value);
}
