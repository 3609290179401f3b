import { ascii, field, join, toBase64, uint32 } from './wire.ts';

const TYPE = ascii('ssh-ed25519');

/** The line of an Ed25519 key for `authorized_keys`. @param key 32 bytes */
export const publicKeyText = (key: Uint8Array, comment: string): string =>
  `ssh-ed25519 ${toBase64(join(field(TYPE), field(key)))} ${comment}`.trim();

/**
 * An Ed25519 key pair as the file that `ssh-keygen` writes without a passphrase (OpenSSH, PROTOCOL.key).
 * @param seed the 32 secret bytes of RFC 8032
 * @param check four random bytes, which only show that the key was decrypted
 * @param comment in ASCII
 */
export function privateFile(seed: Uint8Array, key: Uint8Array, check: Uint8Array, comment: string): string {
  const secret = join(check, check, field(TYPE), field(key), field(join(seed, key)), field(ascii(comment)));
  const padding = Uint8Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, index) => index + 1);
  const none = field(ascii('none'));
  const whole = join(
    ascii('openssh-key-v1\0'),
    none,
    none,
    field(new Uint8Array()),
    uint32(1),
    field(join(field(TYPE), field(key))),
    field(join(secret, padding)),
  );
  const lines = toBase64(whole).match(/.{1,70}/g) ?? [];
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`;
}
