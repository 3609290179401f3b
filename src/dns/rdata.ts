import { split } from '../lib/rules/cdn/dns/fields.ts';
import { parseLocContent } from '../lib/rules/cdn/dns/rdata/loc.ts';
import { splitParams } from '../lib/rules/cdn/dns/rdata/svcb.ts';
import { ipv6Bytes } from '../lib/rules/cdn/dns/rdata/svcparam.ts';
import { textBytes } from '../lib/rules/cdn/dns/text.ts';
import type { RecordData, RecordType } from '../lib/rules/core/dnsTypes.ts';
import { nameBytes } from './name.ts';

const u8 = (...values: (number | string | undefined)[]): Buffer => Buffer.from(values.map(Number));
export function u16(...values: (number | string | undefined)[]): Buffer {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [i, value] of values.entries()) bytes.writeUInt16BE(Number(value ?? 0), 2 * i);
  return bytes;
}
export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, 4 * i);
  return bytes;
}
const hex = (text: string | undefined): Buffer => Buffer.from((text ?? '').replace(/\s/g, ''), 'hex');
const string = (content: string | undefined): Buffer => {
  const bytes = textBytes(content ?? '');
  return Buffer.concat([u8(bytes.length), bytes]);
};

/** The strings of a TXT record, each of at most 255 bytes (RFC 1035 section 3.3.14). */
function texts(content: string): Buffer {
  const bytes = textBytes(content);
  const parts: Uint8Array[] = [];
  for (let i = 0; i < bytes.length || i === 0; i += 255) {
    const part = bytes.subarray(i, i + 255);
    parts.push(u8(part.length), part);
  }
  return Buffer.concat(parts);
}

/** RFC 1876 section 2. */
function location(content: string): Buffer {
  const { latitude, longitude, altitude, sizes } = parseLocContent(content);
  return Buffer.concat([
    u8(0, ...sizes.map(([mantissa, exponent]) => mantissa * 16 + exponent)),
    u32(latitude + 2 ** 31, longitude + 2 ** 31, altitude + 10_000_000),
  ]);
}

/** RFC 9460 section 2.2. */
function binding(record: RecordData): Buffer {
  const { target = '.', params = '' } = split(record);
  const values = [...splitParams(params)].sort(([a], [b]) => a - b);
  return Buffer.concat([
    u16(record.priority),
    nameBytes(target),
    ...values.flatMap(([key, value]) => [u16(key, value.length), Buffer.from(value)]),
  ]);
}

type Encode = (record: RecordData, parts: Record<string, string>) => Buffer;
const base64 = (text: string | undefined): Buffer => Buffer.from(text ?? '', 'base64');
const host: Encode = ({ content }) => nameBytes(content);

const digest: Encode = (_, { usage, selector, matching, data }) => Buffer.concat([u8(usage, selector, matching), hex(data)]);

const encoders: Record<RecordType, Encode> = {
  A: ({ content }) => u8(...content.split('.')),
  AAAA: ({ content }) => u8(...ipv6Bytes(content)),
  CNAME: host,
  NS: host,
  PTR: host,
  MX: ({ priority, content }) => Buffer.concat([u16(priority), nameBytes(content)]),
  SRV: ({ priority, weight, port, content }) => Buffer.concat([u16(priority, weight, port), nameBytes(content)]),
  TXT: ({ content }) => texts(content),
  URI: ({ priority, weight, content }) => Buffer.concat([u16(priority, weight), textBytes(content)]),
  HTTPS: binding,
  SVCB: binding,
  LOC: ({ content }) => location(content),
  CAA: (_, { flags, tag, value }) => Buffer.concat([u8(flags), string(tag), textBytes(value ?? '')]),
  TLSA: digest,
  SSHFP: (_, { algorithm, fingerprintType, fingerprint }) => Buffer.concat([u8(algorithm, fingerprintType), hex(fingerprint)]),
  DS: (_, { keyTag, algorithm, digestType, digest }) => Buffer.concat([u16(keyTag), u8(algorithm, digestType), hex(digest)]),
  NAPTR: (_, { order, preference, flags, service, regexp, replacement = '.' }) =>
    Buffer.concat([u16(order, preference), string(flags), string(service), string(regexp), nameBytes(replacement)]),
  DNAME: host,
  HINFO: (_, { cpu, os }) => Buffer.concat([string(cpu), string(os)]),
  RP: (_, { mailbox = '.', textName = '.' }) => Buffer.concat([nameBytes(mailbox), nameBytes(textName)]),
  SMIMEA: digest,
  OPENPGPKEY: ({ content }) => base64(content),
  CERT: (_, { certType, keyTag, algorithm, data }) => Buffer.concat([u16(certType, keyTag), u8(algorithm), base64(data)]),
};

/** The data of a record from the rules → its bytes on the wire. Names aren't compressed (RFC 3597 section 4), as signatures need them. */
export const encodeRdata = (record: RecordData): Buffer => encoders[record.type](record, split(record));
