import type { Visit } from '../visit.ts';

/** A part of a request that is inspected separately. */
export interface Part {
  place: 'path' | 'parameter' | 'parameterName' | 'header' | 'cookie' | 'body';
  /** The parameter, header or cookie; empty for path and body. */
  name: string;
  text: string;
}

/** In a form, `+` is a space (WHATWG URL, application/x-www-form-urlencoded). */
const spaced = (text: string): string => text.replaceAll('+', ' ');

function* pairsOf(text: string): Generator<Part> {
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const cut = pair.indexOf('=');
    const name = spaced(cut < 0 ? pair : pair.slice(0, cut));
    yield { place: 'parameterName', name: name.slice(0, 60), text: name };
    if (cut >= 0) yield { place: 'parameter', name: name.slice(0, 60), text: spaced(pair.slice(cut + 1)) };
  }
}

/** Set by browsers and proxies, or read elsewhere; an attacker can control all other headers. */
const unread: ReadonlySet<string> = new Set([
  'cookie',
  'host',
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
]);

/** All parts of a request that a visitor controls. A form is split like a query; any other body is one part. */
export function* partsOf({ raw, headers, cookies, body }: Visit): Generator<Part> {
  yield { place: 'path', name: '', text: raw.path };
  yield* pairsOf(raw.query);
  for (const [name, text] of headers) if (!unread.has(name)) yield { place: 'header', name, text };
  for (const [name, text] of cookies) yield { place: 'cookie', name, text };
  if (body === '') return;
  const type = headers.get('content-type') ?? '';
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) yield* pairsOf(body);
  else yield { place: 'body', name: '', text: body };
}
