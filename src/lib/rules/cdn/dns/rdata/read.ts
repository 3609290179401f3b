import type { Data, RecordType } from '../../../core/dnsTypes.ts';
import { type Fault, fault } from '../../../core/fault.ts';
import { hasInnerQuote, isQuoted } from '../../zone/flags.ts';
import { Scanner } from '../../zone/scan.ts';
import { readCaa } from './caa.ts';
import { readDs, readSshfp, readTlsa } from './digest.ts';
import { readHinfo, readRp } from './info.ts';
import { readCert, readOpenpgpkey } from './key.ts';
import { readLoc } from './loc.ts';
import { readNaptr } from './naptr.ts';
import { readA, readAaaa, readHostOnly, readMx, readSrv, readTxt, readUri } from './simple.ts';
import { readSvcb } from './svcb.ts';
import { presentation } from './wire.ts';
import { type DataReader, hexAt, type Scope, tooFew, whole } from './words.ts';

const readers: Record<RecordType, DataReader> = {
  A: readA,
  AAAA: readAaaa,
  CNAME: readHostOnly,
  MX: readMx,
  TXT: readTxt,
  NS: readHostOnly,
  SRV: readSrv,
  CAA: readCaa,
  PTR: readHostOnly,
  TLSA: readTlsa,
  SSHFP: readSshfp,
  HTTPS: readSvcb,
  SVCB: readSvcb,
  NAPTR: readNaptr,
  DS: readDs,
  LOC: readLoc,
  URI: readUri,
  DNAME: readHostOnly,
  HINFO: readHinfo,
  RP: readRp,
  SMIMEA: readTlsa,
  OPENPGPKEY: readOpenpgpkey,
  CERT: readCert,
};

/** Types whose data has strings. All others use unquoted words in a zone file. */
const withStrings: ReadonlySet<RecordType> = new Set<RecordType>(['TXT', 'CAA', 'NAPTR', 'URI', 'HTTPS', 'SVCB', 'HINFO']);

function holdsQuotes(words: Scanner, from: number): boolean {
  for (let i = from; i < words.count; i++) if (words.flag(i) & (isQuoted | hasInnerQuote)) return true;
  return false;
}

/**
 * Reads the data of a record from word `from` of the current entry of `words`, in the type's own form or in the generic form
 * of RFC 3597.
 */
export function readData(words: Scanner, from: number, scope: Scope): Data | Fault {
  if (words.count <= from) return tooFew(scope.type);
  if (words.text.charCodeAt(words.starts[from] ?? 0) === 92 && !(words.flag(from) & isQuoted) && words.word(from) === '\\#') {
    return readGeneric(words, from + 1, scope);
  }
  if (!scope.typed && !withStrings.has(scope.type) && holdsQuotes(words, from)) return fault('zone:error.quotes', { type: scope.type });
  return readers[scope.type](words, from, scope);
}

function readGeneric(words: Scanner, from: number, scope: Scope): Data | Fault {
  const wrong = fault('zone:error.generic', { type: scope.type });
  const length = from < words.count ? whole(words.word(from), 65_535) : -1;
  const digits = length === 0 && words.count === from + 1 ? '' : hexAt(words, from + 1);
  if (length < 0 || digits === null || digits.length !== length * 2) return wrong;
  const bytes = Array.from({ length }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16));
  const text = presentation(scope.type, bytes);
  if (text === null) return wrong;
  return readText(text, { ...scope, typed: false, hosts: new Map() });
}

/** Reads standalone data: joined form values, or the output of `presentation`. */
export function readText(text: string, scope: Scope): Data | Fault {
  const words = new Scanner(text);
  if (!words.next()) return tooFew(scope.type);
  if (words.fault) return fault(words.fault);
  const data = readData(words, 0, scope);
  const rest = words.commentStart >= 0 || words.next();
  return rest && !('key' in data) ? fault('dns:error.contentRest') : data;
}
