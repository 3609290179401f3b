import { type Fault, fault } from '../../core/fault.ts';
import { prepared } from '../../core/prepared.ts';
import type { HeaderChange } from './config.ts';
import { hopByHop, isOverriding } from './headerNames.ts';

/*
 * Changes of headers by a page rule: of a request on its way to the origin, and of a response on its way to the visitor. They come last,
 * after every other setting, and leave what the edge decides by itself: the connection, the length and form of a body, the cache, and
 * what it says about the visitor.
 */

export type HeaderDirection = 'request' | 'response';
type Headers = Record<string, string | string[]>;

export const maxHeaderChanges = 20;
/** Characters of all names and values of a list: many servers refuse requests with more than 8 KB of headers. */
export const maxHeaderLength = 6_000;

/** A token (RFC 9110 section 5.6.2). */
const isFieldName = (name: string): boolean => /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name);
/** Visible ASCII with spaces and tabs inside (RFC 9110 section 5.5). */
const isFieldValue = (value: string): boolean => /^[\x21-\x7e]+(?:[\t ]+[\x21-\x7e]+)*$/.test(value);

/** Written by the edge in both directions, or by it for the body that it sends. */
const ownNames = [
  'content-length',
  'content-encoding',
  'content-range',
  'date',
  'age',
  'via',
  'cdn-loop',
  'x-request-id',
  'x-cache',
  'proxy-status',
];
const reserved: Record<HeaderDirection, (name: string) => boolean> = {
  // Conditions, ranges and encodings belong to the copy that is fetched, and `Host` is a setting of its own.
  request: (name) => isOverriding(name) || /^(?:host|accept-encoding|range|if-.*|sec-websocket-.*)$/.test(name),
  // What a response depends on is for caches to know, and HSTS is a setting of its own, which responses of the edge have too.
  response: (name) => name === 'vary' || name === 'accept-ranges' || name === 'strict-transport-security',
};
const isReserved = (direction: HeaderDirection, name: string): boolean =>
  hopByHop.has(name) || ownNames.includes(name) || reserved[direction](name);

/** Fields with one value: a second line would be read differently by each recipient (RFC 9110 section 5.3). */
const single: ReadonlySet<string> = new Set([
  ...['access-control-allow-origin', 'access-control-allow-credentials', 'authorization', 'content-disposition', 'content-location'],
  ...['content-type', 'etag', 'expires', 'from', 'last-modified', 'location', 'max-forwards', 'origin', 'referer', 'referrer-policy'],
  ...['retry-after', 'server', 'user-agent', 'x-content-type-options', 'x-frame-options'],
]);

/** What is wrong with a change, and in which part of it; null: nothing. */
export function headerFault(
  direction: HeaderDirection,
  { action, name, value = '' }: HeaderChange,
): { at: 'name' | 'value'; fault: Fault } | null {
  const lower = name.toLowerCase();
  if (!isFieldName(name)) return { at: 'name', fault: fault('pageRule:error.headerName') };
  if (isReserved(direction, lower.replaceAll('_', '-'))) return { at: 'name', fault: fault('pageRule:error.headerReserved', { name }) };
  if (action === 'add' && single.has(lower)) return { at: 'name', fault: fault('pageRule:error.headerSingle', { name }) };
  return action === 'remove' || isFieldValue(value) ? null : { at: 'value', fault: fault('pageRule:error.headerValue') };
}

/** The same for a list: a name that is set or removed is in it once. */
export function headerFaults(
  direction: HeaderDirection,
  changes: readonly HeaderChange[],
): { index: number; at: 'name' | 'value'; fault: Fault }[] {
  const faults = changes.flatMap((change, index) => {
    const wrong = headerFault(direction, change);
    if (wrong) return [{ index, ...wrong }];
    const other = changes.findIndex(({ name }) => name.toLowerCase() === change.name.toLowerCase());
    const isTwice = other < index && !(change.action === 'add' && changes[other]?.action === 'add');
    return isTwice ? [{ index, at: 'name' as const, fault: fault('pageRule:error.headerTwice', { name: change.name }) }] : [];
  });
  let length = 0;
  const long = changes.findIndex(({ name, value = '' }) => {
    length += name.length + value.length;
    return length > maxHeaderLength;
  });
  if (long >= 0) faults.push({ index: long, at: 'value', fault: fault('pageRule:error.headerLength', { max: maxHeaderLength }) });
  return faults;
}

/** The changes that can be made: an edge makes no invalid header, whatever it is sent. Read once for each rule. */
const applicable: Record<HeaderDirection, (changes: readonly HeaderChange[]) => readonly HeaderChange[]> = {
  request: prepared((changes) => changes.filter((change) => !headerFault('request', change))),
  response: prepared((changes) => changes.filter((change) => !headerFault('response', change))),
};

/**
 * Applies changes in their order.
 * @param headers names in lower case
 */
export function changeHeaders(direction: HeaderDirection, headers: Headers, changes: readonly HeaderChange[] | undefined): Headers {
  if (!changes || changes.length === 0) return headers;
  const made = { ...headers };
  for (const { action, name, value = '' } of applicable[direction](changes)) {
    const lower = name.toLowerCase();
    const before = made[lower];
    if (action === 'remove') delete made[lower];
    else if (action === 'set' || before === undefined) made[lower] = value;
    // Cookies of a request are one line (RFC 6265 section 5.4).
    else made[lower] = lower === 'cookie' ? `${before}; ${value}` : [before, value].flat();
  }
  return made;
}
