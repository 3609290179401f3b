import { privateFile, publicKeyText } from '../../../../lib/rules/cloud/sshKey/privateKey.ts';

/** A new key pair: the public part for the provider, and the private part that never leaves the browser. */
export interface KeyPair {
  publicKey: string;
  privateKey: string;
}

/** End of the private key in a PKCS #8 file of Ed25519 (RFC 8410, section 7). */
const SEED = 32;

/**
 * Generates an Ed25519 key pair with the browser's own generator.
 * @param name becomes the comment; non-ASCII characters are dropped, because the file format has no encoding for them
 * @returns null if the browser doesn't support it: an old one, or a page that wasn't loaded over https
 */
export async function generateKeyPair(name: string): Promise<KeyPair | null> {
  if (!globalThis.crypto?.subtle) return null;
  try {
    const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair; // a signing algorithm makes two
    const secret = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey)).slice(-SEED);
    const key = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
    const comment = name.replace(/[^\x21-\x7e]+/g, '-');
    return {
      publicKey: publicKeyText(key, comment),
      privateKey: privateFile(secret, key, crypto.getRandomValues(new Uint8Array(4)), comment),
    };
  } catch {
    return null;
  }
}
