import type { Data, RecordType } from '../../../core/dnsTypes.ts';
import { type Fault, fault } from '../../../core/fault.ts';
import type { Scanner } from '../../zone/scan.ts';
import { parseAlgorithm } from './digest.ts';
import { maxUint16 } from './simple.ts';
import { countFault, type DataReader, whole } from './words.ts';

/** IANA "CERT RR Certificate Types" (RFC 4398 section 2.1). */
const kinds: ReadonlyMap<string, number> = new Map([
  ['PKIX', 1],
  ['SPKI', 2],
  ['PGP', 3],
  ['IPKIX', 4],
  ['ISPKI', 5],
  ['IPGP', 6],
  ['ACPKIX', 7],
  ['IACPKIX', 8],
  ['URI', 253],
  ['OID', 254],
]);
export const certTypes: readonly number[] = [...kinds.values()];
export const certTypeNames: readonly string[] = [...kinds.keys()];

/** The words from `from` on, joined, when they are base64 of whole bytes in its one form; else null. */
function base64At(words: Scanner, from: number): string | null {
  let text = '';
  for (let i = from; i < words.count; i++) text += words.word(i);
  if (text === '' || text.length % 4 > 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  return btoa(atob(text)) === text ? text : null;
}

const badBase64 = (type: RecordType, part: string): Fault => fault('dns:error.base64', { type }, part);

/** RFC 7929 section 2. */
export const readOpenpgpkey: DataReader = (words, from, { type }): Data | Fault => {
  const key = base64At(words, from);
  return key === null ? badBase64(type, 'content') : { content: key };
};

/** RFC 4398 section 2. */
export const readCert: DataReader = (words, from, { type }) => {
  const wrong = countFault(words, from, type, 4, 9999);
  if (wrong) return wrong;
  const kind = kinds.get(words.word(from).toUpperCase()) ?? whole(words.word(from), maxUint16);
  if (!certTypes.includes(kind)) return fault('dns:error.certType', { choices: certTypes.join(', ') }, 'certType');
  const tag = whole(words.word(from + 1), maxUint16);
  if (tag < 0) return fault('dns:error.keyTag', { max: maxUint16 }, 'keyTag');
  // 0: the algorithm isn't one of DNSSEC.
  const algorithm = parseAlgorithm(words.word(from + 2));
  if (algorithm < 0) return fault('dns:error.certAlgorithm', {}, 'algorithm');
  const data = base64At(words, from + 3);
  return data === null ? badBase64(type, 'data') : { content: `${kind} ${tag} ${algorithm} ${data}` };
};
