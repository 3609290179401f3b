import { type Globs, globParts, normalChar, type Span, splitGlobs } from './pattern.ts';
import type { Visit } from './visit.ts';

/*
 * What the `*` of a page rule's path stand for in a request, for `$1` to `$9` in the target of a redirect or rewrite. They are numbered
 * from the left, those of a host included. Each stands for as little as possible.
 */

/** What one `*` stands for, as it was sent: a part of the host, or of the path and the query behind it. */
export interface Capture {
  host: string;
  path: string;
  /** With a question mark at its start if the question mark is part of it. */
  query: string;
}

/** The longest target that a rule makes, in characters: as long as the longest URL that the edge accepts. */
const maxTarget = 8_192;

/** The number of `*` in a pattern, and how many of them are in its host. */
export function countWildcards(pattern: string): { host: number; all: number } {
  const { host, path } = splitGlobs(pattern);
  const inHost = pattern.startsWith('/') ? 0 : host.length - 1;
  return { host: inHost, all: inHost + path.length - 1 };
}

/** The numbers of the captures that a text refers to: `$1`, and also `$0`, which stands for nothing. */
export const capturesIn = (text: string): number[] => [...text.matchAll(/\$(\d)/g)].map(([, digit]) => Number(digit));

/**
 * The form of a path that patterns are compared with (`normalPath`), and for each of its characters the place in the path where it comes
 * from. A character that was escaped comes from the start of its escape, so no part of the path cuts one.
 */
function alignPath(path: string): { text: string; places: number[] } {
  let text = '';
  const places: number[] = [];
  const append = (chars: string, place: number) => {
    if (chars === '/' && text.endsWith('/')) return;
    text += chars;
    for (let i = 0; i < chars.length; i++) places.push(place);
  };
  for (const { 0: run, index } of path.matchAll(/(?:%[0-9a-f]{2})+|./gis)) {
    if (run.length === 1) {
      append(run, index);
      continue;
    }
    try {
      let place = index;
      for (const char of decodeURIComponent(run)) {
        append(normalChar(char), place);
        place += 3 * new TextEncoder().encode(char).length;
      }
    } catch {
      for (let at = 0; at < run.length; at += 3) append(run.slice(at, at + 3).toUpperCase(), index + at);
    }
  }
  places.push(path.length);
  return { text, places };
}

function urlCaptures({ path, hasMark }: Globs, { url, query }: Pick<Visit, 'url' | 'query'>): Capture[] {
  const { text, places } = alignPath(url.pathname);
  const spans: Span[] = [];
  if (!globParts(path, text, spans)) {
    spans.length = 0;
    if (!hasMark || query === '' || !globParts(path, `${text}?${query}`, spans)) return [];
  }
  const whole = `?${query}`;
  return spans.map(([from, to]) => ({
    host: '',
    path: url.pathname.slice(places[Math.min(from, text.length)], places[Math.min(to, text.length)]),
    query: whole.slice(Math.max(0, from - text.length), Math.max(0, to - text.length)),
  }));
}

/** The captures of a request that matches the pattern. */
export function readCaptures(pattern: string, visit: Pick<Visit, 'url' | 'host' | 'query'>): Capture[] {
  const globs = splitGlobs(pattern);
  const spans: Span[] = [];
  if (!pattern.startsWith('/') && !globParts(globs.host, visit.host, spans)) return [];
  const hosts = spans.map(([from, to]) => ({ host: visit.host.slice(from, to), path: '', query: '' }));
  return [...hosts, ...urlCaptures(globs, visit)];
}

const escapeOther = (text: string, allowed: RegExp): string => text.replace(allowed, encodeURIComponent);

/**
 * A capture in the form for its place: it never adds a part to a target, so that the target's host, the number of its parameters and, for
 * what comes from a query, its segments are those of the rule. Null: a host has a part of a path.
 */
const insert: Record<'host' | 'path' | 'query', (capture: Capture) => string | null> = {
  host: ({ host, path, query }) => (path === '' && query === '' ? host : null),
  path: ({ host, path, query }) => host + path + escapeOther(query, /[^\w.~%!$'()*,;:@&=+-]/gu),
  query: ({ host, path, query }) => host + escapeOther(path, /[&+#]/g) + escapeOther(query, /[&#]/g),
};

/**
 * Replaces `$1` to `$9` of a text. What has no capture stays as it is, as in rules from before there were captures.
 * @param part of the target that the text is
 * @returns null when a part of a path would become part of a host, or the result would be too long
 */
export function fillCaptures(text: string, part: keyof typeof insert, captures: readonly Capture[]): string | null {
  let length = text.length;
  let isPossible = true;
  const filled = text.replace(/\$([1-9])/g, (reference, digit: string) => {
    const capture = captures[Number(digit) - 1];
    if (!capture || !isPossible) return reference;
    const value = insert[part](capture);
    length += value?.length ?? 0;
    isPossible = value !== null && length <= maxTarget;
    return value ?? '';
  });
  return isPossible && length <= maxTarget ? filled : null;
}
