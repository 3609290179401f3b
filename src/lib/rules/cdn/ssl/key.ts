import { fromHex, hex, OCTETS, OID, readSequence, SEQUENCE, wrapKey, write } from './der.ts';
import { type SslFault, sslFault } from './fault.ts';
import { type PemBlock, readPem, toPem } from './pem.ts';

/** Curves that browsers accept for certificates, by the identifier of RFC 5480 section 2.1.1.1. */
const curves: Record<string, Curve> = { '2a8648ce3d030107': 'P-256', '2b81040022': 'P-384', '2b81040023': 'P-521' };
export type Curve = 'P-256' | 'P-384' | 'P-521';
const RSA = '2a864886f70d010101';
const EC = '2a8648ce3d0201';

export interface PrivateKey {
  kind: 'RSA' | 'EC';
  /** Null with RSA, and for an EC key without a curve: then it is that of the certificate. */
  curve: Curve | null;
  /** PKCS#8 (RFC 5958); an EC key without a curve gets that of the certificate. */
  pkcs8(curve: Curve | null): Uint8Array<ArrayBuffer>;
}

const no = (key: Parameters<typeof sslFault>[1], params = {}) => sslFault('privateKey', key, params);
const isKeyLabel = (label: string): boolean => label.endsWith('PRIVATE KEY');

/** The private keys of texts; the same key again isn't another one. */
export function keyBlocks(...texts: readonly string[]): PemBlock[] {
  const keys = texts.flatMap((text) => readPem(text).blocks.filter(({ label }) => isKeyLabel(label)));
  const content = ({ der, text }: PemBlock) => (der ? toPem('', der) : text);
  return keys.filter((key, index) => keys.findIndex((other) => content(other) === content(key)) === index);
}

/** Reads a private key in any common format: PKCS#8, PKCS#1 (RSA), SEC 1 (EC). */
export function readKey(text: string): PrivateKey | SslFault {
  if (text.trim() === '') return no('ssl:error.keyRequired');
  const { blocks, isCut } = readPem(text);
  const keys = keyBlocks(text);
  const [first] = keys;
  if (!first) {
    if (isCut) return no('ssl:error.keyCut');
    if (blocks.some(({ label }) => label.endsWith('CERTIFICATE'))) return no('ssl:error.certificateAsKey');
    if (blocks.some(({ label }) => label.endsWith('PUBLIC KEY'))) return no('ssl:error.publicAsKey');
    return no('ssl:error.keyNotPem');
  }
  if (keys.length > 1) return no('ssl:error.severalKeys', { count: keys.length });
  if (first.isEncrypted || first.label === 'ENCRYPTED PRIVATE KEY') return no('ssl:error.keyEncrypted');
  if (!first.der) return no('ssl:error.keyBroken');
  switch (first.label) {
    case 'PRIVATE KEY':
      return readPkcs8(first.der);
    case 'RSA PRIVATE KEY':
      return readPkcs1(first.der);
    case 'EC PRIVATE KEY':
      return readSec1(first.der);
    default:
      return no('ssl:error.keyKind', { kind: first.label.replace(/ ?PRIVATE KEY$/, '') });
  }
}

function readPkcs8(der: Uint8Array<ArrayBuffer>): PrivateKey | SslFault {
  const [version, algorithm, inner] = readSequence(der) ?? [];
  const [oid, parameters] = (algorithm && readSequence(algorithm.whole)) ?? [];
  if (!version || oid?.tag !== OID || inner?.tag !== OCTETS) return no('ssl:error.keyBroken');
  const name = hex(oid.value);
  if (name === RSA) return { kind: 'RSA', curve: null, pkcs8: () => der };
  if (name !== EC) return no('ssl:error.keyKind', { kind: keyKind(name) });
  const curve = parameters?.tag === OID ? curves[hex(parameters.value)] : undefined;
  return curve ? { kind: 'EC', curve, pkcs8: () => der } : no('ssl:error.keyKind', { kind: 'EC' });
}

function readPkcs1(der: Uint8Array<ArrayBuffer>): PrivateKey | SslFault {
  // Version and the eight numbers of RFC 8017 appendix A.1.2.
  return readSequence(der)?.length === 9 ? { kind: 'RSA', curve: null, pkcs8: () => wrapKey(RSA, null, der) } : no('ssl:error.keyBroken');
}

/** RFC 5915: the curve may be in `[0]`, or defined by the container. */
function readSec1(der: Uint8Array<ArrayBuffer>): PrivateKey | SslFault {
  const parts = readSequence(der);
  if (!parts || parts[1]?.tag !== OCTETS) return no('ssl:error.keyBroken');
  const named = parts.find(({ tag }) => tag === 0xa0);
  const [oid] = (named && readSequence(write(SEQUENCE, named.value))) ?? [];
  const curve = oid?.tag === OID ? (curves[hex(oid.value)] ?? null) : null;
  if (named && !curve) return no('ssl:error.keyKind', { kind: 'EC' });
  return {
    kind: 'EC',
    curve,
    pkcs8: (other) => {
      const of = Object.keys(curves).find((id) => curves[id] === (curve ?? other)) ?? '';
      return wrapKey(EC, write(OID, fromHex(of)), der);
    },
  };
}

const kinds: Record<string, string> = { '2b6570': 'Ed25519', '2b6571': 'Ed448', '2a864886f70d01010a': 'RSA-PSS', '2a8648ce380401': 'DSA' };
const keyKind = (oid: string): string => kinds[oid] ?? oid;

interface Public {
  kind: string;
  curve: string | null;
  /** SubjectPublicKeyInfo (RFC 5280 section 4.1.2.7). */
  spki: ArrayBuffer;
}

/**
 * Whether a private key matches a public one, by signing and verifying. Deriving the public half would fail
 * in browsers that refuse keys without it.
 * @returns null when the key can't be read
 */
export async function isPair(key: PrivateKey, of: Public): Promise<boolean | null> {
  if (key.kind !== of.kind || (key.curve !== null && key.curve !== of.curve)) return false;
  const hash = 'SHA-256';
  const algorithm = key.kind === 'RSA' ? { name: 'RSASSA-PKCS1-v1_5', hash } : { name: 'ECDSA', namedCurve: of.curve ?? '', hash };
  const message = new TextEncoder().encode('nasim');
  try {
    // The certificate defines the curve; the check above made sure that it is supported.
    const secret = await crypto.subtle.importKey('pkcs8', key.pkcs8(of.curve as Curve | null), algorithm, false, ['sign']);
    const known = await crypto.subtle.importKey('spki', of.spki, algorithm, false, ['verify']);
    const signature = await crypto.subtle.sign(algorithm, secret, message);
    return await crypto.subtle.verify(algorithm, known, signature, message);
  } catch {
    return null;
  }
}

/** The key as stored: PKCS#8 without surrounding text. */
export const keyPem = (key: PrivateKey, curve: string | null): string => toPem('PRIVATE KEY', key.pkcs8(curve as Curve | null)); // of a certificate that matches
