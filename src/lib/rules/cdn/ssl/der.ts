/** One element of DER (X.690): its tag, its contents, and where it ends. */
export interface Element {
  tag: number;
  value: Uint8Array<ArrayBuffer>;
  /** With tag and length. */
  whole: Uint8Array<ArrayBuffer>;
}

export const SEQUENCE = 0x30;
export const INTEGER = 0x02;
export const OCTETS = 0x04;
export const OID = 0x06;
const NULL = Uint8Array.of(0x05, 0x00);

/** Consecutive elements. Null: invalid DER. */
export function readAll(bytes: Uint8Array<ArrayBuffer>): Element[] | null {
  const elements: Element[] = [];
  let at = 0;
  while (at < bytes.length) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2);
    let length = first;
    let start = at + 2;
    if (first & 0x80) {
      const count = first & 0x7f;
      if (count === 0 || count > 4) return null;
      length = bytes.subarray(start, start + count).reduce((sum, byte) => sum * 256 + byte, 0);
      start += count;
    }
    if (start + length > bytes.length) return null;
    elements.push({ tag, value: bytes.slice(start, start + length), whole: bytes.slice(at, start + length) });
    at = start + length;
  }
  return elements;
}

/** The elements of a single sequence. */
export function readSequence(bytes: Uint8Array<ArrayBuffer>): Element[] | null {
  const [outer, ...rest] = readAll(bytes) ?? [];
  return outer && rest.length === 0 && outer.tag === SEQUENCE ? readAll(outer.value) : null;
}

export function write(tag: number, ...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const size: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) size.unshift(rest % 256);
  const head = length < 0x80 ? [tag, length] : [tag, 0x80 | size.length, ...size];
  const bytes = new Uint8Array(head.length + length);
  bytes.set(head);
  let at = head.length;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
export const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** Wraps a key of an older format in PKCS#8 (RFC 5958). */
export const wrapKey = (algorithm: string, parameters: Uint8Array | null, key: Uint8Array): Uint8Array<ArrayBuffer> =>
  write(
    SEQUENCE,
    write(INTEGER, Uint8Array.of(0)),
    write(SEQUENCE, write(OID, fromHex(algorithm)), parameters ?? NULL),
    write(OCTETS, key),
  );
