import { prepared } from '../../../../core/prepared.ts';
import { decodeTexts, decodeUtf8, toBinary } from './charset.ts';
import { readFormBody, readFormIn } from './form.ts';
import { fieldValues, readField } from './headerField.ts';
import { looksLikeJson, readJson } from './json.ts';
import { isBinary, parseBoundary, readMultipart } from './multipart.ts';
import { Reading, type RequestBody, type Unread } from './reading.ts';
import { readXml } from './xml.ts';

const form = 'application/x-www-form-urlencoded';
const json = /^(?:application|text)\/(?:[\w.+-]+\+)?(?:x-)?(?:json|ndjson|jsonl|json-seq|jsonlines|csp-report)$/;
const xml = /^(?:application|text)\/(?:[\w.+-]+\+)?xml(?:-dtd|-external-parsed-entity)?$/;
const binary =
  /^(?:(?:image|audio|video|font|model)\/|application\/(?:octet-stream|pdf|wasm|cbor|zip|gzip|zstd|java-archive|(?:x-)?(?:protobuf|msgpack|tar|gzip|bzip2?|7z-compressed|rar-compressed|xz|zip-compressed)|grpc|vnd\.))/;

/** The encoding that an XML document declares. */
const prolog = /^\s*<\?xml\b[^>]{0,200}\bencoding\s{0,9}=\s{0,9}["']([^"']{1,40})/;

/** The readings of a text as JSON. @returns why none of them succeeds; null: one does */
function readJsons(texts: readonly string[], isPartial: boolean, into: Reading): Unread | null {
  const causes = texts.map((text) => readJson(text, isPartial, into));
  return causes.includes(null) ? null : (causes[0] ?? null);
}

/**
 * Reads the values of a request's body by its content type, and as origins read it that don't ask for one. What can't be read is
 * inspected as text all the same, and named in `unread`. Linear in the length of the body.
 * @param contentType the header field; empty: none. Several are joined by commas
 */
export function readBody({ bytes, isPartial, unread }: RequestBody, contentType: string): Reading {
  const into = new Reading(true);
  if (bytes.length === 0) return into;
  if (unread) {
    into.unread.add(unread);
    return into;
  }
  into.isPartial = isPartial;
  const field = readField(contentType);
  const [type = ''] = field.value.split(/[\s,]/);
  const charsets = fieldValues(field, 'charset');
  const charset = charsets[0]?.[0] ?? '';
  if (field.isList || field.isBroken || charsets.length > 1) into.unread.add('contentType');
  if (type.startsWith('multipart/')) {
    const boundary = parseBoundary(field);
    if (boundary !== null) readMultipart(bytes, boundary, isPartial, into);
    else {
      into.unread.add('boundary');
      into.add('body', '', decodeUtf8(bytes));
    }
    return into;
  }
  if (binary.test(type) && !xml.test(type) && !json.test(type) && isBinary(toBinary(bytes.subarray(0, 1445)))) {
    into.isPartial = false;
    return into;
  }
  const encoding = charset || (xml.test(type) ? (prolog.exec(decodeUtf8(bytes.subarray(0, 400)))?.[1] ?? '') : '');
  const known = decodeTexts(bytes, encoding);
  if (!known) into.unread.add('charset');
  const texts = known ?? [decodeUtf8(bytes)];
  if (json.test(type)) {
    const cause = readJsons(texts, isPartial, into);
    if (!cause) return into;
    into.unread.add(cause);
    for (const text of texts) into.add('body', '', text);
    return into;
  }
  for (const text of texts) {
    if (looksLikeJson(text)) readJson(text, isPartial, into);
    if (type === form || !/^text\/|xml/.test(type)) readFormBody(text, type === form, into);
    if (xml.test(type) ? !readXml(text, isPartial, into) : type !== form) into.add('body', '', text);
  }
  if (type === form && known && !into.unread.has('count') && !/^(?:utf-?8|us-ascii)?$/i.test(charset)) readFormIn(charset, bytes, into);
  return into;
}

/** The texts of a body, for conditions of rules. */
export const bodyTexts = prepared(({ bytes }: RequestBody): string[] => (bytes.length === 0 ? [] : (decodeTexts(bytes, '') ?? [])));
