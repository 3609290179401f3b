import { iso } from '../../../../lib/time.ts';
import { accessDenied, S3Error } from '../s3Error.ts';
import { ALGORITHM, amzDate, parseAmzDate, parseHttpDate, type Scope, SIGNED_CHUNKS, sameSignature, sign, UNSIGNED } from '../sigv4.ts';

/** A request as received. */
export interface Incoming {
  method: string;
  /** As sent, without the query. */
  path: string;
  /** Decoded pairs, in order. */
  query: readonly (readonly [string, string])[];
  /** By lower-case name; Latin-1, one character for each byte. */
  headers: Readonly<Record<string, string>>;
}

/** The signer of a request, and the key for the chunks of its body. */
export interface Auth {
  accessKey: string;
  signature: string;
  signingKey: Buffer;
  /** In ISO 8601 basic format: `20261124T143000Z`. */
  time: string;
  scope: Scope;
  /** The whole request is in a presigned URL, which may have been shared. */
  isPresigned: boolean;
}

/** The parameters of a signature in a URL. */
export const presignParams: ReadonlySet<string> = new Set(
  ['Algorithm', 'Content-Sha256', 'Credential', 'Date', 'Expires', 'Signature', 'SignedHeaders'].map((name) => `X-Amz-${name}`),
);

/** Maximum clock skew of a client. */
const SKEW_MS = 15 * 60_000;
const MAX_EXPIRES = 7 * 86_400;

const malformed = (message: string) => new S3Error('AuthorizationHeaderMalformed', message);
/** How a body may be signed ("Signature Calculations for the Authorization Header", Amazon S3 API reference). */
const payloadHashes = [UNSIGNED, 'STREAMING-UNSIGNED-PAYLOAD-TRAILER', SIGNED_CHUNKS, `${SIGNED_CHUNKS}-TRAILER`];
const isPayloadHash = (text: string): boolean => payloadHashes.includes(text) || /^[0-9a-f]{64}$/i.test(text);
const badPayloadHash = `x-amz-content-sha256 must be ${payloadHashes.join(', ')} or a valid sha256 value.`;
/** AWS has ended signature version 2 for new buckets; SDKs of today don't use it. */
export const onlyV4 = () =>
  new S3Error('InvalidRequest', `The authorization mechanism you have provided is not supported. Please use ${ALGORITHM}.`);
const badQuery = (message: string) => new S3Error('AuthorizationQueryParametersError', message);

/** Whether a request has a signature, in its header or query. */
export const isSigned = ({ headers, query }: Incoming): boolean =>
  Boolean(headers.authorization) || query.some(([name]) => name === 'X-Amz-Algorithm' || name === 'AWSAccessKeyId');

/**
 * Verifies the signature of a request, in its header or query.
 * @param secretOf returns the secret of an access key; null if the key doesn't exist
 */
export function authenticate(request: Incoming, now: number, secretOf: (accessKey: string) => string | null): Auth {
  const query = new Map(request.query);
  for (const hash of [request.headers['x-amz-content-sha256'], query.get('X-Amz-Content-Sha256')])
    if (hash !== undefined && !isPayloadHash(hash)) throw new S3Error('InvalidArgument', badPayloadHash);
  if (query.has('X-Amz-Algorithm') && request.headers.authorization !== undefined)
    throw new S3Error('InvalidArgument', 'Only one auth mechanism allowed: the X-Amz-Algorithm parameter or the Authorization header.');
  if (query.has('AWSAccessKeyId')) throw onlyV4();
  const claim = query.has('X-Amz-Algorithm') ? fromQuery(request, query, now) : fromHeader(request, now);
  const secret = secretOf(claim.accessKey);
  if (secret === null) throw new S3Error('InvalidAccessKeyId', 'The access key ID you provided does not exist in our records.');
  const isCovered = claim.signedHeaders.includes('host');
  const unsigned = Object.keys(request.headers).find((name) => name.startsWith('x-amz-') && !claim.signedHeaders.includes(name));
  if (!isCovered || unsigned) throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed.');
  const signable = { ...request, query: request.query.filter(([name]) => name !== 'X-Amz-Signature'), ...claim };
  const { signature, key } = sign(signable, secret, claim.time, claim.scope);
  const isSigner = sameSignature(signature, claim.signature);
  if (!isSigner && !sameSignature(sign(signable, secret, claim.time, claim.scope, 'utf8').signature, claim.signature))
    throw new S3Error(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  const { accessKey, time, scope } = claim;
  return { accessKey, signature: claim.signature, signingKey: key, time, scope, isPresigned: claim.isPresigned };
}

interface Claim extends Omit<Auth, 'signingKey'> {
  signedHeaders: string[];
  payloadHash: string;
}

/** @param time of the request; `fault` makes the error to throw */
export function credential(text: string, time: string, fault: (message: string) => S3Error): Pick<Claim, 'accessKey' | 'scope'> {
  const [accessKey = '', date = '', region = '', service, terminator, ...rest] = text.split('/');
  if (!accessKey || !region || service !== 's3' || terminator !== 'aws4_request' || rest.length > 0 || date !== time.slice(0, 8))
    throw fault('The credential must be of the form <access key>/<date>/<region>/s3/aws4_request, of the date of the request.');
  return { accessKey, scope: { date, region } };
}

function fromHeader({ headers }: Incoming, now: number): Claim {
  const { authorization } = headers;
  if (!authorization) throw accessDenied();
  if (authorization.startsWith('AWS ')) throw onlyV4();
  if (!authorization.startsWith(`${ALGORITHM} `)) throw malformed('Only AWS4-HMAC-SHA256 (signature version 4) is supported.');
  const fields = new Map(
    authorization
      .slice(ALGORITHM.length + 1)
      .split(',')
      .map((field) => {
        const at = field.indexOf('=');
        return [field.slice(0, at).trim(), field.slice(at + 1).trim()] as const;
      }),
  );
  const [credentialField, signedHeaders, signature] = [fields.get('Credential'), fields.get('SignedHeaders'), fields.get('Signature')];
  if (!credentialField || !signedHeaders || !signature) throw malformed('The header needs Credential, SignedHeaders and Signature.');
  const date = headers['x-amz-date'] ?? headers.date ?? '';
  const basic = parseAmzDate(date);
  const at = Number.isNaN(basic) ? parseHttpDate(date) : basic;
  if (Number.isNaN(at)) throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header');
  const time = amzDate(at);
  if (Math.abs(now - at) > SKEW_MS)
    throw new S3Error('RequestTimeTooSkewed', 'The difference between the request time and the current time is too large.', {
      RequestTime: date,
      ServerTime: iso(now),
      MaxAllowedSkewMilliseconds: String(SKEW_MS),
    });
  const payloadHash = headers['x-amz-content-sha256'];
  if (payloadHash === undefined) throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256');
  return {
    ...credential(credentialField, time, malformed),
    time,
    signature,
    signedHeaders: signedHeaders.split(';'),
    payloadHash,
    isPresigned: false,
  };
}

function fromQuery({ headers }: Incoming, query: ReadonlyMap<string, string>, now: number): Claim {
  const time = query.get('X-Amz-Date') ?? '';
  const at = parseAmzDate(time);
  const signature = query.get('X-Amz-Signature');
  const signedHeaders = query.get('X-Amz-SignedHeaders');
  const expires = query.get('X-Amz-Expires') ?? '';
  if (query.get('X-Amz-Algorithm') !== ALGORITHM || Number.isNaN(at) || !signature || !signedHeaders)
    throw badQuery(
      'Query-string authentication requires the X-Amz-Algorithm, -Credential, -Signature, -Date, -SignedHeaders and -Expires parameters.',
    );
  if (!/^-?\d{1,6}$/.test(expires) || Number(expires) > MAX_EXPIRES)
    throw badQuery(`X-Amz-Expires must be a number of seconds, and at most ${MAX_EXPIRES}.`);
  const claim = {
    ...credential(query.get('X-Amz-Credential') ?? '', time, badQuery),
    time,
    signature,
    signedHeaders: signedHeaders.split(';'),
    payloadHash: headers['x-amz-content-sha256'] ?? query.get('X-Amz-Content-Sha256') ?? UNSIGNED,
    isPresigned: true,
  };
  if (at - now > SKEW_MS) throw new S3Error('AccessDenied', 'Request is not yet valid');
  if (now >= at + Number(expires) * 1000) throw new S3Error('AccessDenied', 'Request has expired');
  return claim;
}
