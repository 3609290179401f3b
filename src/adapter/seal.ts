import { createHash } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

const CACHE_MAX = 5000;

export interface Seal<T> {
  seal(content: T): Promise<string>;
  /** Null for an empty value, and for one that was not sealed here. */
  open(sealed: string | null): Promise<T | null>;
}

/**
 * Seals the content of a cookie as JWE (RFC 7516, `dir` and A256GCM), so that the adapter needs no store.
 * @param name the secret and its purpose: a value sealed for one purpose can't be opened for another
 */
export function makeSeal<T extends object>(name: string): Seal<T> {
  const key = createHash('sha256').update(name).digest();
  // Cached, because each call of a visit sends the same cookie and would cost a decryption.
  const opened = new Map<string, T>();
  return {
    seal: (content) =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content))).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key),
    async open(sealed) {
      if (!sealed) return null;
      const known = opened.get(sealed);
      if (known) return known;
      try {
        const { plaintext } = await compactDecrypt(sealed, key);
        const content = JSON.parse(new TextDecoder().decode(plaintext)) as T; // sealed by us
        if (opened.size >= CACHE_MAX) opened.delete(opened.keys().next().value ?? '');
        opened.set(sealed, content);
        return content;
      } catch {
        return null;
      }
    },
  };
}
