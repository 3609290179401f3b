import { type Fault, fault } from '../../core/fault.ts';
import type { Cors } from './config.ts';
import { durationSeconds } from './types.ts';

/*
 * Cross-origin requests (https://fetch.spec.whatwg.org/#http-cors-protocol): the edge answers the questions of browsers about them, and says
 * which pages may read a response. What the origin says about that is replaced, so a cached copy never carries it to another page.
 */

type Headers = Record<string, string | string[]>;

export const maxCorsEntries = 50;
/** Browsers remember an answer for a day at most. */
export const maxCorsAge = 86_400;

const isOrigin = (text: string): boolean => /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;
const isFieldName = (name: string): boolean => /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name);

/** What is wrong with the setting, and in which part of it. */
export function corsFaults({ origins, headers, credentials }: Cors): { at: keyof Cors; fault: Fault }[] {
  const isAny = (list: readonly string[]) => list.length === 1 && list[0] === '*';
  const faults: { at: keyof Cors; fault: Fault }[] = [];
  const origin = isAny(origins) ? undefined : origins.find((one) => !isOrigin(one));
  const name = isAny(headers) ? undefined : headers.find((one) => one === '*' || !isFieldName(one));
  if (origin !== undefined) faults.push({ at: 'origins', fault: fault('pageRule:error.corsOrigin', { origin }) });
  if (name !== undefined) faults.push({ at: 'headers', fault: fault('pageRule:error.headerName') });
  if (credentials && (isAny(origins) || isAny(headers))) faults.push({ at: 'credentials', fault: fault('pageRule:error.corsCredentials') });
  return faults;
}

/** A question of a browser whether it may send a request (a preflight). @param headers names in lower case */
export const isPreflight = (method: string, headers: ReadonlyMap<string, string>): boolean =>
  method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method');

/** The answer's headers of the origin that a rule replaces. */
const replaced = ['origin', 'credentials', 'methods', 'headers']
  .map((name) => `access-control-allow-${name}`)
  .concat('access-control-max-age');

/** Which page may read a response. Other caches learn that it depends on the page. */
function allowOrigin({ origins, credentials }: Cors, origin: string | undefined): Headers {
  if (origins.includes('*') && !credentials) return { 'access-control-allow-origin': '*' };
  if (origin === undefined || !origins.includes(origin)) return {};
  return { 'access-control-allow-origin': origin, ...(credentials && { 'access-control-allow-credentials': 'true' }) };
}
const varies = ({ origins, credentials }: Cors): boolean => credentials || !origins.includes('*');

/**
 * A response with the headers of the rule for this page.
 * @param headers names in lower case
 * @param origin of the request's `Origin`
 */
export function addCors(headers: Headers, cors: Cors | undefined, origin: string | undefined): Headers {
  if (!cors) return headers;
  const made = { ...headers };
  for (const name of replaced) delete made[name];
  const vary = String(made.vary ?? '');
  if (varies(cors) && !/(?:^|,)\s*(?:origin|\*)\s*(?:,|$)/i.test(vary)) made.vary = vary === '' ? 'origin' : `${vary}, origin`;
  return { ...made, ...allowOrigin(cors, origin) };
}

/** The headers of the answer to a preflight. A page that isn't allowed gets none, so its browser doesn't send the request. */
export function preflightHeaders(cors: Cors, origin: string | undefined): Headers {
  const allowed = allowOrigin(cors, origin);
  const vary = { ...(varies(cors) && { vary: 'origin' }) };
  if (Object.keys(allowed).length === 0) return vary;
  return {
    ...vary,
    ...allowed,
    'access-control-allow-methods': cors.methods.join(', '),
    ...(cors.headers.length > 0 && { 'access-control-allow-headers': cors.headers.join(', ') }),
    'access-control-max-age': String(durationSeconds(cors.maxAge)),
  };
}
