import { S3Error } from '../s3Error.ts';
import { ALGORITHM, hmac, sameSignature, signingKey } from '../sigv4.ts';
import { type Auth, credential, type Incoming, onlyV4 } from './auth.ts';
import type { Body } from './body.ts';

/**
 * Uploads by HTML forms ("POST Object" and "Browser-based uploads using POST", Amazon S3 API reference): the fields are signed by a
 * policy, which says what a form may contain.
 */
export interface Form {
  /** By lower-case name, without the policy and its signature. */
  fields: ReadonlyMap<string, string>;
  auth: Auth;
  /** Throws if the file is shorter or longer than the policy allows. Like S3, ignores the fields after it. */
  body: Body;
}

const MAX_FIELDS = 64 * 1024;
const MAX_POLICY = 32 * 1024;

const denied = (message: string) => new S3Error('AccessDenied', `Invalid according to Policy: ${message}`);
const malformed = () => new S3Error('MalformedPOSTRequest', 'The body of your POST request is not well-formed multipart/form-data.');
const invalidPolicy = (message: string) => new S3Error('InvalidPolicyDocument', `Invalid Policy: ${message}`);

/** The boundary of a form; null: the request has none. */
export const parseBoundary = ({ method, headers }: Incoming): string | null =>
  method === 'POST'
    ? (/^multipart\/form-data\s*;.*\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i
        .exec(headers['content-type'] ?? '')
        ?.slice(1)
        .find(Boolean) ?? null)
    : null;

/**
 * Reads the fields before the file, and verifies the policy and its signature.
 * @param space that the form is sent to
 * @throws S3Error
 */
export async function readForm(
  source: Body,
  boundary: string,
  space: string,
  now: number,
  secretOf: (accessKey: string) => string | null,
): Promise<Form> {
  const reader = new PartReader(source, boundary);
  const fields = new Map<string, string>();
  let length = 0;
  for (;;) {
    const part = await reader.next();
    if (!part) throw new S3Error('InvalidArgument', 'POST requires exactly one file upload per request.');
    if (part.name === 'file') {
      const auth = verified(fields, secretOf);
      // The policy is about the key that the file gets.
      const key = fields.get('key')?.replace(/\$\{filename\}/g, () => part.filename);
      if (key !== undefined) fields.set('key', key);
      const range = checkPolicy(fields, space, now);
      for (const name of ['policy', 'bucket', ...signatureFields]) fields.delete(name);
      return { fields, auth, body: readFormFile(reader, range) };
    }
    const chunks: Buffer[] = [];
    for await (const chunk of reader.content()) {
      length += chunk.length;
      if (length > MAX_FIELDS)
        throw new S3Error('MaxPostPreDataLengthExceeded', 'Your POST request fields preceding the upload file were too large.');
      chunks.push(chunk);
    }
    if (fields.has(part.name)) throw new S3Error('InvalidArgument', `The field ${part.name} may be given only once.`);
    fields.set(part.name, Buffer.concat(chunks).toString('utf8'));
  }
}

const signatureFields = ['x-amz-algorithm', 'x-amz-credential', 'x-amz-date', 'x-amz-signature'];

function verified(fields: ReadonlyMap<string, string>, secretOf: (accessKey: string) => string | null): Auth {
  const policy = fields.get('policy');
  if (policy === undefined) throw new S3Error('AccessDenied', 'Access Denied');
  const [algorithm, credentialField, time, signature] = signatureFields.map((name) => fields.get(name));
  if (fields.has('awsaccesskeyid')) throw onlyV4();
  if (algorithm !== ALGORITHM || credentialField === undefined || time === undefined || signature === undefined)
    throw new S3Error(
      'InvalidArgument',
      `Bucket POST must contain a field named policy, and ${signatureFields.join(', ')} of signature version 4.`,
    );
  const { accessKey, scope } = credential(credentialField, time, (message) => new S3Error('InvalidArgument', message));
  const secret = secretOf(accessKey);
  if (secret === null) throw new S3Error('InvalidAccessKeyId', 'The access key ID you provided does not exist in our records.');
  const key = signingKey(secret, scope);
  if (!sameSignature(hmac(key, policy).toString('hex'), signature))
    throw new S3Error(
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided. Check your key and signing method.',
    );
  return { accessKey, signature, signingKey: key, time, scope, isPresigned: true };
}

interface Range {
  min: number;
  max: number;
}

/** @returns the sizes that the file may have. @throws S3Error InvalidPolicyDocument, AccessDenied */
function checkPolicy(fields: ReadonlyMap<string, string>, space: string, now: number): Range {
  const text = fields.get('policy') ?? '';
  const { expiration, conditions } = parsePolicy(text);
  if (now > expiration) throw denied('Policy expired.');
  const range = { min: 0, max: Number.POSITIVE_INFINITY };
  const covered = new Set<string>();
  const readField = (name: string) => (name === 'bucket' ? (fields.get(name) ?? space) : fields.get(name));
  for (const condition of conditions) {
    const [operator, name, value] = condition;
    if (operator === 'content-length-range') {
      range.min = Math.max(range.min, name);
      range.max = Math.min(range.max, value);
      continue;
    }
    covered.add(name);
    const actual = readField(name);
    const isMet = operator === 'eq' ? actual === value : (actual ?? '').startsWith(value);
    if (!isMet) throw denied(`Policy Condition failed: ["${operator}", "$${name}", "${value}"]`);
  }
  const extra = [...fields.keys(), 'bucket'].find(
    (name) => !covered.has(name) && name !== 'policy' && name !== 'x-amz-signature' && !name.startsWith('x-ignore-'),
  );
  if (extra !== undefined) throw denied(`Extra input fields: ${extra}`);
  if ((fields.get('bucket') ?? space) !== space) throw denied('the form is for another bucket');
  return range;
}

type Condition = ['eq' | 'starts-with', string, string] | ['content-length-range', number, number];

function parsePolicy(text: string): { expiration: number; conditions: Condition[] } {
  let policy: unknown;
  try {
    policy = text.length > MAX_POLICY ? null : JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
  } catch {
    throw invalidPolicy('Invalid JSON.');
  }
  if (typeof policy !== 'object' || policy === null || Array.isArray(policy)) throw invalidPolicy('Invalid JSON.');
  const { expiration, conditions, ...others } = policy as Record<string, unknown>; // an object by now
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw invalidPolicy(`Unexpected: '${unknown}'.`);
  const time =
    typeof expiration === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(expiration) ? Date.parse(expiration) : Number.NaN;
  if (Number.isNaN(time)) throw invalidPolicy("Invalid 'expiration' value.");
  if (!Array.isArray(conditions)) throw invalidPolicy('Policy missing conditions.');
  return { expiration: time, conditions: conditions.flatMap(parseConditions) };
}

function parseConditions(condition: unknown): Condition[] {
  if (Array.isArray(condition)) {
    const [operator, name, value, ...rest] = condition as unknown[];
    const kind = typeof operator === 'string' ? operator.toLowerCase() : '';
    const [min, max] = [name, value].map((one) => (typeof one === 'string' && /^\d{1,15}$/.test(one) ? Number(one) : one));
    if (kind === 'content-length-range' && rest.length === 0 && isSize(min) && isSize(max)) return [[kind, min, max]];
    if (
      (kind === 'eq' || kind === 'starts-with') &&
      rest.length === 0 &&
      typeof name === 'string' &&
      name.startsWith('$') &&
      typeof value === 'string'
    )
      return [[kind, name.slice(1).toLowerCase(), value]];
    throw invalidPolicy(`Invalid condition: ${JSON.stringify(condition).slice(0, 200)}.`);
  }
  const entries = typeof condition === 'object' && condition !== null ? Object.entries(condition) : [];
  if (entries.length === 0) throw invalidPolicy('Invalid Simple-Condition: Simple-Conditions must have exactly one property specified.');
  return entries.map(([name, value]) => {
    if (typeof value !== 'string') throw invalidPolicy('Invalid Simple-Condition: value must be a string.');
    return ['eq', name.toLowerCase(), value];
  });
}
const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function readFormFile(reader: PartReader, { min, max }: Range): Body {
  return {
    async *[Symbol.asyncIterator]() {
      let size = 0;
      for await (const chunk of reader.content()) {
        size += chunk.length;
        if (size > max) throw new S3Error('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size.');
        yield chunk;
      }
      if (size < min) throw new S3Error('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size');
    },
  };
}

/** Reads the parts of multipart/form-data (RFC 7578) in order. */
class PartReader {
  readonly #iterator: AsyncIterator<Uint8Array>;
  readonly #delimiter: Buffer;
  /** The first delimiter has no line feed before it. */
  #buffered: Buffer = Buffer.from('\r\n');
  #isInside = false;

  constructor(source: Body, boundary: string) {
    this.#iterator = source[Symbol.asyncIterator]();
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
  }
  async #more(): Promise<void> {
    const { done, value } = await this.#iterator.next();
    if (done) throw malformed();
    this.#buffered = Buffer.concat([this.#buffered, value]);
  }
  async #take(length: number): Promise<Buffer> {
    while (this.#buffered.length < length) await this.#more();
    const chunk = this.#buffered.subarray(0, length);
    this.#buffered = this.#buffered.subarray(length);
    return chunk;
  }

  /** The next part, after the content of the one before; null at the end. */
  async next(): Promise<{ name: string; filename: string } | null> {
    if (this.#isInside) for await (const _chunk of this.content());
    if (!(await this.#take(this.#delimiter.length)).equals(this.#delimiter)) throw malformed();
    const after = (await this.#take(2)).toString('latin1');
    if (after === '--') return null;
    if (after !== '\r\n') throw malformed();
    let end = this.#buffered.indexOf('\r\n\r\n');
    for (; end < 0; end = this.#buffered.indexOf('\r\n\r\n')) {
      if (this.#buffered.length > 8 * 1024) throw malformed();
      await this.#more();
    }
    const headers = (await this.#take(end + 4)).toString('utf8');
    const disposition = /^content-disposition:\s*form-data\s*;(.*)$/im.exec(headers)?.[1] ?? '';
    const parameter = (name: string) => new RegExp(`(?:^|;)\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(disposition)?.[1];
    const name = parameter('name');
    if (name === undefined) throw malformed();
    this.#isInside = true;
    return { name: name.toLowerCase(), filename: (parameter('filename') ?? '').replace(/^.*[\\/]/, '') };
  }

  /** The rest of the content of the current part. */
  async *content(): AsyncGenerator<Buffer> {
    for (;;) {
      const at = this.#buffered.indexOf(this.#delimiter);
      // The end of what is there may be the beginning of a delimiter.
      const length = at < 0 ? this.#buffered.length - this.#delimiter.length + 1 : at;
      if (length > 0) yield await this.#take(length);
      if (at >= 0) break;
      await this.#more();
    }
    this.#isInside = false;
  }
}
