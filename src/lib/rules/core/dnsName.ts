import { nameToUnicode } from '../../format/punycode.ts';
import { holdsUnderscore, maxName, nameKeys, punycodeFault, scanLabels, toAscii } from './dnsLabel.ts';
import { type RecordType, underscoreTypes } from './dnsTypes.ts';
import { type Fault, fault, isFault } from './fault.ts';

export type Checked = { ok: true; name: string } | ({ ok: false } & Fault);

/** `name` relative to `zone` → absolute, without the final dot. */
export const absolute = (name: string, zone: string): string => (name === '@' ? zone : `${name}.${zone}`);

/** What records are ordered by: the name in its own script, and the domain itself first. */
export const orderedName = (name: string): string => (name === '@' ? '' : nameToUnicode(name));

/** An absolute lower-case name without its final dot → relative to `zone`, or null when it is outside. */
export function relative(name: string, zone: string): string | null {
  if (name === zone) return '@';
  const cut = name.length - zone.length - 1;
  return cut > 0 && name.charCodeAt(cut) === 46 && name.endsWith(zone) ? name.slice(0, cut) : null;
}

/** `_sip._tcp`, and `*._tcp` as in RFC 2782 for "no other services". */
const startsWithService = (name: string): boolean => name.startsWith('_') || name.startsWith('*._');

/** A host below labels that begin with an underscore, such as Active Directory's `gc._msdcs`. */
const isBelowService = (name: string): boolean => /^[^._]+(\._?[^._]+)+$/.test(name);

/**
 * Whether a record of this type is allowed at this name. `name` was validated by `scanLabels`, which returned `bits`.
 * Sources: RFC 1034 section 3.6.2 (CNAME), RFC 2782 (SRV), RFC 4035 section 2.4 (DS), RFC 4592 section 4.2 (NS).
 */
export function ownerFault(name: string, bits: number, type: RecordType): Fault | null {
  if (name === '@') {
    if (type === 'CNAME') return fault('dns:error.cnameApex');
    if (type === 'DS') return fault('dns:error.dsApex');
  }
  // A delegation has one name (RFC 4592 section 4.2): name servers refuse the whole zone.
  if (type === 'NS' && (name === '*' || name.startsWith('*.'))) return fault('dns:error.nsWildcard');
  if (type === 'SRV' && !startsWithService(name)) return fault('dns:error.srvUnderscore', { name });
  const isHost = (type === 'A' || type === 'AAAA') && isBelowService(name);
  if (bits & holdsUnderscore && !isHost && !underscoreTypes.has(type)) return fault('dns:error.underscore', { type });
  return null;
}

/**
 * Validates the name of a record as typed: `@`, relative, absolute inside the zone with or without the final dot,
 * in any case and any script.
 * @param where `zone` is the domain, lower-case ASCII without the final dot
 * @returns the name as in `RecordData`, or the first error, each with its own text
 */
export function checkName(input: string, where: { zone: string; type: RecordType }): Checked {
  const name = readName(input.trim(), where.zone, where.type);
  return typeof name === 'string' ? { ok: true, name } : { ok: false, ...name };
}

function readName(input: string, zone: string, type: RecordType): string | Fault {
  if (input === '') return fault('dns:error.required');
  if (/\s/u.test(input)) return fault('dns:error.spaces');
  if (input.includes('@') && input !== '@') return fault('dns:error.atPlace');
  if (input === '@') return ownerFault('@', 0, type) ?? '@';
  const ascii = toAscii(input, nameKeys);
  if (isFault(ascii)) return ascii;
  const name = inZone(ascii, zone);
  if (isFault(name)) return name;
  const bits = name === '@' ? 0 : scanLabels(name, nameKeys);
  if (isFault(bits)) return bits;
  const length = absolute(name, zone).length;
  if (length > maxName) return fault('dns:error.nameTooLong', { max: maxName, length });
  return punycodeFault(name, nameKeys) ?? ownerFault(name, bits, type) ?? name;
}

function inZone(name: string, zone: string): string | Fault {
  if (name.endsWith('..')) return fault('dns:error.doubleDot');
  if (name === '.') return fault('dns:error.outsideZone', { name, zone });
  if (!name.endsWith('.')) return relative(name, zone) ?? name;
  return relative(name.slice(0, -1), zone) ?? fault('dns:error.outsideZone', { name, zone });
}

/** `_sip._tcp.office` → its parts; any other name is only in `host`. The apex is `@`. */
export function splitServiceName(name: string): { service: string; protocol: string; host: string } {
  const [, service, protocol, host] = /^(_[^.]+|\*)\.(_[^.]+)(?:\.(.+))?$/.exec(name) ?? [];
  return service && protocol ? { service, protocol, host: host ?? '@' } : { service: '', protocol: '', host: name };
}
