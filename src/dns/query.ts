import { readName } from './name.ts';
import { T } from './types.ts';

const HEADER = 12;

export interface Edns {
  version: number;
  /** Bytes that the client takes over UDP. */
  size: number;
  /** The client wants the records of DNSSEC. */
  dnssecOk: boolean;
  /** The client knows that a signed NXDOMAIN has a NOERROR status, and wants the real one (RFC 9824 section 5.1). */
  compactOk: boolean;
  /** The option COOKIE, 8 or 16 to 40 bytes (RFC 7873 section 4). */
  cookie: Buffer | null;
}

export interface Query {
  id: number;
  opcode: number;
  recursionDesired: boolean;
  /** Lower case, without the final dot; `.` is the root. */
  name: string;
  type: number;
  class: number;
  /** The question as it was sent, in the case that the client chose. */
  raw: Buffer;
  edns: Edns | null;
  /** The serial of the SOA in the authority section, as IXFR has it (RFC 1995 section 3). */
  serial: number | null;
  /** The record TSIG at the end of the message, and where it starts (RFC 8945). */
  tsig: { start: number; name: string; data: Buffer } | null;
}

/** `drop`: no answer, because it could start a loop. Another text is the reason to answer FORMERR. */
export type Unreadable = 'drop' | 'format';

/** Skips a name that may be compressed. @returns where it ends, or -1 */
function skipName(message: Buffer, from: number): number {
  for (let at = from; ; ) {
    const size = message[at];
    if (size === undefined) return -1;
    if (size === 0) return at + 1;
    if (size >= 0xc0) return at + 2 <= message.length ? at + 2 : -1;
    if (size > 63) return -1;
    at += size + 1;
  }
}

function readEdns(message: Buffer, at: number, end: number): Edns | 'format' {
  let cookie: Buffer | null = null;
  const flags = message.readUInt16BE(at + 6);
  for (let option = at + 10; option < end; ) {
    if (option + 4 > end) return 'format';
    const size = message.readUInt16BE(option + 2);
    if (option + 4 + size > end) return 'format';
    if (message.readUInt16BE(option) === 10) {
      if (size !== 8 && (size < 16 || size > 40)) return 'format';
      cookie = message.subarray(option + 4, option + 4 + size);
    }
    option += 4 + size;
  }
  return {
    version: message[at + 5] ?? 0,
    size: Math.max(512, message.readUInt16BE(at + 2)),
    dnssecOk: (flags & 0x8000) !== 0,
    compactOk: (flags & 0x4000) !== 0,
    cookie,
  };
}

/** Reads a query (RFC 1035 section 4, RFC 6891). Never throws, whatever the bytes are. */
export function readQuery(message: Buffer): Query | Unreadable {
  // A response is never answered: two servers would talk to each other forever.
  if (message.length < HEADER || (message[2] ?? 0) & 0x80) return 'drop';
  if (message.readUInt16BE(4) !== 1) return 'format';
  const question = readName(message, HEADER);
  if (!question || question.end + 4 > message.length) return 'format';
  const query: Query = {
    id: message.readUInt16BE(0),
    opcode: ((message[2] ?? 0) >> 3) & 15,
    recursionDesired: ((message[2] ?? 0) & 1) !== 0,
    name: question.name,
    type: message.readUInt16BE(question.end),
    class: message.readUInt16BE(question.end + 2),
    raw: message.subarray(HEADER, question.end + 4),
    edns: null,
    serial: null,
    tsig: null,
  };
  const answers = message.readUInt16BE(6);
  const authorities = message.readUInt16BE(8);
  const total = answers + authorities + message.readUInt16BE(10);
  let at = question.end + 4;
  for (let i = 0; i < total; i++) {
    const start = at;
    at = skipName(message, at);
    if (at < 0 || at + 10 > message.length) return 'format';
    const type = message.readUInt16BE(at);
    const end = at + 10 + message.readUInt16BE(at + 8);
    // Nothing may come after the signature.
    if (end > message.length || query.tsig) return 'format';
    if (i < answers + authorities) {
      if (type === T.SOA && end - at >= 30) query.serial = message.readUInt32BE(end - 20);
    } else if (type === T.OPT) {
      if (query.edns || at !== start + 1) return 'format';
      const edns = readEdns(message, at, end);
      if (edns === 'format') return 'format';
      query.edns = edns;
    } else if (type === T.TSIG) {
      const owner = readName(message, start);
      if (!owner) return 'format';
      query.tsig = { start, name: owner.name, data: message.subarray(at + 10, end) };
    }
    at = end;
  }
  return query;
}
