import { checkIpv4, checkIpv6 } from '../../../core/ip.ts';
import { type Finding, finding } from './finding.ts';

export type Qualifier = '+' | '-' | '~' | '?';
export const mechanisms = ['all', 'include', 'a', 'mx', 'ptr', 'ip4', 'ip6', 'exists'] as const;
export type Mechanism = (typeof mechanisms)[number];

/** A term of an SPF record (RFC 7208 section 4.6.1). `value` is what follows the name: `:_spf.example.com`, `/24`, or nothing. */
export type SpfTerm =
  | { kind: 'mechanism'; name: Mechanism; qualifier: Qualifier; value: string }
  | { kind: 'modifier'; name: string; value: string };
type MechanismTerm = Extract<SpfTerm, { kind: 'mechanism' }>;

/** Maximum DNS lookups to evaluate a record (RFC 7208 section 4.6.4). */
export const maxLookups = 10;

const isMechanism = (name: string): name is Mechanism => (mechanisms as readonly string[]).includes(name);

/** Whether it is an address with an optional prefix length, such as `10.0.0.0/8`. */
function isNetwork(text: string, check: (address: string) => unknown, max: number): boolean {
  const [address = '', length, ...more] = text.split('/');
  if (more.length > 0 || (length !== undefined && !(/^(0|[1-9]\d{0,2})$/.test(length) && Number(length) <= max))) return false;
  return typeof check(address) === 'string';
}

/** A domain, or a macro that expands to one (RFC 7208 section 7.1). */
const isDomainSpec = (text: string): boolean =>
  /^[!-~]+$/.test(text) &&
  !text.includes('/') &&
  (/%\{[a-z]\d*r?[.\-+,/_=]*\}$/i.test(text) || /^[^.].*\.(?=[a-z0-9-]*[a-z-])[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.?$/i.test(text));

const prefixes = /^((?:\/(?:\d|[12]\d|3[0-2]))?(?:\/\/(?:\d|\d\d|1[01]\d|12[0-8]))?)$/;

function isValue(name: Mechanism, value: string): boolean {
  switch (name) {
    case 'all':
      return value === '';
    case 'ip4':
      return value.startsWith(':') && isNetwork(value.slice(1), checkIpv4, 32);
    case 'ip6':
      return value.startsWith(':') && isNetwork(value.slice(1), checkIpv6, 128);
    case 'include':
    case 'exists':
      return value.startsWith(':') && isDomainSpec(value.slice(1));
    case 'ptr':
      return value === '' || (value.startsWith(':') && isDomainSpec(value.slice(1)));
    default: {
      const found = /^(:[^/]+)?(\/.*)?$/.exec(value);
      if (!found) return false;
      const [, domain = '', length = ''] = found;
      return (domain === '' || isDomainSpec(domain.slice(1))) && prefixes.test(length);
    }
  }
}

/** Parses one term; null when it is invalid. */
export function readTerm(word: string): SpfTerm | null {
  const modifier = /^([a-z][a-z0-9_.-]*)=([!-~]*)$/i.exec(word);
  if (modifier) {
    const name = (modifier[1] ?? '').toLowerCase();
    const value = modifier[2] ?? '';
    return (name === 'redirect' || name === 'exp') && !isDomainSpec(value) ? null : { kind: 'modifier', name, value };
  }
  const [, sign, word2 = '', value = ''] = /^([+\-~?])?([a-z0-9]+)([:/].*)?$/i.exec(word) ?? [];
  const name = word2.toLowerCase();
  if (!isMechanism(name) || !isValue(name, value)) return null;
  return { kind: 'mechanism', name, qualifier: (sign ?? '+') as Qualifier, value: value.toLowerCase() }; // the expression only matches these
}

export interface SpfReading {
  terms: SpfTerm[];
  /** Invalid terms; a single one makes the whole record an error for receivers (RFC 7208 section 4.6). */
  unread: string[];
}

export function parseSpf(text: string): SpfReading {
  const terms: SpfTerm[] = [];
  const unread: string[] = [];
  for (const word of text.trim().split(/ +/).slice(1)) {
    const term = readTerm(word);
    if (term) terms.push(term);
    else unread.push(word);
  }
  return { terms, unread };
}

export const printTerm = (term: SpfTerm): string =>
  term.kind === 'modifier' ? `${term.name}=${term.value}` : `${term.qualifier === '+' ? '' : term.qualifier}${term.name}${term.value}`;

export const printSpf = (terms: readonly SpfTerm[]): string => ['v=spf1', ...terms.map(printTerm)].join(' ');

const queryMechanisms: ReadonlySet<string> = new Set(['include', 'a', 'mx', 'ptr', 'exists', 'redirect']);
const isQueryTerm = (term: SpfTerm): boolean => queryMechanisms.has(term.name);

/** The name that a term refers to for another SPF record, or null. */
function referred(term: SpfTerm): string | null {
  if (term.kind === 'modifier') return term.name === 'redirect' ? term.value : null;
  return term.name === 'include' ? term.value.slice(1) : null;
}

export interface Lookups {
  /** The known terms: those of the record, and of the records it refers to that `textAt` knows. */
  count: number;
  /** Names whose records are unknown here; their own lookups are added on top. */
  unknown: string[];
}

/**
 * Counts the DNS lookups of a record (RFC 7208 section 4.6.4).
 * @param textAt the SPF record at a name if known, such as those of this zone
 */
export function countLookups(
  terms: readonly SpfTerm[],
  textAt: (host: string) => string | undefined = () => undefined,
  observed = new Set<string>(),
): Lookups {
  const found: Lookups = { count: terms.filter(isQueryTerm).length, unknown: [] };
  for (const term of terms) {
    const host = referred(term)?.toLowerCase().replace(/\.$/, '');
    if (host === undefined || observed.has(host)) continue;
    observed.add(host);
    const text = textAt(host);
    if (text === undefined) found.unknown.push(host);
    else {
      const inner = countLookups(parseSpf(text).terms, textAt, observed);
      found.count += inner.count;
      found.unknown.push(...inner.unknown);
    }
  }
  return found;
}

/** The `all` at the end, which applies to all other senders; undefined without one. */
export const allQualifier = (terms: readonly SpfTerm[]): Qualifier | undefined =>
  terms.find((term): term is MechanismTerm => term.kind === 'mechanism' && term.name === 'all')?.qualifier;

/** The findings for the SPF records of one name; `texts` are all of them. */
export function checkSpf(texts: readonly string[], textAt?: (host: string) => string | undefined): Finding[] {
  const [text] = texts;
  if (text === undefined) return [];
  const found: Finding[] = [];
  if (texts.length > 1) found.push(finding('wrong', 'dnsMail:spf.two', { count: texts.length, n: texts.length }));
  const { terms, unread } = parseSpf(text);
  const [word] = unread;
  if (word !== undefined) found.push(finding('wrong', 'dnsMail:spf.unread', { word }));
  for (const name of ['redirect', 'exp']) {
    if (terms.filter((term) => term.kind === 'modifier' && term.name === name).length > 1)
      found.push(finding('wrong', 'dnsMail:spf.twice', { name }));
  }
  const { count } = countLookups(terms, textAt);
  if (count > maxLookups) found.push(finding('wrong', 'dnsMail:spf.lookups', { count, max: maxLookups }));
  const all = allQualifier(terms);
  if (all === '+') found.push(finding('wrong', 'dnsMail:spf.plusAll'));
  if (all === '?') found.push(finding('weak', 'dnsMail:spf.neutral'));
  if (all === undefined && !terms.some(({ name }) => name === 'redirect')) found.push(finding('weak', 'dnsMail:spf.open'));
  const at = terms.findIndex(({ name }) => name === 'all');
  if (at >= 0 && terms.slice(at + 1).some((term) => term.kind === 'mechanism')) found.push(finding('weak', 'dnsMail:spf.afterAll'));
  if (terms.some((term) => term.kind === 'mechanism' && term.name === 'ptr')) found.push(finding('weak', 'dnsMail:spf.ptr'));
  return found;
}

const sameTerm = (a: SpfTerm, b: SpfTerm): boolean => a.kind === b.kind && a.name === b.name && a.value === b.value;

export const hasTerm = (terms: readonly SpfTerm[], term: SpfTerm): boolean => terms.some((one) => sameTerm(one, term));

export const withoutTerm = (terms: readonly SpfTerm[], term: SpfTerm): SpfTerm[] => terms.filter((one) => !sameTerm(one, term));

/** Adds a sender before `all` and the modifiers, which come last; existing terms keep their order, which matters. */
export function withTerm(terms: readonly SpfTerm[], term: SpfTerm): SpfTerm[] {
  if (hasTerm(terms, term)) return [...terms];
  const end = terms.findIndex((one) => one.kind === 'modifier' || one.name === 'all');
  return terms.toSpliced(end < 0 ? terms.length : end, 0, term);
}

/** Sets the result for all other senders. A `redirect` after `all` would never be reached, so it is removed. */
export function withAll(terms: readonly SpfTerm[], qualifier: Qualifier): SpfTerm[] {
  const remaining = terms.filter(({ name }) => name !== 'all' && name !== 'redirect');
  const end = remaining.findIndex(({ kind }) => kind === 'modifier');
  return remaining.toSpliced(end < 0 ? remaining.length : end, 0, { kind: 'mechanism', name: 'all', qualifier, value: '' });
}

export const mechanism = (name: Mechanism, value = ''): SpfTerm => ({ kind: 'mechanism', name, qualifier: '+', value });

/** Parses sender input: an address, a network, a host with an SPF record, or a term as in a record. */
export function parseSender(input: string): SpfTerm | null {
  const text = input.trim();
  if (isNetwork(text, checkIpv4, 32)) return mechanism('ip4', `:${text}`);
  if (isNetwork(text, checkIpv6, 128)) return mechanism('ip6', `:${text.toLowerCase()}`);
  const term = readTerm(text);
  if (term) return term.name === 'all' ? null : term;
  return isDomainSpec(text) && !text.includes('@') && !text.includes(':')
    ? mechanism('include', `:${text.toLowerCase().replace(/\.$/, '')}`)
    : null;
}

/** Common senders, by the name that their documentation says to include. Examples, not a recommendation. */
export const knownSenders: readonly { name: string; include: string }[] = [
  { name: 'Google Workspace', include: '_spf.google.com' },
  { name: 'Microsoft 365', include: 'spf.protection.outlook.com' },
  { name: 'Fastmail', include: 'spf.messagingengine.com' },
  { name: 'Proton Mail', include: '_spf.protonmail.ch' },
  { name: 'Amazon SES', include: 'amazonses.com' },
  { name: 'Mailgun', include: 'mailgun.org' },
  { name: 'Postmark', include: 'spf.mtasv.net' },
  { name: 'SendGrid', include: 'sendgrid.net' },
];
