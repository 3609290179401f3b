import type { TKey, TParams } from '../../../i18n/keys.ts';

/*
 * Which authorities may issue for a name (RFC 8659). Nothing is queried here: the caller looks up the records in the order
 * of `caaNames`, and evaluates the first set found.
 */

export interface CaaRecord {
  /** 128: critical. */
  flags: number;
  tag: string;
  value: string;
}

const CRITICAL = 128;
const known: ReadonlySet<string> = new Set(['issue', 'issuewild', 'iodef']);

/** `*.a.shop.example` → `a.shop.example`, `shop.example`, `example`: the names whose records apply to a host (section 3). */
export function caaNames(host: string): string[] {
  const labels = host.replace(/^\*\./, '').split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/**
 * The domain of an `issue` or `issuewild` value, in lower case; '' if missing or invalid: both allow nobody (sections
 * 4.2 and 4.3). Parameters must be well formed but are ignored: the authority defines none.
 */
export function parseIssuer(value: string): string {
  const [, domain = '', rest = ''] = /^[ \t]*([^; \t]*)[ \t]*(?:;(.*))?$/s.exec(value) ?? [];
  const isDomain = /^[a-z0-9]+(-+[a-z0-9]+)*(\.[a-z0-9]+(-+[a-z0-9]+)*)*$/i.test(domain);
  const parameters = rest.split(';').map((one) => one.trim());
  const good = (one: string) => /^[a-z0-9]+(-+[a-z0-9]+)*[ \t]*=[ \t]*[\x21-\x3a\x3c-\x7e]*$/i.test(one);
  const areGood = parameters.every((one, index) => (one === '' && index === parameters.length - 1) || good(one));
  return isDomain && areGood ? domain.toLowerCase() : '';
}

export interface CaaFault {
  key: TKey;
  params: TParams;
}

/**
 * Why the relevant records forbid a certificate for a host; null: they allow it.
 * @param name the name of the records
 * @param issuer the authority's own domain, lower case
 */
export function checkIssuance(records: readonly CaaRecord[], host: string, name: string, issuer: string): CaaFault | null {
  const tagOf = ({ tag }: CaaRecord) => tag.toLowerCase();
  const strange = records.find((record) => (record.flags & CRITICAL) !== 0 && !known.has(tagOf(record)));
  if (strange) return { key: 'ssl:reason.caaCritical', params: { name, tag: strange.tag } };
  const of = (tag: string) => records.filter((record) => tagOf(record) === tag);
  const wild = host.startsWith('*.') ? of('issuewild') : [];
  // For a wildcard, `issuewild` replaces `issue` if present.
  const isWild = wild.length > 0;
  const issuers = (isWild ? wild : of('issue')).map(({ value }) => parseIssuer(value));
  if (issuers.length === 0 || issuers.includes(issuer)) return null;
  const line = `0 ${isWild ? 'issuewild' : 'issue'} "${issuer}"`;
  const named = [...new Set(issuers.filter(Boolean))];
  return named.length === 0
    ? { key: 'ssl:reason.caaNobody', params: { name, host, line } }
    : { key: 'ssl:reason.caaOthers', params: { name, host, line, issuers: named.join(', ') } };
}
