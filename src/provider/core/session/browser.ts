import { errors, jwtVerify, SignJWT } from 'jose';
import { BROWSER_HEADER } from '../../../lib/contract/call.ts';
import type { CallCtx } from '../implement.ts';

const LIFE_MS = 180 * 24 * 3_600_000;
/** Separates these tokens from access tokens, which have the same secret. */
const AUDIENCE = 'browser';
/** People who share a browser; the account that signed in least recently is forgotten. */
const MAX_USERS = 5;

interface Browser {
  id: string;
  /** Who signed in with it, the latest first. */
  userIds: readonly string[];
}

const browserSecret = (ctx: CallCtx) => new TextEncoder().encode(ctx.services.secrets.token);

async function readBrowser(ctx: CallCtx): Promise<Browser | null> {
  const token = ctx.headers.get(BROWSER_HEADER);
  if (!token) return null;
  try {
    const options = { algorithms: ['HS256'], audience: AUDIENCE, currentDate: new Date(ctx.now) };
    const { jti, users } = (await jwtVerify<{ users: unknown }>(token, browserSecret(ctx), options)).payload;
    if (typeof jti !== 'string' || !Array.isArray(users)) return null;
    return { id: jti, userIds: users.filter((id) => typeof id === 'string') };
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}

/** The ID of the caller's browser, if this customer signed in with it before; else null. It opens nothing: it only exempts from strangers' limits. */
export async function knownBrowser(ctx: CallCtx, userId: string | undefined): Promise<string | null> {
  const browser = userId === undefined ? null : await readBrowser(ctx);
  return browser && userId !== undefined && browser.userIds.includes(userId) ? browser.id : null;
}

/** After a sign-in: the token (JWT, HS256, 180 days) by which the browser is known from now on. It keeps its ID, and so its limits. */
export async function browserToken(ctx: CallCtx, userId: string): Promise<string> {
  const browser = await readBrowser(ctx);
  const users = [userId, ...(browser?.userIds ?? []).filter((id) => id !== userId)].slice(0, MAX_USERS);
  return new SignJWT({ users })
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setJti(browser?.id ?? ctx.newId())
    .setIssuedAt(Math.floor(ctx.now / 1000))
    .setExpirationTime(Math.floor((ctx.now + LIFE_MS) / 1000))
    .sign(browserSecret(ctx));
}
