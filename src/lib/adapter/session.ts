import { createHash } from 'node:crypto';
import { CompactEncrypt, compactDecrypt, decodeJwt } from 'jose';

/** What the session cookie holds. The browser never sees the provider's token (design.md section 2). */
export interface SealedSession {
  token: string;
  userId: string;
  /** Epoch milliseconds; when the provider's token ends. */
  expiresAt: number;
}
/** What the browser is told instead of the token. */
export interface PublicSession {
  userId: string;
  expiresAt: string;
}

const COOKIE_SECONDS = 30 * 24 * 3600;
const CACHE_MAX = 5000;

export interface SessionBox {
  cookieName: string;
  seal(token: string): Promise<{ cookie: string; session: PublicSession }>;
  /** The session in a `Cookie` header; null when there is none, or it was not sealed here. */
  open(cookieHeader: string | null): Promise<SealedSession | null>;
  /** `Set-Cookie` that removes the session. */
  clear: string;
}

/** Seals sessions as JWE (RFC 7516, `dir` and A256GCM), so that the adapter needs no store. */
export function makeSessionBox(secret: string, isSecure: boolean): SessionBox {
  const key = createHash('sha256').update(`session:${secret}`).digest();
  const cookieName = isSecure ? '__Host-nasim' : 'nasim';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  // Opening costs a decryption; the same cookie comes with every call of a visit.
  const opened = new Map<string, SealedSession>();

  return {
    cookieName,
    clear: `${cookieName}=; ${attributes}; Max-Age=0`,
    async seal(token) {
      const session = sessionOf(token);
      const sealed = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(session)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key);
      return {
        cookie: `${cookieName}=${sealed}; ${attributes}; Max-Age=${COOKIE_SECONDS}`,
        session: { userId: session.userId, expiresAt: new Date(session.expiresAt).toISOString() },
      };
    },
    async open(cookieHeader) {
      const value = cookieHeader && readCookie(cookieHeader, cookieName);
      if (!value) return null;
      const known = opened.get(value);
      if (known) return known;
      try {
        const { plaintext } = await compactDecrypt(value, key);
        const session = JSON.parse(new TextDecoder().decode(plaintext)) as SealedSession; // sealed by us
        if (opened.size >= CACHE_MAX) opened.delete(opened.keys().next().value ?? '');
        opened.set(value, session);
        return session;
      } catch {
        return null;
      }
    },
  };
}

/** Whom the token is for and how long it lives: from its claims when it is a JWT, else an hour for nobody in particular. */
function sessionOf(token: string): SealedSession {
  try {
    const { sub = '', exp } = decodeJwt(token);
    return { token, userId: sub, expiresAt: exp ? exp * 1000 : Date.now() + 3_600_000 };
  } catch {
    return { token, userId: '', expiresAt: Date.now() + 3_600_000 };
  }
}

export function readCookie(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}
