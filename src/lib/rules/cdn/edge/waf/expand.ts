import { decodeBase64, decodeToken, minLength } from './body/base64.ts';
import { looksLikeJson, readJson } from './body/json.ts';
import { Reading } from './body/reading.ts';
import { decodePercent } from './normalize.ts';
import type { Part } from './parts.ts';

/** A document in a document in a document is inspected as text. */
const maxDepth = 2;

/** The start of an object or a list, maybe with escapes. */
const isOpening = (code: number): boolean => code === 123 || code === 91 || code === 37 || code <= 32; // { [ %

/** The values of a text that is JSON, an object or a list. @returns null: it's none */
function readValues(part: Part): Part[] | null {
  const { text, place, name } = part;
  const first = text.charCodeAt(0);
  if (!isOpening(first)) return null;
  const decoded = first === 37 ? decodePercent(text) : text;
  if (!looksLikeJson(decoded)) return null;
  const reading = new Reading(part.isPosted === true);
  if (readJson(decoded, false, reading) !== null || reading.unread.size > 0) return null;
  // Exceptions are for the parameter that the request has.
  return reading.parts.map((one) => ({ ...one, place: one.place === 'parameterName' ? one.place : place, name }));
}

/** Whether a part may contain others: most are short and no JSON. */
export const isExpandable = ({ text }: Part): boolean => text.length >= minLength || isOpening(text.charCodeAt(0));

/**
 * What a part contains, under its own name: the values of JSON in a string instead of it, and what is in base64 beside it.
 * @param depth how deep the part is in others
 */
export function* expand(part: Part, depth = 0): Generator<Part> {
  if (part.place === 'path' || part.place === 'parameterName' || depth >= maxDepth) return yield part;
  const values = readValues(part);
  if (values) {
    for (const one of values) yield* expand(one, depth + 1);
    return;
  }
  yield part;
  if (part.text.length < minLength) return;
  const decoded = decodeBase64(part.text);
  const texts = decoded === null ? decodeToken(part.text) : [decoded];
  for (const text of texts ?? []) yield* expand({ ...part, text }, depth + 1);
}
