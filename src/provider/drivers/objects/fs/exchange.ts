import { S3Error } from '../s3-error.ts';
import type { Auth, Incoming } from './auth.ts';
import { bodyFacts, content, wholeBody } from './body.ts';
import type { Meta } from './catalogRows.ts';
import { type Body, limits } from './objects.ts';

/** A response before it is sent. */
export interface Answer {
  status: number;
  headers?: Record<string, string | number>;
  body?: string | Body;
}

/** A request whose signature was verified. */
export interface Exchange extends Incoming {
  auth: Auth;
  space: string;
  /** Empty: the request refers to the space. */
  key: string;
  params: ReadonlyMap<string, string>;
  /** The body without framing; it is verified as it is read. */
  content(): { body: Body; length: number | null };
  /** A small document in the body. */
  document(): Promise<string>;
}

const MAX_DOCUMENT = 2 * 1024 * 1024;

/** @param raw the bytes of the request; reading them tells a waiting client to continue */
export function makeExchange(incoming: Incoming, auth: Auth, target: { space: string; key: string }, raw: () => Body): Exchange {
  return {
    ...incoming,
    ...target,
    auth,
    params: new Map(incoming.query),
    content() {
      const facts = bodyFacts(incoming.headers);
      if (facts.length === null && incoming.headers['transfer-encoding'] === undefined)
        throw new S3Error('MissingContentLength', 'You must provide the Content-Length HTTP header.');
      return { body: content(raw(), facts, auth), length: facts.length };
    },
    async document() {
      const facts = bodyFacts(incoming.headers);
      if ((facts.length ?? 0) > MAX_DOCUMENT) throw new S3Error('MalformedXML', 'The document is too long.');
      return (await wholeBody(raw(), facts, auth, MAX_DOCUMENT)).toString('utf8');
    },
  };
}

const KEPT = ['cache-control', 'content-disposition', 'content-encoding', 'content-language', 'expires'];
export const USER_PREFIX = 'x-amz-meta-';

/** The headers to store with an object. @throws S3Error MetadataTooLarge */
export function metaOf(headers: Incoming['headers']): Meta {
  const user: Record<string, string> = {};
  let bytes = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith(USER_PREFIX)) continue;
    user[name.slice(USER_PREFIX.length)] = value;
    bytes += name.length - USER_PREFIX.length + value.length;
  }
  if (bytes > limits.metaBytes) throw new S3Error('MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size');
  const kept = KEPT.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]] as const]));
  const result = Object.fromEntries(kept);
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
