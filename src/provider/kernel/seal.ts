import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 'v1';
/** Lengths that NIST SP 800-38D recommends for GCM, in bytes. */
const IV = 12;
const TAG = 16;

/** A separate key for each use, derived from a secret of this installation (HKDF, RFC 5869). */
const keyFor = (secret: string, use: string) => Buffer.from(hkdfSync('sha256', secret, '', `nasim:${use}`, 32));

/**
 * Encrypts a text for the database (AES-256-GCM). A copy of the database without `secrets.json` can't decrypt it.
 * @param about the owner: a text sealed for one customer can't be opened for another
 */
export function seal(secret: string, use: string, about: string, text: string): string {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, use), iv);
  cipher.setAAD(Buffer.from(about));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${VERSION}.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** @throws if it was sealed with another secret, for another use or customer, or was changed since */
export function unseal(secret: string, use: string, about: string, sealed: string): string {
  const [version, body = ''] = sealed.split('.');
  if (version !== VERSION) throw new Error('sealed by another version');
  const bytes = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, use), bytes.subarray(0, IV), { authTagLength: TAG });
  decipher.setAAD(Buffer.from(about));
  decipher.setAuthTag(bytes.subarray(IV, IV + TAG));
  return Buffer.concat([decipher.update(bytes.subarray(IV + TAG)), decipher.final()]).toString('utf8');
}
