/** The supported record types, in menu order. */
export const recordTypes = [
  'A',
  'AAAA',
  'CNAME',
  'MX',
  'TXT',
  'NS',
  'SRV',
  'CAA',
  'PTR',
  'TLSA',
  'SSHFP',
  'HTTPS',
  'SVCB',
  'NAPTR',
  'DS',
  'LOC',
  'URI',
  'DNAME',
  'HINFO',
  'RP',
  'SMIMEA',
  'OPENPGPKEY',
  'CERT',
] as const;
export type RecordType = (typeof recordTypes)[number];

/**
 * One DNS record as data, without its TTL and proxy status.
 *
 * `name` is relative to the zone, lower-case ASCII (punycode): `@` is the apex, `*` and `*.x` are wildcards.
 * Host names in `content` are absolute without the trailing dot, lower case, punycode; the root is `.`, and a name of one label alone
 * keeps its dot (`localhost.`), because `localhost` would be relative to the zone.
 *
 * | type | numbers | content |
 * |---|---|---|
 * | A, AAAA | | address, IPv6 as RFC 5952 writes it |
 * | CNAME, DNAME, NS, PTR | | host |
 * | MX | priority | host |
 * | SRV | priority, weight, port | target host |
 * | URI | priority, weight | the URI, as text (below) |
 * | TXT | | the text, whole; see `text.ts` for bytes that are not text |
 * | HTTPS, SVCB | priority | `target params…`, RFC 9460 section 2.1, keys in order |
 * | RP | | mailbox as a name, name of a TXT record |
 * | OPENPGPKEY | | base64 |
 * | CAA, CERT, HINFO, TLSA, SMIMEA, SSHFP, NAPTR, DS, LOC | | presentation form of their RFC: hex in lower case, strings quoted, numbers for names |
 */
export interface RecordData {
  name: string;
  type: RecordType;
  content: string;
  priority?: number;
  weight?: number;
  port?: number;
}

/** The data of a record, without its name. */
export type Data = Omit<RecordData, 'name' | 'type'>;

/** Type numbers of the IANA registry "Resource Record (RR) TYPEs", for RFC 3597 lines. */
export const typeNumbers: Record<RecordType, number> = {
  A: 1,
  NS: 2,
  CNAME: 5,
  PTR: 12,
  HINFO: 13,
  MX: 15,
  TXT: 16,
  RP: 17,
  AAAA: 28,
  LOC: 29,
  SRV: 33,
  NAPTR: 35,
  CERT: 37,
  DNAME: 39,
  DS: 43,
  SSHFP: 44,
  TLSA: 52,
  SMIMEA: 53,
  OPENPGPKEY: 61,
  SVCB: 64,
  HTTPS: 65,
  URI: 256,
  CAA: 257,
};

const known: ReadonlySet<string> = new Set(recordTypes);
export const isRecordType = (value: string): value is RecordType => known.has(value);

const proxied: ReadonlySet<RecordType> = new Set<RecordType>(['A', 'AAAA', 'CNAME']);
/** Only web traffic passes through the CDN, so only address records and aliases can be proxied. */
export const canProxy = (type: RecordType): boolean => proxied.has(type);

/** Types whose owner names may contain an underscore anywhere. */
export const underscoreTypes: ReadonlySet<RecordType> = new Set<RecordType>([
  'SRV',
  'TXT',
  'CNAME',
  'NS',
  'TLSA',
  'SVCB',
  'HTTPS',
  'URI',
  'NAPTR',
  'DNAME',
  'RP',
  'SMIMEA',
  'OPENPGPKEY',
  'CERT',
]);

/** Example data of each type as in a zone file, for messages and placeholders (names and addresses of RFC 2606, 5737, 3849). */
export const recordExamples: Record<RecordType, string> = {
  A: '192.0.2.1',
  AAAA: '2001:db8::1',
  CNAME: 'www.example.com.',
  MX: '10 mail.example.com.',
  TXT: '"v=spf1 -all"',
  NS: 'ns1.example.com.',
  SRV: '10 5 5060 sip.example.com.',
  CAA: '0 issue "letsencrypt.org"',
  PTR: 'host.example.com.',
  TLSA: '3 1 1 (64 hex digits)',
  SSHFP: '4 2 (64 hex digits)',
  HTTPS: '1 . alpn="h2,h3"',
  SVCB: '1 svc.example.com. port=8443',
  NAPTR: '10 100 "s" "SIP+D2U" "" _sip._udp.example.com.',
  DS: '12345 13 2 (64 hex digits)',
  LOC: '52 22 23.000 N 4 53 32.000 E 2m',
  URI: '10 1 "https://example.com/"',
  DNAME: 'example.net.',
  HINFO: '"RFC8482" ""',
  RP: 'hostmaster.example.com. contact.example.com.',
  SMIMEA: '3 1 1 (64 hex digits)',
  OPENPGPKEY: 'mDMEX… (base64)',
  CERT: '1 0 0 MIIB… (base64)',
};

/** Whether two records are equal, whatever their TTL and proxy status. */
export const sameData = (a: RecordData, b: RecordData): boolean =>
  a.name === b.name &&
  a.type === b.type &&
  a.content === b.content &&
  a.priority === b.priority &&
  a.weight === b.weight &&
  a.port === b.port;
