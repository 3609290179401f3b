import { type Fault, fault, isFault } from '../../core/fault.ts';
import { splitKeyRows } from './format.ts';
import { fromBase64, readFields } from './wire.ts';

/** Types that a server accepts, as OpenSSH names them. DSA is left out: OpenSSH has removed it. */
export const sshKeyTypes = [
  'ssh-ed25519',
  'ssh-rsa',
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'sk-ssh-ed25519@openssh.com',
  'sk-ecdsa-sha2-nistp256@openssh.com',
] as const;
export type SshKeyType = (typeof sshKeyTypes)[number];

export interface PublicKey {
  type: SshKeyType;
  bits: number;
  /** The key in base64; its SHA-256 digest is the fingerprint. */
  blob: string;
  /** Empty when the line has none. */
  comment: string;
}

export const maxKeyLength = 16_384;
/** Stricter than the minimum of OpenSSH 9: providers and auditors require this. */
export const minRsaBits = 2048;
const maxRsaBits = 16_384;

/** Curve name and length of a point, uncompressed (SEC 1, section 2.3.3). */
const curves = {
  'ecdsa-sha2-nistp256': { name: 'nistp256', point: 65, bits: 256 },
  'ecdsa-sha2-nistp384': { name: 'nistp384', point: 97, bits: 384 },
  'ecdsa-sha2-nistp521': { name: 'nistp521', point: 133, bits: 521 },
  'sk-ecdsa-sha2-nistp256@openssh.com': { name: 'nistp256', point: 65, bits: 256 },
} as const;

const isType = (text: string): text is SshKeyType => (sshKeyTypes as readonly string[]).includes(text);
const bytesToText = (bytes: Uint8Array | undefined) => String.fromCharCode(...(bytes ?? []));

/** The number of bits of a positive integer (RFC 4251, mpint); 0 when it isn't one. */
function bitLength(bytes: Uint8Array | undefined): number {
  const from = bytes?.findIndex((byte) => byte !== 0) ?? -1;
  const first = bytes?.[from];
  if (!bytes || first === undefined || ((bytes[0] ?? 0) & 0x80) !== 0) return 0;
  return (bytes.length - from - 1) * 8 + (32 - Math.clz32(first));
}

/** Validates the data after the type. @returns the number of bits, or an error */
function checkBody(type: SshKeyType, fields: readonly Uint8Array[]): number | Fault {
  const broken = fault('sshKey:error.broken', { type });
  if (type === 'ssh-rsa') {
    const [exponent, modulus, ...rest] = fields;
    const bits = bitLength(modulus);
    if (rest.length > 0 || bitLength(exponent) < 2 || bits === 0 || bits > maxRsaBits) return broken;
    return bits < minRsaBits ? fault('sshKey:error.short', { bits, min: minRsaBits }) : bits;
  }
  if (type === 'ssh-ed25519' || type === 'sk-ssh-ed25519@openssh.com') {
    const [key, application, ...rest] = fields;
    const isWhole = type === 'ssh-ed25519' ? application === undefined : (application?.length ?? 0) > 0;
    return rest.length === 0 && isWhole && key?.length === 32 ? 256 : broken;
  }
  const { name, point: length, bits } = curves[type];
  const [curve, point, application, ...rest] = fields;
  if (bytesToText(curve) !== name) return broken;
  const isWhole = type.startsWith('sk-') ? (application?.length ?? 0) > 0 : application === undefined;
  return rest.length === 0 && isWhole && point?.length === length && point[0] === 4 ? bits : broken;
}

/**
 * Parses a public key as pasted: a line of an `authorized_keys` or `.pub` file, or the format of RFC 4716; with a specific error if
 * it is invalid.
 */
export function readPublicKey(pasted: string): PublicKey | Fault {
  const lines = splitKeyRows(pasted);
  if (isFault(lines)) return lines;
  const [text, ...others] = lines;
  if (text === undefined) return fault('sshKey:error.required');
  if (others.length > 0) return fault(isType(text.split(/\s/, 1)[0] ?? '') ? 'sshKey:error.lines' : 'sshKey:error.start');
  const [type = '', blob, ...comment] = text.split(/[ \t]+/);
  if (type === 'ssh-dss') return fault('sshKey:error.dsa');
  if (type.endsWith('-cert-v01@openssh.com')) return fault('sshKey:error.certificate');
  if (!isType(type)) {
    const isOption = comment.length > 0 && [blob, ...comment].some((word) => word !== undefined && isType(word));
    return isOption ? fault('sshKey:error.options') : fault('sshKey:error.start');
  }
  if (blob === undefined) return fault('sshKey:error.missing', { type });
  const bytes = fromBase64(blob);
  if (!bytes) return fault('sshKey:error.base64');
  const fields = readFields(bytes);
  if (!fields) return fault('sshKey:error.cut');
  const [named, ...body] = fields;
  if (bytesToText(named) !== type) return fault('sshKey:error.otherType', { type, inside: bytesToText(named) });
  const bits = checkBody(type, body);
  return typeof bits === 'number' ? { type, bits, blob, comment: comment.join(' ') } : bits;
}
