import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TsigKey } from '../config/env.ts';
import { nameBytes, readName } from './name.ts';
import type { Query } from './query.ts';
import { u16, u32 } from './rdata.ts';
import { T } from './types.ts';

const ALGORITHM = 'hmac-sha256';
const MAC_SIZE = 32;
/** Seconds that two clocks may differ (RFC 8945 section 10). */
const FUDGE = 300;
/** RFC 8945 section 3. */
const tsigErrors = { BADSIG: 16, BADKEY: 17, BADTIME: 18 } as const;
type TsigError = (typeof tsigErrors)[keyof typeof tsigErrors];

/** What a signature is made of beside the message: the time, and what went before. */
interface Signing {
  key: TsigKey;
  /** Epoch seconds. */
  time: number;
  /** The MAC of the request, or of the message before; none for a request. */
  prior: Buffer | null;
  /** The second and later messages of a response (RFC 8945 section 5.3.1). */
  isNext?: boolean;
  /** Seconds that the clocks may differ; a request has its own. */
  fudge?: number;
  error?: TsigError;
  other?: Buffer;
}

const timeBytes = (time: number): Buffer => Buffer.concat([u16(Math.floor(time / 2 ** 32)), u32(time)]);

/** @param message without its TSIG record */
function computeMac(message: Buffer, { key, time, prior, isNext, fudge = FUDGE, error, other = Buffer.alloc(0) }: Signing): Buffer {
  const mac = createHmac('sha256', key.secret);
  if (prior) mac.update(u16(prior.length)).update(prior);
  mac.update(message);
  if (isNext) mac.update(timeBytes(time)).update(u16(fudge));
  else
    mac
      .update(nameBytes(key.name))
      .update(Buffer.concat([u16(255), u32(0), nameBytes(ALGORITHM), timeBytes(time), u16(fudge, error, other.length)]))
      .update(other);
  return mac.digest();
}

/** A message with a TSIG record at its end. @param mac of the signature; empty for an error without one */
function attach(message: Buffer, { key, time, error, other = Buffer.alloc(0) }: Signing, mac: Buffer): Buffer {
  const data = Buffer.concat([
    nameBytes(ALGORITHM),
    timeBytes(time),
    u16(FUDGE, mac.length),
    mac,
    message.subarray(0, 2),
    u16(error, other.length),
    other,
  ]);
  const record = Buffer.concat([nameBytes(key.name), u16(T.TSIG, 255), u32(0), u16(data.length), data]);
  const signed = Buffer.concat([message, record]);
  signed.writeUInt16BE(message.readUInt16BE(10) + 1, 10);
  return signed;
}

/** Signs a message. @returns it, and its MAC for the next one */
export function sign(message: Buffer, signing: Signing): { message: Buffer; mac: Buffer } {
  const mac = computeMac(message, signing);
  return { message: attach(message, signing, mac), mac };
}

/** Bytes that a signature adds to a message. */
export const encodedSize = (name: string): number => nameBytes(name).length + nameBytes(ALGORITHM).length + 10 + 16 + MAC_SIZE + 6;

/** `key` and `mac`: the sender knows the key. `reply` makes the answer to one that doesn't: it has the status NOTAUTH. */
type Verdict = { ok: true; key: TsigKey; mac: Buffer } | { ok: false; reply: (message: Buffer) => Buffer } | { ok: false; reply: null };

/** Checks the signature of a message (RFC 8945 section 5.2). `reply: null`: its record can't be read. @param now epoch milliseconds */
export function verify(message: Buffer, { tsig }: Query, keys: readonly TsigKey[], now: number): Verdict {
  const algorithm = tsig && readName(tsig.data, 0);
  if (!tsig || !algorithm || tsig.data.length < algorithm.end + 16) return { ok: false, reply: null };
  const { data } = tsig;
  const at = algorithm.end;
  const time = data.readUIntBE(at, 6);
  const size = data.readUInt16BE(at + 8);
  if (data.length < at + 16 + size) return { ok: false, reply: null };
  const mac = data.subarray(at + 10, at + 10 + size);
  const seconds = Math.floor(now / 1000);
  const key = algorithm.name === ALGORITHM ? keys.find(({ name }) => name === tsig.name) : undefined;
  // What can't be signed says so itself.
  const unsigned = (error: TsigError): Verdict => {
    const named = key ?? { name: tsig.name, secret: Buffer.alloc(0) };
    return { ok: false, reply: (reply) => attach(reply, { key: named, time, prior: null, error }, Buffer.alloc(0)) };
  };
  if (!key) return unsigned(tsigErrors.BADKEY);
  const plain = Buffer.from(message.subarray(0, tsig.start));
  data.copy(plain, 0, at + 10 + size, at + 12 + size);
  plain.writeUInt16BE(message.readUInt16BE(10) - 1, 10);
  const fudge = data.readUInt16BE(at + 6);
  if (size !== MAC_SIZE || !timingSafeEqual(mac, computeMac(plain, { key, time, prior: null, fudge }))) return unsigned(tsigErrors.BADSIG);
  if (Math.abs(seconds - time) > fudge) {
    const late = { key, time, prior: mac, error: tsigErrors.BADTIME, other: timeBytes(seconds) };
    return { ok: false, reply: (reply) => sign(reply, late).message };
  }
  return { ok: true, key, mac };
}
