import { holdsUnderscore, holdsWildcard, hostKeys, maxName, punycodeFault, scanLabels, toAscii } from './dnsLabel.ts';
import type { RecordType } from './dnsTypes.ts';
import { type Fault, fault, isFault } from './fault.ts';
import { looksLikeIpv4 } from './ip.ts';

/** Types for which the root as target says "there is none" or "the owner itself" (RFC 7505, 2782, 9460, 3403). */
const rootTargets: ReadonlySet<RecordType> = new Set<RecordType>(['MX', 'SRV', 'HTTPS', 'SVCB', 'NAPTR']);
/** Types whose target is a host that clients connect to, so it obeys RFC 1123 section 2.1 and has no underscore. */
export const strictTargets: ReadonlySet<RecordType> = new Set<RecordType>(['MX', 'NS', 'SRV']);

/**
 * Checks a host name that a record points to, as a person writes it. `@` is the domain itself; one label without a dot is a name
 * of the zone; everything else is absolute, with or without the final dot.
 * @returns the name as `RecordData.content` keeps it, or why not
 */
export function hostName(input: string, where: { zone: string; type: RecordType }): string | Fault {
  const text = input.trim();
  if (text === '') return fault('dns:error.hostRequired');
  if (text === '@') return where.zone;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return fault('dns:error.hostUrl', { value: text });
  if (/^\[?[0-9a-f]*:[0-9a-f:.]*\]?$/i.test(text)) return fault('dns:error.hostIsAddress', { type: where.type });
  if (/\s/u.test(text)) return fault('dns:error.hostSpaces');
  const ascii = toAscii(text, hostKeys);
  if (isFault(ascii)) return ascii;
  if (ascii === '.' || ascii.includes('.')) return absoluteHost(ascii, where.type, true);
  return absoluteHost(`${ascii}.${where.zone}`, where.type, true);
}

/**
 * Checks an absolute lower-case ASCII name with or without its final dot, and gives it as `RecordData.content` keeps it.
 * @param typed false for names of zone files, where a punycode label that does not decode is let through as name servers do
 */
export function absoluteHost(name: string, type: RecordType, typed: boolean): string | Fault {
  if (name === '.') return rootTargets.has(type) ? '.' : fault('dns:error.hostRoot', { type });
  const dotted = name.charCodeAt(name.length - 1) === 46;
  const bare = dotted ? name.slice(0, -1) : name;
  const bits = scanLabels(bare, hostKeys);
  if (isFault(bits)) return bits;
  if (bits & holdsWildcard) return fault('dns:error.hostWildcard');
  if (bits & holdsUnderscore && strictTargets.has(type)) return fault('dns:error.hostUnderscore', { type });
  if (bare.length > maxName) return fault('dns:error.hostTooLong', { max: maxName, length: bare.length });
  const first = bare.charCodeAt(0);
  if (first >= 48 && first <= 57 && looksLikeIpv4(bare)) return fault('dns:error.hostIsAddress', { type });
  return (typed ? punycodeFault(bare, hostKeys) : null) ?? (bare.includes('.') ? bare : `${bare}.`);
}

/** A host name of `content` as a zone file writes it: absolute, with the final dot. */
export const dotted = (host: string): string => (host.endsWith('.') ? host : `${host}.`);
