import type { RecordType } from '../../../core/dnsTypes.ts';
import { quote } from '../text.ts';
import { placeText } from './loc.ts';
import { ipv6Text } from './svcparam.ts';

/** Reads rdata bytes sequentially. Reading past the end gives NaN or short arrays, and `done` is then never true. */
class Bytes {
  readonly all: readonly number[];
  at = 0;
  constructor(all: readonly number[]) {
    this.all = all;
  }
  uint(size: number): number {
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + (this.all[this.at++] ?? Number.NaN);
    return value;
  }
  bytes(size: number): readonly number[] {
    this.at += size;
    return this.all.slice(this.at - size, this.at);
  }
  rest(): readonly number[] {
    return this.bytes(Math.max(0, this.all.length - this.at));
  }
  string(): string {
    return quote(this.bytes(this.uint(1)));
  }
  /** An uncompressed name (RFC 3597 section 4); unusual bytes are escaped, so that name validation refuses them. */
  name(): string {
    let text = '';
    for (let size = this.uint(1); size > 0; size = this.uint(1)) {
      if (size > 63) return '!';
      for (const byte of this.bytes(size))
        text += /[a-z0-9_*-]/i.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`;
      text += '.';
    }
    return text || '.';
  }
  get left(): boolean {
    return this.at < this.all.length;
  }
  get done(): boolean {
    return this.at === this.all.length;
  }
}

const base64 = (bytes: readonly number[]): string => btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''));
const hex = (bytes: readonly number[]): string => bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');

function svcb(b: Bytes): string {
  const parts = [String(b.uint(2)), b.name()];
  while (b.left) {
    const key = b.uint(2);
    const value = b.bytes(b.uint(2));
    parts.push(value.length === 0 ? `key${key}` : `key${key}=${quote(value)}`);
  }
  return parts.join(' ');
}

function loc(b: Bytes): string {
  if (b.uint(1) !== 0) return '';
  const sizes = [b.uint(1), b.uint(1), b.uint(1)].map((byte) => [byte >> 4, byte & 15] as const);
  const [size, horizontal, vertical] = sizes;
  const [latitude, longitude, altitude] = [b.uint(4) - 2 ** 31, b.uint(4) - 2 ** 31, b.uint(4) - 10_000_000];
  if (!size || !horizontal || !vertical || sizes.flat().some((digit) => digit > 9)) return '';
  return placeText({ latitude, longitude, altitude, sizes: [size, horizontal, vertical] });
}

function txt(b: Bytes): string {
  const parts: string[] = [];
  while (b.left) parts.push(b.string());
  return parts.join(' ');
}

const host = (b: Bytes): string => b.name();
const digest = (b: Bytes): string => `${b.uint(1)} ${b.uint(1)} ${b.uint(1)} ${hex(b.rest())}`;
const presenters: Record<RecordType, (b: Bytes) => string> = {
  A: (b) => b.bytes(4).join('.'),
  AAAA: (b) => (b.all.length === 16 ? (ipv6Text(b.bytes(16)) ?? '') : ''),
  CNAME: host,
  NS: host,
  PTR: host,
  MX: (b) => `${b.uint(2)} ${b.name()}`,
  TXT: txt,
  SRV: (b) => `${b.uint(2)} ${b.uint(2)} ${b.uint(2)} ${b.name()}`,
  CAA: (b) => `${b.uint(1)} ${String.fromCharCode(...b.bytes(b.uint(1)))} ${quote(b.rest())}`,
  TLSA: digest,
  SSHFP: (b) => `${b.uint(1)} ${b.uint(1)} ${hex(b.rest())}`,
  DS: (b) => `${b.uint(2)} ${b.uint(1)} ${b.uint(1)} ${hex(b.rest())}`,
  HTTPS: svcb,
  SVCB: svcb,
  NAPTR: (b) => [b.uint(2), b.uint(2), b.string(), b.string(), b.string(), b.name()].join(' '),
  LOC: loc,
  URI: (b) => `${b.uint(2)} ${b.uint(2)} ${quote(b.rest())}`,
  DNAME: host,
  HINFO: (b) => `${b.string()} ${b.string()}`,
  RP: (b) => `${b.name()} ${b.name()}`,
  SMIMEA: digest,
  OPENPGPKEY: (b) => base64(b.rest()),
  CERT: (b) => `${b.uint(2)} ${b.uint(2)} ${b.uint(1)} ${base64(b.rest())}`,
};

/**
 * Rdata bytes of a generic line (RFC 3597 section 5, `\# 4 c0000201`) → the presentation form of the type, to be read like the rest.
 * @returns null when the bytes are not rdata of that type
 */
export function presentation(type: RecordType, rdata: readonly number[]): string | null {
  const bytes = new Bytes(rdata);
  const text = presenters[type](bytes);
  return bytes.done && text !== '' ? text : null;
}
