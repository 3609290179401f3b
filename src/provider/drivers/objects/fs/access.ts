import { accessDenied, notImplemented, S3Error } from '../s3Error.ts';
import { malformedXml, readXml } from '../xml.ts';
import { type Exchange, owner, type Run, xmlAnswer } from './exchange.ts';
import { overrides } from './operations.ts';

/**
 * Who may read. A space is private or readable for everyone, as its owner sets in the panel; access control lists (ACLs) are disabled,
 * as in S3 for buckets whose ownership is "bucket owner enforced" (Amazon S3 user guide).
 */

/** Parameters of S3 with which a GET requests something else than the content of an object. */
const subresources = [
  ...['acl', 'attributes', 'legal-hold', 'restore', 'retention', 'select', 'tagging', 'torrent', 'uploadId', 'uploads'],
  ...['versionId', 'versions', 'website'],
];

/**
 * The request of a caller to whom the space doesn't belong, without the parameters that mean nothing to S3: links on other pages have
 * some of their own. @throws S3Error AccessDenied for everything but the content of an object; InvalidRequest
 */
export function publicRead(exchange: Exchange): Exchange {
  const { method, key, params, auth } = exchange;
  const isRead = key !== '' && (method === 'GET' || method === 'HEAD');
  if (!isRead || subresources.some((name) => params.has(name))) throw accessDenied();
  if (auth) return exchange;
  if (Object.keys(overrides).some((name) => params.has(name)))
    throw new S3Error('InvalidRequest', 'Request specific response headers cannot be used for anonymous GET requests.');
  return { ...exchange, params: new Map([...params].filter(([name]) => name === 'partNumber')) };
}

const lists = ['private', 'public-read', 'public-read-write', 'authenticated-read', 'aws-exec-read', 'log-delivery-write'].concat([
  'bucket-owner-read',
  'bucket-owner-full-control',
]);
/** The canned ACLs that give nobody but the owner a right. */
export const ownerLists: readonly string[] = ['private', 'bucket-owner-full-control'];

const listsDisabled = () => new S3Error('AccessControlListNotSupported', 'The bucket does not allow ACLs');

/** Refuses the header of an ACL that gives others a right. @param title of the operation. @throws S3Error */
export function checkList(header: string, value: string, title: string): void {
  const isCanned = header === 'x-amz-acl';
  if (!isCanned && !header.startsWith('x-amz-grant-')) return;
  if (isCanned && !lists.includes(value)) throw new S3Error('InvalidArgument', 'The canned ACL is unknown.');
  if (title.endsWith(' acl')) throw listsDisabled();
  if (isCanned && ownerLists.includes(value)) return;
  if (title === 'PUT space')
    throw new S3Error(
      'InvalidBucketAclWithObjectOwnership',
      "Bucket cannot have ACLs set with ObjectOwnership's BucketOwnerEnforced setting",
    );
  throw listsDisabled();
}

/** As in S3, the owner's rights, whoever else may read. */
export const getAcl: Run = (objects, { space, key, params }) => {
  if (key !== '') objects.find(space, key, params.get('versionId'));
  const type = { '@xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance', '@xsi:type': 'CanonicalUser' };
  const Grant = [{ Grantee: { ...type, ...owner }, Permission: 'FULL_CONTROL' }];
  return xmlAnswer('AccessControlPolicy', { Owner: owner, AccessControlList: { Grant } });
};
export const putAcl: Run = () => {
  throw listsDisabled();
};

const ENFORCED = 'BucketOwnerEnforced';
export const getOwnership: Run = () => xmlAnswer('OwnershipControls', { Rule: { ObjectOwnership: ENFORCED } });
/** Accepts what every space has. @throws S3Error NotImplemented for a setting with ACLs */
export const putOwnership: Run = async (_objects, { document }) => {
  const { Rule } = readXml(await document(), 'OwnershipControls', { Rule: { ObjectOwnership: 'text' } });
  if (Rule?.ObjectOwnership === undefined) throw malformedXml();
  if (Rule.ObjectOwnership !== ENFORCED) throw notImplemented('element', 'ObjectOwnership', Rule.ObjectOwnership);
  return { status: 200 };
};

export const getPolicyStatus: Run = (objects, { space }) =>
  xmlAnswer('PolicyStatus', { IsPublic: objects.space(space).access === 'publicRead' });
