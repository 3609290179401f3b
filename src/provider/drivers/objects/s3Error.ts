/** Statuses of the S3 error codes that this store returns ("Error responses", Amazon S3 API reference). */
const statuses = {
  AccessControlListNotSupported: 400,
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  BucketAlreadyOwnedByYou: 409,
  BucketNotEmpty: 409,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  IllegalLocationConstraintException: 400,
  IncompleteBody: 400,
  // As MinIO and Versity answer with; S3 itself never runs out of space. SDKs don't retry it.
  InsufficientStorage: 507,
  IllegalVersioningConfigurationException: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidBucketAclWithObjectOwnership: 400,
  InvalidBucketName: 400,
  InvalidDigest: 400,
  InvalidPart: 400,
  InvalidPartNumber: 416,
  InvalidPartOrder: 400,
  InvalidPolicyDocument: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedPOSTRequest: 400,
  MalformedTrailerError: 400,
  MalformedXML: 400,
  MaxPostPreDataLengthExceeded: 400,
  MetadataTooLarge: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchCORSConfiguration: 404,
  NoSuchKey: 404,
  NoSuchLifecycleConfiguration: 404,
  NoSuchUpload: 404,
  NoSuchVersion: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  QuotaExceeded: 403,
  RequestTimeTooSkewed: 403,
  ServerSideEncryptionConfigurationNotFoundError: 404,
  ServiceUnavailable: 503,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
} as const;
export type S3Code = keyof typeof statuses;

/** A request that S3 refuses. */
export class S3Error extends Error {
  readonly code: S3Code;
  readonly status: number;
  /** More elements of the document. */
  readonly details: Readonly<Record<string, string>>;
  /** More headers of the response. */
  readonly headers: Readonly<Record<string, string>>;
  constructor(
    code: S3Code,
    message: string,
    details: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.code = code;
    this.status = statuses[code];
    this.details = details;
    this.headers = headers;
  }
}

export const accessDenied = () => new S3Error('AccessDenied', 'Access Denied');

/** The refusal of what this store does not implement, so that a client never takes it for done. @param kind a header, parameter or element */
export const notImplemented = (kind: string, name: string, value?: string): S3Error =>
  new S3Error(
    'NotImplemented',
    `A header or parameter you provided implies functionality that is not implemented: the ${kind} ${name}${value === undefined ? '' : `: ${value}`}.`,
  );
