import { hostKeys, scanLabels } from '../../../core/dnsLabel.ts';
import { type Fault, fault, isFault } from '../../../core/fault.ts';
import { type Finding, finding } from './finding.ts';
import { readTags } from './tags.ts';

/** A public key as in `p=`: base64 of a SubjectPublicKeyInfo (RSA, RFC 6376 section 3.6.1), or of the 32 bytes (Ed25519, RFC 8463). */
export interface DkimKey {
  kind: 'rsa' | 'ed25519';
  base64: string;
  /** Length of the RSA modulus, or 256. */
  bits: number;
}

/** RFC 8301 section 3.2: signers use 1024 bits at least and should use 2048. */
const leastBits = 1024;
const goodBits = 2048;

interface Part {
  tag: number;
  bytes: Uint8Array;
  /** Start of the next value. */
  end: number;
}

/** One DER value at `at`, or null when there is none (X.690 section 8.1). */
function part(bytes: Uint8Array, at: number): Part | null {
  const tag = bytes[at];
  let length = bytes[at + 1];
  if (tag === undefined || length === undefined) return null;
  let start = at + 2;
  if (length >= 0x80) {
    const size = length - 0x80;
    if (size < 1 || size > 3) return null;
    length = 0;
    for (let i = 0; i < size; i++) length = length * 256 + (bytes[start + i] ?? 0);
    start += size;
  }
  const end = start + length;
  return end > bytes.length ? null : { tag, bytes: bytes.subarray(start, end), end };
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
const OID = 0x06;
const rsaOid = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01];
const ed25519Oid = [0x2b, 0x65, 0x70];
const starts = (bytes: Uint8Array, with_: readonly number[]): boolean => with_.every((byte, i) => bytes[i] === byte);

/** Bits of the modulus of an RSAPublicKey (RFC 8017 appendix A.1.1), or null. */
function rsaBits(bytes: Uint8Array): number | null {
  const key = part(bytes, 0);
  if (key?.tag !== SEQUENCE || key.end !== bytes.length) return null;
  const modulus = part(key.bytes, 0);
  const exponent = modulus && part(key.bytes, modulus.end);
  if (modulus?.tag !== INTEGER || exponent?.tag !== INTEGER || exponent.end !== key.bytes.length || exponent.bytes.length === 0)
    return null;
  const first = modulus.bytes.findIndex((byte) => byte !== 0);
  if (first < 0) return null;
  return (modulus.bytes.length - first - 1) * 8 + (32 - Math.clz32(modulus.bytes[first] ?? 0));
}

const toBase64 = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

function fromBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return null;
  try {
    return Uint8Array.from(atob(text.replace(/=+$/, '')), (char) => char.charCodeAt(0));
  } catch {
    return null;
  }
}

/** A DER length: one byte, or its count and its bytes. */
function lengthBytes(length: number): number[] {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 255];
}
const der = (tag: number, ...parts: readonly (readonly number[] | Uint8Array)[]): number[] => {
  const bytes = parts.flatMap((one) => [...one]);
  return [tag, ...lengthBytes(bytes.length), ...bytes];
};
/** An RSAPublicKey as in PKCS #1 files → SubjectPublicKeyInfo, which every verifier accepts. */
const wrapped = (rsa: Uint8Array): Uint8Array =>
  Uint8Array.from(der(SEQUENCE, der(SEQUENCE, der(OID, rsaOid), [0x05, 0]), der(BIT_STRING, [0], rsa)));

/** The key in the bytes, in any of the three forms; null when there is none. */
function keyIn(bytes: Uint8Array, kind: string): DkimKey | null {
  if (bytes.length === 32 && kind === 'ed25519') return { kind: 'ed25519', base64: toBase64(bytes), bits: 256 };
  const info = part(bytes, 0);
  if (info?.tag !== SEQUENCE || info.end !== bytes.length) return null;
  const bits = rsaBits(bytes);
  if (bits !== null) return { kind: 'rsa', base64: toBase64(wrapped(bytes)), bits };
  const algorithm = part(info.bytes, 0);
  const key = algorithm && part(info.bytes, algorithm.end);
  const oid = algorithm?.tag === SEQUENCE ? part(algorithm.bytes, 0) : null;
  if (oid?.tag !== OID || key?.tag !== BIT_STRING || key.bytes[0] !== 0) return null;
  const inner = key.bytes.subarray(1);
  if (starts(oid.bytes, ed25519Oid) && inner.length === 32) return { kind: 'ed25519', base64: toBase64(inner), bits: 256 };
  const size = starts(oid.bytes, rsaOid) ? rsaBits(inner) : null;
  return size === null ? null : { kind: 'rsa', base64: toBase64(bytes), bits: size };
}

/** Joins the strings of a zone file; other text is returned unchanged. */
function unquoted(text: string): string {
  const strings = text.match(/"(?:[^"\\]|\\.)*"/g);
  return strings ? strings.map((string) => string.slice(1, -1).replace(/\\(.)/g, '$1')).join('') : text;
}

/**
 * Reads a public key in any common form: PEM, the text of a DKIM record with or without quotes, a line of a zone
 * file, or bare base64.
 * @returns the key and, if the text contains it, its selector; or an error
 */
export function readDkimKey(input: string): (DkimKey & { selector?: string }) | Fault {
  const text = input.trim();
  if (text === '') return fault('dnsMail:dkim.empty');
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) return fault('dnsMail:dkim.private');
  const pem = /-----BEGIN (?:RSA )?PUBLIC KEY-----([^-]*)-----END/.exec(text);
  if (/-----BEGIN/.test(text) && !pem) return fault('dnsMail:dkim.unread');
  const record = unquoted(text);
  const tagged = /(?:^|;|\s)p\s*=/i.test(record)
    ? readTags(record.slice(Math.max(0, record.search(/\b(?:v|k|p|t|n|h|s|g)\s*=/i)))).tags
    : null;
  const kind = tagged?.get('k')?.toLowerCase() ?? 'rsa';
  const base64 = (pem?.[1] ?? tagged?.get('p') ?? record).replace(/[\s"()]+/g, '');
  if (tagged && base64 === '') return fault('dnsMail:dkim.revokedKey');
  const bytes = fromBase64(base64);
  const key = bytes && (keyIn(bytes, kind) ?? (tagged ? null : keyIn(bytes, 'ed25519')));
  if (!key) return fault('dnsMail:dkim.unread');
  if (key.bits < leastBits && key.kind === 'rsa') return fault('dnsMail:dkim.short', { bits: key.bits, min: leastBits });
  const [, selector] = /^\s*([a-z0-9_-][a-z0-9_.-]*)\._domainkey(?:[.\s])/i.exec(text) ?? [];
  return selector ? { ...key, selector: selector.toLowerCase() } : key;
}

/** Whether a text is a selector (RFC 6376 section 3.1). */
export function selectorFault(selector: string): Fault | null {
  const name = selector.trim().toLowerCase();
  if (name === '') return fault('dnsMail:dkim.selectorEmpty');
  const bits = scanLabels(name, hostKeys);
  if (isFault(bits) || name.startsWith('*') || name.endsWith('_domainkey')) return fault('dnsMail:dkim.selector', { selector: name });
  return null;
}

export const dkimName = (selector: string): string => `${selector.trim().toLowerCase()}._domainkey`;

export const printDkim = ({ kind, base64 }: DkimKey): string => `v=DKIM1; k=${kind}; p=${base64}`;

/** The findings for the TXT value at a selector. */
export function checkDkim(text: string): Finding[] {
  const { tags, unread } = readTags(text);
  const version = tags.get('v');
  if (version !== undefined && version !== 'DKIM1') return [finding('wrong', 'dnsMail:dkim.version', { value: version })];
  if (!tags.has('p') || unread.length > 0) return [finding('wrong', 'dnsMail:dkim.noKey')];
  if (tags.get('p') === '') return [finding('note', 'dnsMail:dkim.revoked')];
  const key = readDkimKey(text);
  if (isFault(key)) return [{ grade: 'wrong', key: key.key, params: key.params }];
  const found: Finding[] = [];
  if (key.kind === 'rsa' && key.bits < goodBits) found.push(finding('weak', 'dnsMail:dkim.weak', { bits: key.bits, good: goodBits }));
  if (tags.get('t')?.split(':').includes('y')) found.push(finding('weak', 'dnsMail:dkim.testing'));
  return found;
}
