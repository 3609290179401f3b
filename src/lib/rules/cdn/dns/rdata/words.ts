import { hostKeys, maxName, toAscii } from '../../../core/dnsLabel.ts';
import { type Data, type RecordType, recordExamples } from '../../../core/dnsTypes.ts';
import { type Fault, fault, isFault } from '../../../core/fault.ts';
import { absoluteHost, hostName, strictTargets } from '../../../core/hostName.ts';
import { looksLikeIpv4 } from '../../../core/ipText.ts';
import { hasEscape, hasInnerQuote, hasUpper, hasWide, isQuoted } from '../../zone/flags.ts';
import type { Scanner } from '../../zone/scan.ts';
import { unescapeTo } from '../text.ts';

/** The context in which the words of a record's data are read. */
export interface Scope {
  zone: string;
  type: RecordType;
  /** The origin of relative names, `.` for the root; null after an `$ORIGIN` that couldn't be read. */
  origin: string | null;
  /** Entered in a form (`hostName` rules) instead of a zone file (RFC 1035 rules). */
  typed: boolean;
  /** A string of a TXT record may be longer than 255 bytes: it is split when it is written. */
  isLong?: boolean;
  /** Host names already checked under this origin for this type, by the word as written. */
  hosts: Map<string, string>;
}

/** Reads the data of a record from word `from` on. The caller counts the words: each reader gets at least one. */
export type DataReader = (words: Scanner, from: number, scope: Scope) => Data | Fault;

export const tooFew = (type: RecordType): Fault => fault('dns:error.tooFewParts', { type, example: recordExamples[type] });
export const tooMany = (type: RecordType): Fault => fault('dns:error.tooManyParts', { type, example: recordExamples[type] });

/** Checks that the data has between `min` and `max` words. */
export function countFault(words: Scanner, from: number, type: RecordType, min: number, max = min): Fault | null {
  const count = words.count - from;
  return count < min ? tooFew(type) : count > max ? tooMany(type) : null;
}

/** Decimal digits → whole number up to `max` (at most 2^32-1), or -1. */
export function whole(text: string, max: number): number {
  const length = text.length;
  if (length === 0 || length > 10) return -1;
  let value = 0;
  for (let i = 0; i < length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value > max ? -1 : value;
}

/** A word as bytes, or null when an escape or a character in it can't be read. */
export function bytesAt(words: Scanner, index: number): number[] | null {
  const bytes: number[] = [];
  return addBytes(words, index, bytes) ? bytes : null;
}

/** Appends a word's bytes to `into`. @returns false when an escape or a character in it can't be read */
export function addBytes(words: Scanner, index: number, into: number[]): boolean {
  const flags = words.flag(index);
  const raw = words.word(index);
  if (flags & hasWide && !raw.isWellFormed()) return false;
  // Other parsers read `v="x y"` as two strings; joined they are the same text.
  return unescapeTo(flags & hasInnerQuote ? raw.replace(/(?<!\\)"/g, '') : raw, into);
}

export const escapeFault = (): Fault => fault('zone:error.escape');

/** Repeated hosts appear early in a file; caching every one would cost more than it saves. */
const maxHosts = 500;

/** The word as a host name: absolute, as in `RecordData.content`. */
export function hostAt(words: Scanner, index: number, scope: Scope): string | Fault {
  const raw = words.word(index);
  const found = scope.hosts.get(raw);
  if (found !== undefined) return found;
  const host = readHost(raw, words.flag(index), scope);
  if (typeof host === 'string' && scope.hosts.size < maxHosts && !(words.flag(index) & isQuoted)) scope.hosts.set(raw, host);
  return host;
}

function readHost(raw: string, flags: number, scope: Scope): string | Fault {
  if (scope.typed) return hostName(raw, scope);
  if (flags & (isQuoted | hasInnerQuote)) return fault('dns:error.hostCharacters', { char: '"' });
  // It would be a valid relative name, but is never meant as one.
  if (strictTargets.has(scope.type) && looksLikeIpv4(raw)) return fault('dns:error.hostIsAddress', { type: scope.type });
  const name = absoluteWord(raw, flags, scope.origin);
  return isFault(name) ? name : absoluteHost(name, scope.type, false);
}

/** Longest possible name: every byte as `\DDD`. */
const longestWord = 1100;

/** A name of a zone file → absolute with its final dot or complete without it, lower-case ASCII; labels aren't validated yet. */
export function absoluteWord(raw: string, flags: number, origin: string | null): string | Fault {
  let name = raw;
  if (raw.length > longestWord) return fault('dns:error.hostTooLong', { max: maxName, length: raw.length });
  if (flags & hasEscape) {
    const plain = plainName(raw);
    if (isFault(plain)) return plain;
    name = plain;
  }
  if (flags & hasWide) {
    const ascii = toAscii(name, hostKeys);
    if (isFault(ascii)) return ascii;
    name = ascii;
  } else if (flags & (hasUpper | hasEscape)) name = name.toLowerCase();
  if (name.charCodeAt(name.length - 1) === 46) return name;
  if (origin === null) return fault('zone:error.noOrigin');
  if (name === '@') return origin === '.' ? '.' : `${origin}.`;
  return origin === '.' ? `${name}.` : `${name}.${origin}`;
}

/** Removes the escapes from a name. A dot inside a label is refused. */
function plainName(raw: string): string | Fault {
  const bytes: number[] = [];
  if (/\\(\.|046)/.test(raw)) return fault('dns:error.hostCharacters', { char: '\\.' });
  if (!unescapeTo(raw, bytes)) return escapeFault();
  const odd = bytes.find((byte) => byte <= 32 || byte > 126 || byte === 64);
  if (odd !== undefined) return fault('dns:error.hostCharacters', { char: `\\${String(odd).padStart(3, '0')}` });
  return String.fromCharCode(...bytes.slice(0, 1024));
}

/** The words from `from` on, joined, as lower-case hex; null when they aren't whole bytes. */
export function hexAt(words: Scanner, from: number): string | null {
  let hex = '';
  for (let i = from; i < words.count; i++) hex += words.word(i);
  return hex.length % 2 === 0 && /^[0-9a-fA-F]+$/.test(hex) ? hex.toLowerCase() : null;
}
