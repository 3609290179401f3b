import { createHash } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

const CACHE_MAX = 5000;

export interface Seal<T> {
  seal(content: T): Promise<string>;
  /** Null for nothing, and for what was not sealed here. */
  open(sealed: string | null): Promise<T | null>;
}

/**
 * Seals what a cookie holds as JWE (RFC 7516, `dir` and A256GCM), so that the adapter needs no store.
 * @param name the secret, with what it is used for: what is sealed for one use does not open for another
 */
export function makeSeal<T extends object>(name: string): Seal<T> {
  const key = createHash('sha256').update(name).digest();
  // Opening costs a decryption; the same cookie comes with every call of a visit.
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
