import { typeNumbers } from '../lib/rules/core/dnsTypes.ts';
import { nameBytes } from './name.ts';

/** A record of a response, with its data in canonical form (RFC 4034 section 6.2): no compression, host names in lower case. */
export interface ReplyRecord {
  /** Lower case, without the final dot; `.` is the root. */
  name: string;
  type: number;
  /** Seconds. */
  ttl: number;
  rdata: Buffer;
}

const HEADER = 12;
/** A name has at most 127 labels, and a pointer leads to an earlier byte, so that a longer chain is a loop. */
const MAX_JUMPS = 128;

/** Bytes before the first host name in the data of a type, and how many host names follow. */
const hosts: ReadonlyMap<number, readonly [before: number, count: number]> = new Map([
  [typeNumbers.NS, [0, 1]],
  [typeNumbers.CNAME, [0, 1]],
  [typeNumbers.PTR, [0, 1]],
  [typeNumbers.DNAME, [0, 1]],
  [typeNumbers.RP, [0, 2]],
  [typeNumbers.MX, [2, 1]],
  [typeNumbers.SVCB, [2, 1]],
  [typeNumbers.HTTPS, [2, 1]],
  [typeNumbers.SRV, [6, 1]],
]);

/** A name that may be compressed (RFC 1035 section 4.1.4), and where it ends. Null: not a name. */
function nameAt(message: Buffer, from: number): { name: string; end: number } | null {
  let name = '';
  let end = -1;
  for (let at = from, jumps = 0; jumps < MAX_JUMPS; ) {
    const size = message[at];
    if (size === undefined) return null;
    if (size >= 0xc0) {
      if (at + 2 > message.length) return null;
      if (end < 0) end = at + 2;
      at = message.readUInt16BE(at) & 0x3fff;
      jumps++;
    } else if (size === 0) return { name: name || '.', end: end < 0 ? at + 1 : end };
    else {
      if (size > 63 || at + size >= message.length || name.length > 1020) return null;
      const label = [...message.subarray(at + 1, at + 1 + size)]
        .map((byte) =>
          byte <= 32 || byte >= 127 || byte === 46 || byte === 92 ? `\\${String(byte).padStart(3, '0')}` : String.fromCharCode(byte),
        )
        .join('');
      name += `${name ? '.' : ''}${label.toLowerCase()}`;
      at += size + 1;
    }
  }
  return null;
}

/** The end of the strings in the data of NAPTR (RFC 3403 section 4.1): two numbers, three strings, a name. */
function naptrStrings(data: Buffer): number {
  let at = 4;
  for (let i = 0; i < 3; i++) at += 1 + (data[at] ?? 0);
  return at;
}

function canonical(message: Buffer, type: number, from: number, end: number): Buffer | null {
  const data = message.subarray(from, end);
  const [before, count] = type === typeNumbers.NAPTR ? [naptrStrings(data), 1] : (hosts.get(type) ?? [0, 0]);
  if (count === 0) return data;
  const parts = [data.subarray(0, before)];
  let at = from + before;
  for (let i = 0; i < count; i++) {
    const host = nameAt(message, at);
    if (!host || host.end > end) return null;
    parts.push(nameBytes(host.name));
    at = host.end;
  }
  return Buffer.concat([...parts, message.subarray(at, end)]);
}

/** The records in the sections answer and authority of a response; the rest and what is unreadable is left out. Never throws. */
export function readRecords(message: Buffer): { answers: ReplyRecord[]; authorities: ReplyRecord[] } {
  const answers: ReplyRecord[] = [];
  const authorities: ReplyRecord[] = [];
  const found = { answers, authorities };
  if (message.length < HEADER) return found;
  let at = HEADER;
  for (let i = message.readUInt16BE(4); i > 0; i--) {
    const question = nameAt(message, at);
    if (!question) return found;
    at = question.end + 4;
  }
  const inAnswer = message.readUInt16BE(6);
  const total = inAnswer + message.readUInt16BE(8);
  for (let i = 0; i < total; i++) {
    const owner = nameAt(message, at);
    if (!owner || owner.end + 10 > message.length) return found;
    const from = owner.end + 10;
    const end = from + message.readUInt16BE(owner.end + 8);
    if (end > message.length) return found;
    const type = message.readUInt16BE(owner.end);
    const rdata = canonical(message, type, from, end);
    const section = i < inAnswer ? answers : authorities;
    if (rdata) section.push({ name: owner.name, type, ttl: message.readUInt32BE(owner.end + 4), rdata });
    at = end;
  }
  return found;
}
