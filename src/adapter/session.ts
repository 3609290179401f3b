import { decodeJwt } from 'jose';
import { iso } from '../lib/time.ts';
import { makeSeal } from './seal.ts';

/** The content of the session cookie. The browser never sees the provider's token. */
export interface SealedSession {
  token: string;
  userId: string;
  /** Epoch milliseconds; when the provider's token expires. */
  expiresAt: number;
}
/** What the browser gets instead of the token. */
export interface PublicSession {
  userId: string;
  expiresAt: string;
}

const COOKIE_SECONDS = 30 * 24 * 3600;

export interface SessionBox {
  cookieName: string;
  seal(token: string): Promise<{ cookie: string; session: PublicSession }>;
  /** The session in a `Cookie` header; null if there is none, or it was not sealed here. */
  open(cookieHeader: string | null): Promise<SealedSession | null>;
  /** `Set-Cookie` that removes the session. */
  clear: string;
}

/** The session of a browser, in a cookie. */
export function makeSessionBox(secret: string, isSecure: boolean): SessionBox {
  const box = makeSeal<SealedSession>(`session:${secret}`);
  const cookieName = isSecure ? '__Host-nasim' : 'nasim';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;

  return {
    cookieName,
    clear: `${cookieName}=; ${attributes}; Max-Age=0`,
    async seal(token) {
      const session = openSession(token);
      return {
        cookie: `${cookieName}=${await box.seal(session)}; ${attributes}; Max-Age=${COOKIE_SECONDS}`,
        session: { userId: session.userId, expiresAt: iso(session.expiresAt) },
      };
    },
    open: (cookieHeader) => box.open(readCookie(cookieHeader, cookieName)),
  };
}

/** The subject and expiry of a token: from its claims if it is a JWT, else an hour and no subject. */
function openSession(token: string): SealedSession {
  try {
    const { sub = '', exp } = decodeJwt(token);
    return { token, userId: sub, expiresAt: exp ? exp * 1000 : Date.now() + 3_600_000 };
  } catch {
    return { token, userId: '', expiresAt: Date.now() + 3_600_000 };
  }
}

/** The value of one cookie in a `Cookie` header. */
export function readCookie(header: string | null, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return null;
}
