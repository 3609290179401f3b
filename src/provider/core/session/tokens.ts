import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';

/**
 * A token is valid for twelve hours and is exchanged for a new one until its session ends. A visit that starts with an expired token
 * starts signed out (product rule), so the token outlives a working day; an ended session is refused on the next call all the same.
 */
export const TOKEN_MS = 12 * 3_600_000;
export const SESSION_MS = 30 * 24 * 3_600_000;
/** How long the old token stays valid after a refresh: another tab may have calls in progress. */
export const GRACE_MS = 60_000;

export interface Claims {
  sessionId: string;
  tokenId: string;
  /** Epoch milliseconds. */
  expiresAt: number;
}

const encode = (secret: string) => new TextEncoder().encode(secret);

/** Signs an access token (JWT, RFC 7519, HS256) with an expiry claim. `now` in epoch milliseconds. */
export async function signToken(secret: string, userId: string, sessionId: string, tokenId: string, now: number): Promise<string> {
  return new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(userId)
    .setJti(tokenId)
    .setIssuedAt(Math.floor(now / 1000))
    .setExpirationTime(Math.floor((now + TOKEN_MS) / 1000))
    .sign(encode(secret));
}

/** Reads a token that we signed; null for any other text. An expired one is returned: the caller checks `expiresAt`. */
export async function readToken(secret: string, token: string): Promise<Claims | null> {
  try {
    // Only the signature is checked here: tests and refresh need the claims of an expired token.
    const { payload } = await jwtVerify(token, encode(secret), { algorithms: ['HS256'], currentDate: new Date(0) });
    const { sid, jti, exp } = payload;
    if (typeof sid !== 'string' || typeof jti !== 'string' || typeof exp !== 'number') return null;
    return { sessionId: sid, tokenId: jti, expiresAt: exp * 1000 };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** A six-digit code, as sent by email and SMS. */
export const newCode = (): string => String(randomInt(0, 1_000_000)).padStart(6, '0');

export const hashCode = (secret: string, verificationId: string, code: string): string =>
  createHmac('sha256', secret).update(`${verificationId}:${code}`).digest('base64url');

/** A 256-bit secret for a caller to keep. Only its hash is stored. */
export const newHandle = (): string => randomBytes(32).toString('base64url');
/** The stored hash of a handle. It has enough entropy for a plain hash. */
export const hashHandle = (handle: string): string => createHash('sha256').update(handle).digest('base64url');

export function sameText(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}
