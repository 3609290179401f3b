import { holdsUnderscore, holdsWildcard, hostKeys, maxName, punycodeFault, scanLabels, toAscii } from './dnsLabel.ts';
import type { RecordType } from './dnsTypes.ts';
import { type Fault, fault, isFault } from './fault.ts';
import { looksLikeIpv4, looksLikeIpv6 } from './ipText.ts';

/** Types for which the root as target means "there is none" or "the owner itself" (RFC 7505, 2782, 9460, 3403, 1183). */
const rootTargets: ReadonlySet<RecordType> = new Set<RecordType>(['MX', 'SRV', 'HTTPS', 'SVCB', 'NAPTR', 'RP']);
/** Types whose target is a host that clients connect to: RFC 1123 section 2.1 applies, so no underscores. */
export const strictTargets: ReadonlySet<RecordType> = new Set<RecordType>(['MX', 'NS', 'SRV']);

/**
 * Validates the target of a record as typed. `@` is the domain itself; a single label without a dot is relative
 * to the zone; everything else is absolute, with or without the final dot.
 * @returns the name as in `RecordData.content`, or an error
 */
export function hostName(input: string, where: { zone: string; type: RecordType }): string | Fault {
  const text = input.trim();
  if (text === '') return fault('dns:error.hostRequired');
  if (text === '@') return where.zone;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return fault('dns:error.hostUrl', { value: text });
  if (looksLikeIpv6(text)) return fault('dns:error.hostIsAddress', { type: where.type });
  if (/\s/u.test(text)) return fault('dns:error.hostSpaces');
  const ascii = toAscii(text, hostKeys);
  if (isFault(ascii)) return ascii;
  if (ascii === '.' || ascii.includes('.')) return absoluteHost(ascii, where.type, true);
  return absoluteHost(`${ascii}.${where.zone}`, where.type, true);
}

/**
 * Validates an absolute lower-case ASCII name with or without its final dot, and returns it as in `RecordData.content`.
 * @param typed false for names in zone files, where invalid punycode is accepted, as name servers do
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

/** A host name of `content` as in a zone file: absolute, with the final dot. */
export const dotted = (host: string): string => (host.endsWith('.') ? host : `${host}.`);
