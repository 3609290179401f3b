import type { Visit } from '../visit.ts';
import { readForm } from './body/form.ts';
import { Reading } from './body/reading.ts';

/** A part of a request that is inspected separately. */
export interface Part {
  place: 'path' | 'parameter' | 'parameterName' | 'fileName' | 'header' | 'cookie' | 'body';
  /** The parameter, the field of a file, the header or cookie; empty for the path and for text that has no name. */
  name: string;
  text: string;
  /** From the request's body: the other places have no room for a text that somebody wrote. */
  isPosted?: boolean;
}

/** Read elsewhere, and checked by the edge; an attacker can control all other headers. */
const unread: ReadonlySet<string> = new Set(['cookie', 'host', 'connection', 'content-length']);

const word = /^[\w-]*$/;

/** All parts of a request that a visitor controls, without its body. */
export function visitParts({ raw, headers, cookies }: Visit): Part[] {
  const query = new Reading(false);
  readForm(raw.query, query);
  const parts: Part[] = [{ place: 'path', name: '', text: raw.path }, ...query.parts];
  for (const [name, text] of headers) if (!unread.has(name)) parts.push({ place: 'header', name, text });
  for (const [name, text] of cookies) {
    parts.push({ place: 'cookie', name, text });
    // An attack in the name is inspected as a value.
    if (!word.test(name)) parts.push({ place: 'cookie', name, text: name });
  }
  return parts;
}
