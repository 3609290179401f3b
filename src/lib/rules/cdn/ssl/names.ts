import type { TKey, TParams } from '../../../i18n/keys.ts';
import { toDomainName } from '../domain/name.ts';

/** Maximum names of a free certificate. */
export const maxHosts = 20;

const isWildcard = (name: string): boolean => name.startsWith('*.');
const bare = (name: string): string => (isWildcard(name) ? name.slice(2) : name);

/** Whether a name, wildcard or not, belongs to a domain. Both lower case and ASCII. */
export const isInZone = (name: string, zone: string): boolean => bare(name) === zone || bare(name).endsWith(`.${zone}`);

/**
 * Whether a certificate for `name` is valid for `host` (RFC 6125 section 6.4.3): a wildcard matches exactly one label, the first.
 * A host may be a wildcard itself; only the same wildcard covers it.
 */
export const covers = (name: string, host: string): boolean =>
  name === host || (isWildcard(name) && !isWildcard(host) && host.slice(host.indexOf('.') + 1) === name.slice(2));

export const isCovered = (names: readonly string[], host: string): boolean => names.some((name) => covers(name, host));

export type HostsResult = { ok: true; hosts: string[] } | { ok: false; key: TKey; params: TParams };

/**
 * Parses the names of a free certificate: inside the domain, without duplicates, with or without a wildcard. A
 * short name (`www`) is relative to the domain. No names: the domain and everything one level below it.
 */
export function readHosts(lines: readonly string[], zone: string): HostsResult {
  const hosts = new Set<string>();
  for (const line of lines) {
    const typed = line.trim().toLowerCase();
    if (typed === '') continue;
    const star = isWildcard(typed) || typed === '*';
    const rest = typed === '*' ? '' : bare(typed);
    const named = rest === '@' || rest === '' ? zone : rest.includes('.') ? rest : `${rest}.${zone}`;
    const read = toDomainName(named);
    if (!read.ok) return { ok: false, key: 'ssl:error.hostName', params: { host: line.trim().slice(0, 60) } };
    const host = star ? `*.${read.name}` : read.name;
    if (!isInZone(host, zone)) return { ok: false, key: 'ssl:error.hostElsewhere', params: { host, zone } };
    hosts.add(host);
  }
  if (hosts.size > maxHosts) return { ok: false, key: 'ssl:error.tooManyHosts', params: { max: maxHosts } };
  // A name covered by a wildcard of the list is kept: it documents the intention and does no harm.
  return { ok: true, hosts: hosts.size > 0 ? [...hosts] : [zone, `*.${zone}`] };
}
