import { checkIpv4, checkIpv6 } from '../../../core/ip.ts';
import { ipv6Groups } from '../../../core/ipText.ts';
import { decodeContent, quote } from '../text.ts';
import { whole } from './words.ts';

/** Values of service parameters by key number, as bytes on the wire (RFC 9460 section 14.3.2; dohpath RFC 9461; ohttp RFC 9540). */
export type Params = Map<number, readonly number[]>;

const names = ['mandatory', 'alpn', 'no-default-alpn', 'port', 'ipv4hint', 'ech', 'ipv6hint', 'dohpath', 'ohttp'] as const;

/** `ohttp` is read and written as `key8`, because name servers from 2024 refuse files that use its name. */
export const keyName = (number: number): string => (number === 8 ? undefined : names[number]) ?? `key${number}`;

/** `alpn` or `key1` → 1; -1 for a key that doesn't exist. 65535 is reserved as invalid. */
export function keyNumber(name: string): number {
  const index = (names as readonly string[]).indexOf(name);
  if (index >= 0) return index;
  const [, digits] = /^key(0|[1-9]\d{0,4})$/.exec(name) ?? [];
  return digits === undefined ? -1 : whole(digits, 65_534);
}

/** Splits a value list (RFC 9460 appendix A.1): commas separate items, a backslash escapes a comma or a backslash. Null when invalid. */
function splitList(value: readonly number[]): number[][] | null {
  const items: number[][] = [[]];
  for (let i = 0; i < value.length; i++) {
    const byte = value[i] ?? 0;
    if (byte === 44) items.push([]);
    else {
      const unescaped = byte === 92 ? value[++i] : byte;
      if (unescaped === undefined || (byte === 92 && unescaped !== 44 && unescaped !== 92)) return null;
      items.at(-1)?.push(unescaped);
    }
  }
  return items.some((item) => item.length === 0) ? null : items;
}

const ascii = (bytes: readonly number[]): string => String.fromCharCode(...bytes.slice(0, 4096));
const uint16 = (value: number): number[] => [value >> 8, value & 255];
const items = (value: readonly number[]): string[] => ascii(value).split(',');

/** A valid IPv6 address → its 16 bytes. */
export const ipv6Bytes = (text: string): number[] => (ipv6Groups(text) ?? []).flatMap(uint16);

export function ipv6Text(bytes: readonly number[]): string | null {
  const groups = Array.from({ length: 8 }, (_, i) => ((bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0)).toString(16));
  const text = checkIpv6(groups.join(':'));
  return typeof text === 'string' ? text : null;
}

/** Each address of a list → bytes, or null. */
function addresses(value: readonly number[], toBytes: (text: string) => number[] | null): number[] | null {
  const lists = items(value).map(toBytes);
  return lists.some((bytes) => bytes === null) ? null : lists.flatMap((bytes) => bytes ?? []);
}

function ipv4Item(text: string): number[] | null {
  const address = checkIpv4(text);
  return typeof address === 'string' ? address.split('.').map(Number) : null;
}

function ipv6Item(text: string): number[] | null {
  const address = checkIpv6(text);
  return typeof address === 'string' ? ipv6Bytes(address) : null;
}

function mandatoryBytes(value: readonly number[]): number[] | null {
  const numbers = items(value).map(keyNumber);
  if (numbers.some((number) => number < 1) || new Set(numbers).size !== numbers.length) return null;
  return numbers.sort((a, b) => a - b).flatMap(uint16);
}

function alpnBytes(value: readonly number[]): number[] | null {
  const list = splitList(value);
  if (!list || list.some((item) => item.length > 255)) return null;
  return list.flatMap((item) => [item.length, ...item]);
}

function base64Bytes(value: readonly number[]): number[] | null {
  const text = ascii(value);
  if (!/^(?:[A-Za-z0-9+/]{4})+$|^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)$/.test(text)) return null;
  return Array.from(atob(text), (char) => char.charCodeAt(0));
}

function portBytes(value: readonly number[]): number[] | null {
  const port = whole(ascii(value), 65_535);
  return port < 0 ? null : uint16(port);
}

type Codec = { read: (value: readonly number[]) => readonly number[] | null; show: (wire: readonly number[]) => readonly number[] | null };
const bytesOfText = (text: string): number[] => Array.from(text, (char) => char.charCodeAt(0));
const empty: Codec = { read: (value) => (value.length === 0 ? [] : null), show: (wire) => (wire.length === 0 ? [] : null) };

/** Groups of `size` bytes; null when the length isn't a positive multiple. */
function chunks(wire: readonly number[], size: number): number[][] | null {
  if (wire.length === 0 || wire.length % size !== 0) return null;
  return Array.from({ length: wire.length / size }, (_, i) => wire.slice(i * size, i * size + size));
}

const parseNumbers = (texts: readonly string[] | null | undefined): number[] | null => (texts ? bytesOfText(texts.join(',')) : null);

function showAlpn(wire: readonly number[]): number[] | null {
  const list: number[][] = [];
  for (let i = 0; i < wire.length; ) {
    const size = wire[i] ?? 0;
    if (size === 0 || i + size >= wire.length) return null;
    list.push(wire.slice(i + 1, i + 1 + size).flatMap((byte) => (byte === 44 || byte === 92 ? [92, byte] : [byte])));
    i += size + 1;
  }
  return list.length === 0 ? null : list.flatMap((item, index) => (index === 0 ? item : [44, ...item]));
}

const codecs: readonly Codec[] = [
  { read: mandatoryBytes, show: (wire) => parseNumbers(chunks(wire, 2)?.map(([a = 0, b = 0]) => keyName(a * 256 + b))) },
  { read: alpnBytes, show: showAlpn },
  empty,
  { read: portBytes, show: (wire) => (wire.length === 2 ? bytesOfText(String((wire[0] ?? 0) * 256 + (wire[1] ?? 0))) : null) },
  { read: (value) => addresses(value, ipv4Item), show: (wire) => parseNumbers(chunks(wire, 4)?.map((bytes) => bytes.join('.'))) },
  {
    read: base64Bytes,
    show: (wire) => (wire.length === 0 ? null : bytesOfText(btoa(wire.map((byte) => String.fromCharCode(byte)).join('')))),
  },
  { read: (value) => addresses(value, ipv6Item), show: (wire) => parseNumbers(chunks(wire, 16)?.map((bytes) => ipv6Text(bytes) ?? '')) },
  {
    read: (value) => (decodeContent(value).includes('{?dns}') ? value : null),
    show: (wire) => (decodeContent(wire).includes('{?dns}') ? wire : null),
  },
  empty,
];

/**
 * The bytes of a value as written → its bytes on the wire, or null when they are invalid for the key.
 * @param generic written as `keyNNNNN`, with bytes already in wire format (RFC 9460 section 2.1)
 */
export function readParam(number: number, value: readonly number[], generic: boolean): readonly number[] | null {
  const codec = codecs[number];
  if (!codec) return value;
  if (!generic) return codec.read(value);
  const written = codec.show(value);
  return written && codec.read(written);
}

/** `alpn=h2,h3`, in quotes only where the value needs them. */
export function showParam(number: number, wire: readonly number[]): string {
  const codec = codecs[number];
  const value = codec ? (codec.show(wire) ?? []) : wire;
  if (value.length === 0) return keyName(number);
  const text = ascii(value);
  const simple = /^[A-Za-z0-9+/=.,:_-]+$/.test(text) && value.length < 4096;
  return `${keyName(number)}=${simple ? text : quote(value)}`;
}
