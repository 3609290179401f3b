import { type Fault, fault } from '../../core/fault.ts';
import { isPath } from '../edge/pattern.ts';

/** How cached copies are selected when the cache is cleared; `all` takes no items. */
export const scopes = ['all', 'urls', 'paths', 'hosts', 'tags'] as const;
export type Scope = (typeof scopes)[number];

/** The maximum number of items per request, and their maximum length. */
export const maxTargets = 100;
export const maxTargetLength = 2048;

const isHostWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);
const withoutDot = (host: string): string => host.replace(/\.$/, '');

function parseUrl(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

/** The URL of a cached copy: with its query, without a port and a fragment. A URL of another domain has no copies here. */
function readUrl(text: string, domain: string): string | Fault {
  const url = parseUrl(text);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return fault('cache:error.url', { value: text });
  if (url.username || url.password) return fault('cache:error.urlUser', { value: text });
  // A star is a literal character in a path, but whoever types one means a wildcard.
  if (text.includes('*')) return fault('cache:error.urlStar', { value: text });
  url.hostname = withoutDot(url.hostname);
  if (!isHostWithin(url.hostname, domain)) return fault('cache:error.otherHost', { host: url.hostname, domain });
  // Copies are the same on every port.
  url.port = '';
  url.hash = '';
  return url.href;
}

/** Like the paths of page rules. */
function readPath(text: string, domain: string): string | Fault {
  if (text.includes('://')) return fault('cache:error.pathUrl', { value: text, domain });
  return isPath(text, domain) ? text : fault('cache:error.path', { value: text, domain });
}

function readHost(text: string, domain: string): string | Fault {
  const url = /[/?#@:\s]/.test(text) ? null : parseUrl(`http://${text}/`);
  const host = url ? withoutDot(url.hostname) : '';
  if (!host) return fault('cache:error.host', { value: text });
  return isHostWithin(host, domain) ? host : fault('cache:error.otherHost', { host, domain });
}

/** A tag of the response's `Cache-Tag` header, which separates tags by spaces and commas. */
const readTag = (text: string): string | Fault => (/^[!-+\--~]{1,128}$/.test(text) ? text : fault('cache:error.tag', { value: text }));

const readers: Record<Exclude<Scope, 'all'>, (text: string, domain: string) => string | Fault> = {
  urls: readUrl,
  paths: readPath,
  hosts: readHost,
  tags: readTag,
};

/**
 * One item to purge, in the form that the edge matches, or why it is invalid.
 * @param domain lower-case ASCII
 */
export const readTarget = (scope: Exclude<Scope, 'all'>, text: string, domain: string): string | Fault =>
  readers[scope](text.trim(), domain);
