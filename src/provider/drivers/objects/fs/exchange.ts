import { accessDenied, S3Error } from '../s3Error.ts';
import { document, type Xml } from '../xml.ts';
import { type Auth, type Incoming, presignParams } from './auth.ts';
import { type Body, bodyFacts, content, wholeBody } from './body.ts';
import type { Meta } from './catalogRows.ts';
import type { Algorithm } from './checksums.ts';
import type { Form } from './form.ts';
import type { KeyLimit } from './keyLimit.ts';
import { limits } from './limits.ts';
import type { Objects } from './objects.ts';

/** A response before it is sent. */
export interface Answer {
  status: number;
  headers?: Record<string, string | number>;
  body?: string | Body;
}

/** An operation, named as in the Amazon S3 API reference. Access to the space and what the request contains are already checked. */
export type Run = (objects: Objects, exchange: Exchange) => Answer | Promise<Answer>;

export const xmlAnswer = (root: string, content: Xml, headers: Answer['headers'] = {}): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml', ...headers },
  body: document(root, content),
});

/** The owner of every space: S3 has accounts, and this store has one. */
export const owner = { ID: 'nasim', DisplayName: 'nasim' };

/** Who sends a request: the owner of its key, or anyone. */
export interface Caller {
  /** Null: the request isn't signed. */
  accessKey: string | null;
  /** The operator. */
  isRoot: boolean;
  /** Whether the space is the caller's own. */
  mayUse(space: string): boolean;
  /** What its key may do there. */
  limit: KeyLimit;
}

/** A request whose signature, if any, was verified. Its headers include those that a presigned URL has as parameters. */
export interface Exchange extends Incoming {
  /** Null: the request isn't signed. */
  auth: Auth | null;
  caller: Caller;
  space: string;
  /** Empty: the request refers to the space. */
  key: string;
  params: ReadonlyMap<string, string>;
  /** The body without framing; it is verified as it is read. @param wanted the checksum to compute if the client sends none */
  content(wanted?: Algorithm | null): { body: Body; length: number | null };
  /** A small document in the body. @param hasChecksum whether the checksum in the headers is that of the document */
  document(hasChecksum?: boolean): Promise<string>;
}

const MAX_DOCUMENT = 2 * 1024 * 1024;

/**
 * @param raw the bytes of the request; reading them tells a waiting client to continue
 * @throws S3Error InvalidArgument for a parameter or header that is there twice
 */
export function makeExchange(
  incoming: Incoming,
  auth: Auth | null,
  caller: Caller,
  target: { space: string; key: string },
  raw: () => Body,
): Exchange {
  const params = new Map(incoming.query);
  if (params.size < incoming.query.length) throw new S3Error('InvalidArgument', 'A query parameter may be given only once.');
  const headers = { ...incoming.headers };
  for (const [name, value] of params) {
    const header = name.toLowerCase();
    if (!header.startsWith('x-amz-') || presignParams.has(name)) continue;
    if (headers[header] !== undefined) throw new S3Error('InvalidArgument', `${header} is given as a header and as a query parameter.`);
    headers[header] = headerValue(header, value);
    params.delete(name);
  }
  const facts = () => bodyFacts(headers);
  const signer = () => {
    if (auth) return auth;
    throw accessDenied();
  };
  return {
    ...incoming,
    ...target,
    headers,
    auth,
    caller,
    params,
    content(wanted = null) {
      const about = facts();
      if (about.length === null && headers['transfer-encoding'] === undefined)
        throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.');
      return { body: content(raw(), about, signer(), wanted), length: about.length };
    },
    async document(hasChecksum = true) {
      const about = { ...facts(), ...(!hasChecksum && { checksum: null }) };
      if ((about.length ?? 0) > MAX_DOCUMENT) throw new S3Error('MalformedXML', 'The document is too long.');
      const bytes = await wholeBody(raw(), about, signer(), MAX_DOCUMENT);
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
      } catch {
        throw new S3Error('MalformedXML', 'The document is not encoded in UTF-8.');
      }
    },
  };
}

/** As a header has it: Latin-1, one character for each byte of UTF-8. @throws S3Error InvalidArgument if no header can have it */
function headerValue(name: string, text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(text))
    throw new S3Error('InvalidArgument', `The value of ${name} is not that of a header.`);
  return Buffer.from(text).toString('latin1');
}

/** The request that an uploaded form stands for. @throws S3Error InvalidArgument */
export function makeFormExchange(incoming: Incoming, form: Form, caller: Caller, space: string): Exchange {
  const { host = '' } = incoming.headers;
  // The length of the file isn't known before it is read.
  const headers: Record<string, string> = { host, 'transfer-encoding': 'chunked' };
  const params: [string, string][] = [];
  for (const [name, value] of form.fields) {
    if (name === 'key') continue;
    const header = name === 'acl' ? 'x-amz-acl' : name;
    if (header.startsWith('x-amz-') || STORED_HEADERS.includes(header) || header === 'content-type')
      headers[header] = headerValue(name, value);
    else params.push([name, value]);
  }
  const key = form.fields.get('key') ?? '';
  if (key === '') throw new S3Error('InvalidArgument', "Bucket POST must contain a field named 'key'.");
  return makeExchange({ ...incoming, headers, query: params }, form.auth, caller, { space, key }, () => form.body);
}

const STORED_HEADERS = ['cache-control', 'content-disposition', 'content-encoding', 'content-language', 'expires'];
export const USER_PREFIX = 'x-amz-meta-';

/** The headers to store with an object. @throws S3Error MetadataTooLarge */
export function headerMeta(headers: Incoming['headers']): Meta {
  const user: Record<string, string> = {};
  let bytes = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith(USER_PREFIX)) continue;
    user[name.slice(USER_PREFIX.length)] = value;
    bytes += name.length - USER_PREFIX.length + value.length;
  }
  if (bytes > limits.metaBytes) throw new S3Error('MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size');
  const stored = STORED_HEADERS.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
  const result = Object.fromEntries(stored);
  // The framing of a chunked upload isn't a content encoding of the object.
  const encoding = (result['content-encoding'] ?? '').split(',').map((one) => one.trim());
  const left = encoding.filter((one) => one !== 'aws-chunked' && one !== '').join(', ');
  if (left) result['content-encoding'] = left;
  else delete result['content-encoding'];
  return { contentType: headers['content-type'] ?? 'binary/octet-stream', headers: result, user };
}

/** Response headers from the metadata of an object. */
export const metaHeaders = ({ contentType, headers, user }: Meta): Record<string, string> => ({
  'content-type': contentType,
  ...headers,
  ...Object.fromEntries(Object.entries(user).map(([name, value]) => [USER_PREFIX + name, value])),
});
