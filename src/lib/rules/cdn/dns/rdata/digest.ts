import type { TKey } from '../../../../i18n/keys.ts';
import type { RecordType } from '../../../core/dnsTypes.ts';
import { type Fault, fault } from '../../../core/fault.ts';
import type { Scanner } from '../../zone/scan.ts';
import { countFault, type DataReader, hexAt, whole } from './words.ts';

/** IANA "TLSA Certificate Usages, Selectors, Matching Types" (RFC 6698, 7218); 255 is for private use. */
export const tlsaUsages: readonly number[] = [0, 1, 2, 3, 255];
export const tlsaSelectors: readonly number[] = [0, 1, 255];
export const tlsaMatchings: readonly number[] = [0, 1, 2, 255];
/** IANA "SSHFP RR Types" (RFC 4255, 6594, 7479, 8709). */
export const sshfpAlgorithms: readonly number[] = [1, 2, 3, 4, 5, 6];
export const sshfpTypes: readonly number[] = [1, 2];

/** Hex digits of a digest; a number that isn't listed has no fixed length. */
const tlsaDigits: Readonly<Record<number, number>> = { 1: 64, 2: 128 };
const sshfpDigits: Readonly<Record<number, number>> = { 1: 40, 2: 64 };
/** IANA "DS RR Type Digest Algorithms": SHA-1, SHA-256, GOST, SHA-384, GOST 2012, SM3. */
const dsDigits: Readonly<Record<number, number>> = { 1: 40, 2: 64, 3: 64, 4: 96, 5: 64, 6: 64 };
export const dsDigestTypes: readonly number[] = Object.keys(dsDigits).map(Number);

/** DNSSEC algorithm names that zone files use instead of numbers (RFC 4034 appendix A.1 and later). */
const algorithms: ReadonlyMap<string, number> = new Map([
  ['RSAMD5', 1],
  ['DH', 2],
  ['DSA', 3],
  ['RSASHA1', 5],
  ['NSEC3DSA', 6],
  ['DSA-NSEC3-SHA1', 6],
  ['NSEC3RSASHA1', 7],
  ['RSASHA1-NSEC3-SHA1', 7],
  ['RSASHA256', 8],
  ['RSASHA512', 10],
  ['ECCGOST', 12],
  ['ECC-GOST', 12],
  ['ECDSAP256SHA256', 13],
  ['ECDSAP384SHA384', 14],
  ['ED25519', 15],
  ['ED448', 16],
  ['INDIRECT', 252],
  ['PRIVATEDNS', 253],
  ['PRIVATEOID', 254],
]);

/** The number of a DNSSEC algorithm, from its name or number; -1: neither. */
export const parseAlgorithm = (word: string): number => algorithms.get(word.toUpperCase()) ?? whole(word, 255);

/** The digest in the words from `from` on, checked against the length of its type. */
function digestAt(words: Scanner, from: number, type: RecordType, digits: number | undefined, part: string): string | Fault {
  const hex = hexAt(words, from);
  if (hex === null) return fault('dns:error.hex', { type }, part);
  if (digits !== undefined && hex.length !== digits) return fault('dns:error.digestLength', { digits, length: hex.length }, part);
  return hex;
}

/** A registry number, or -1. */
function choiceAt(words: Scanner, index: number, choices: readonly number[]): number {
  const value = whole(words.word(index), 255);
  return choices.includes(value) ? value : -1;
}

const choiceFault = (key: TKey, choices: readonly number[], part: string): Fault => fault(key, { choices: choices.join(', ') }, part);

/** RFC 6698 section 2.2; SMIMEA has the same data (RFC 8162 section 2). */
export const readTlsa: DataReader = (words, from, { type }) => {
  const wrong = countFault(words, from, type, 4, 9999);
  if (wrong) return wrong;
  const usage = choiceAt(words, from, tlsaUsages);
  if (usage < 0) return choiceFault('dns:error.tlsaUsage', tlsaUsages, 'usage');
  const selector = choiceAt(words, from + 1, tlsaSelectors);
  if (selector < 0) return choiceFault('dns:error.tlsaSelector', tlsaSelectors, 'selector');
  const matching = choiceAt(words, from + 2, tlsaMatchings);
  if (matching < 0) return choiceFault('dns:error.tlsaMatching', tlsaMatchings, 'matching');
  const data = digestAt(words, from + 3, type, tlsaDigits[matching], 'data');
  return typeof data === 'string' ? { content: `${usage} ${selector} ${matching} ${data}` } : data;
};

/** RFC 4255 section 3.2. */
export const readSshfp: DataReader = (words, from, { type }) => {
  const wrong = countFault(words, from, type, 3, 9999);
  if (wrong) return wrong;
  const algorithm = choiceAt(words, from, sshfpAlgorithms);
  if (algorithm < 0) return choiceFault('dns:error.sshfpAlgorithm', sshfpAlgorithms, 'algorithm');
  const kind = choiceAt(words, from + 1, sshfpTypes);
  if (kind < 0) return choiceFault('dns:error.sshfpType', sshfpTypes, 'fingerprintType');
  const data = digestAt(words, from + 2, type, sshfpDigits[kind], 'fingerprint');
  return typeof data === 'string' ? { content: `${algorithm} ${kind} ${data}` } : data;
};

/** RFC 4034 section 5.3. */
export const readDs: DataReader = (words, from, { type }) => {
  const wrong = countFault(words, from, type, 4, 9999);
  if (wrong) return wrong;
  const tag = whole(words.word(from), 65_535);
  if (tag < 0) return fault('dns:error.keyTag', { max: 65_535 }, 'keyTag');
  const algorithm = parseAlgorithm(words.word(from + 1));
  if (algorithm < 1) return fault('dns:error.dsAlgorithm', {}, 'algorithm');
  const kind = choiceAt(words, from + 2, dsDigestTypes);
  if (kind < 0) return choiceFault('dns:error.dsDigestType', dsDigestTypes, 'digestType');
  const data = digestAt(words, from + 3, type, dsDigits[kind], 'digest');
  return typeof data === 'string' ? { content: `${tag} ${algorithm} ${kind} ${data}` } : data;
};
