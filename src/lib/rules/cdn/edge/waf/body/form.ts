import { decodePercent } from '../normalize.ts';
import { findDecoders, toBinary, toBytes, unescaped } from './charset.ts';
import type { Reading } from './reading.ts';

/** In a form, `+` is a space (WHATWG URL, application/x-www-form-urlencoded). */
const spaced = (text: string): string => text.replaceAll('+', ' ');

function* split(text: string): Generator<[name: string, value: string | null]> {
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    yield cut < 0 ? [spaced(pair), null] : [spaced(pair.slice(0, cut)), spaced(pair.slice(cut + 1))];
  }
}

/** Parameters by their names. Frameworks join those with the same name, with a comma or without, so an attack can be spread over them. */
export function addJoined(pairs: readonly (readonly [name: string, value: string])[], into: Reading): void {
  for (const [name, same] of Map.groupBy(pairs, ([one]) => one)) {
    if (same.length < 2) continue;
    const values = same.map(([, value]) => value);
    into.add('parameter', name, values.join(','));
    into.add('parameter', name, values.join(''));
  }
}

function addPairs(pairs: Iterable<[name: string, value: string | null]>, nameOf: (name: string) => string, into: Reading): void {
  const values: [string, string][] = [];
  for (const [text, value] of pairs) {
    const name = nameOf(text);
    into.add('parameterName', name, text);
    if (value === null) continue;
    into.add('parameter', name, value);
    values.push([name, value]);
  }
  addJoined(values, into);
}

/** A query or a form: names for display decoded, names and values to inspect with their percent escapes, which `normalise` decodes. */
export const readForm = (text: string, into: Reading): void => addPairs(split(text), decodePercent, into);

/** As in multipart bodies: PHP, Django and the parsers of Express read no more parameters of a form, or refuse it. */
const maxParameters = 1_000;

/** The start of a form that has all parameters within the limit; its length is that of the text if there are no more. */
function findLimit(text: string): number {
  let at = -1;
  for (let count = 0; count < maxParameters; count++) {
    at = text.indexOf('&', at + 1);
    if (at < 0) return text.length;
  }
  return at;
}

/**
 * The form of a body.
 * @param isDeclared by the content type. Any other text with more parameters than the limit is no form.
 */
export function readFormBody(text: string, isDeclared: boolean, into: Reading): void {
  const end = findLimit(text);
  if (end === text.length) readForm(text, into);
  else if (isDeclared) {
    readForm(text.slice(0, end), into);
    into.exceed();
  }
}

/** A form whose percent escapes are bytes of another charset. */
export function readFormIn(charset: string, bytes: Uint8Array, into: Reading): void {
  for (const decode of findDecoders(charset) ?? []) {
    const decoded = (text: string): string => decode(toBytes(unescaped(text)));
    const pairs = split(toBinary(bytes)).map(([name, value]): [string, string | null] => [
      decoded(name),
      value === null ? null : decoded(value),
    ]);
    addPairs(pairs, (name) => name, into);
  }
}

/** The decoded values of a parameter, which may be repeated. */
export const parseParameters = (query: string, name: string): string[] =>
  [...split(query)].flatMap(([one, value]) => (decodePercent(one) === name ? [decodePercent(value ?? '')] : []));
