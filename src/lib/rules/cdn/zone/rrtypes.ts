import { isRecordType, type RecordType, typeNumbers } from '../../core/dnsTypes.ts';

/** Types created by signing. The provider signs zones itself, so these lines are skipped. */
const signed: ReadonlyMap<string, number> = new Map([
  ['RRSIG', 46],
  ['NSEC', 47],
  ['DNSKEY', 48],
  ['NSEC3', 50],
  ['NSEC3PARAM', 51],
  ['CDS', 59],
  ['CDNSKEY', 60],
  ['ZONEMD', 63],
]);

/** Other types of the IANA registry, so that a message can say "not supported" rather than "unknown". */
const others: ReadonlyMap<string, number> = new Map([
  ['MD', 3],
  ['MF', 4],
  ['MB', 7],
  ['MG', 8],
  ['MR', 9],
  ['NULL', 10],
  ['WKS', 11],
  ['MINFO', 14],
  ['AFSDB', 18],
  ['X25', 19],
  ['ISDN', 20],
  ['RT', 21],
  ['NSAP', 22],
  ['NSAP-PTR', 23],
  ['SIG', 24],
  ['KEY', 25],
  ['PX', 26],
  ['GPOS', 27],
  ['NXT', 30],
  ['EID', 31],
  ['NIMLOC', 32],
  ['ATMA', 34],
  ['KX', 36],
  ['A6', 38],
  ['SINK', 40],
  ['OPT', 41],
  ['APL', 42],
  ['IPSECKEY', 45],
  ['DHCID', 49],
  ['HIP', 55],
  ['NINFO', 56],
  ['RKEY', 57],
  ['TALINK', 58],
  ['CSYNC', 62],
  ['DSYNC', 66],
  ['SPF', 99],
  ['NID', 104],
  ['L32', 105],
  ['L64', 106],
  ['LP', 107],
  ['EUI48', 108],
  ['EUI64', 109],
  ['TKEY', 249],
  ['TSIG', 250],
  ['IXFR', 251],
  ['AXFR', 252],
  ['AVC', 258],
  ['DOA', 259],
  ['AMTRELAY', 260],
  ['RESINFO', 261],
  ['WALLET', 262],
  ['TA', 32768],
  ['DLV', 32769],
  // Of Windows DNS: names are looked up in WINS (MS-DNSP section 2.2.2.1.1).
  ['WINS', 65_281],
  ['WINSR', 65_282],
]);

export type Kind =
  | { kind: 'record'; type: RecordType; name: string }
  | { kind: 'soa' | 'signed' | 'unsupported' | 'unknown'; type: null; name: string };

const byNumber: ReadonlyMap<number, string> = new Map([
  ...Object.entries(typeNumbers).map(([name, number]) => [number, name] as const),
  ...[...signed, ...others].map(([name, number]) => [number, name] as const),
  [6, 'SOA'] as const,
]);

function classify(word: string): Kind {
  const upper = word.toUpperCase();
  const [, digits] = /^TYPE(\d{1,5})$/.exec(upper) ?? [];
  const name = digits === undefined ? upper : (byNumber.get(Number(digits)) ?? upper);
  if (isRecordType(name)) return { kind: 'record', type: name, name };
  if (name === 'SOA') return { kind: 'soa', type: null, name };
  if (signed.has(name)) return { kind: 'signed', type: null, name };
  const exists = others.has(name) || (digits !== undefined && Number(digits) <= 65_535);
  return { kind: exists ? 'unsupported' : 'unknown', type: null, name };
}

const known = new Map<string, Kind>();
/** The type of a word: its name in any case, or `TYPE123` (RFC 3597 section 5). */
export function parseKind(word: string): Kind {
  let kind = known.get(word);
  if (!kind) {
    kind = classify(word);
    // Real files have few distinct words; those of a hostile file aren't cached.
    if (known.size < 500) known.set(word, kind);
  }
  return kind;
}
