import { memoized } from '../../../core/memoized.ts';
import { parseDictionary } from './dictionary.ts';

/** Cache directives by name, in lower case; without a value: an empty text. */
export type Directives = ReadonlyMap<string, string>;

const directive = /([^\s,;="]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;]*)))?/g;

/** `no-cache, max-age=60, private="x"` → lower-case names with their values, unquoted; the first of equal names (RFC 9111 section 5.2). */
export const parseDirectives = memoized((header): Directives => {
  const parsed = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of header.matchAll(directive))
    if (!parsed.has(name.toLowerCase())) parsed.set(name.toLowerCase(), quoted ?? token);
  return parsed;
});

/** Directives with a number of seconds; all others are booleans as Structured Fields, or have a value that isn't used. */
const timed: ReadonlySet<string> = new Set(['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error']);

/** The directives of a targeted field (RFC 9213 section 2.1): those with a value of the wrong type are ignored. @returns null: the field is */
function parseTargeted(header: string): Directives | null {
  const members = parseDictionary(header);
  if (!members || members.size === 0) return null;
  const parsed = new Map<string, string>();
  for (const [name, item] of members)
    if (item.type === 'integer' ? timed.has(name) && item.value >= 0 : !timed.has(name) && !(item.type === 'boolean' && !item.value))
      parsed.set(name, item.type === 'integer' ? String(item.value) : '');
  return parsed;
}

/** Only what a cache without ESI can follow (W3C Edge Architecture 1.0): whether and for how long the response may be stored. */
function parseSurrogate(header: string): Directives | null {
  const parsed = new Map<string, string>();
  for (const [name, value] of parseDirectives(header))
    if (name === 'no-store') parsed.set(name, '');
    // `600+60`: 600 seconds, and 60 more in which it may be stale.
    else if (timed.has(name)) parsed.set(name, value.replace(/\+\d+$/, ''));
  return parsed.size > 0 ? parsed : null;
}

/**
 * The directives for this cache, from the first of the headers that is valid: `CDN-Cache-Control` (RFC 9213), `Surrogate-Control`,
 * `Cache-Control`.
 * @param headers with names in lower case
 * @returns `isTargeted`: `Cache-Control` and `Expires` are for others
 */
export function cacheDirectives(headers: ReadonlyMap<string, string>): { control: Directives; isTargeted: boolean } {
  const targeted = parseTargeted(headers.get('cdn-cache-control') ?? '') ?? parseSurrogate(headers.get('surrogate-control') ?? '');
  return { control: targeted ?? parseDirectives(headers.get('cache-control') ?? ''), isTargeted: targeted !== null };
}

/** Response headers for the edge alone: they aren't sent to visitors. `CDN-Cache-Control` is for all caches on the way (RFC 9213 section 2). */
export const edgeOnlyHeaders = ['cache-tag', 'surrogate-control'] as const;
