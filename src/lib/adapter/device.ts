import { makeSeal } from './seal.ts';
import { readCookie } from './session.ts';

const COOKIE_SECONDS = 30 * 24 * 3600;

/** The token that marks a browser as trusted. Like the session token, it is never visible to scripts. */
export interface DeviceBox {
  /** `Set-Cookie` that stores the token. It deliberately outlives a sign-out. */
  seal(token: string): Promise<string>;
  /** The token in a `Cookie` header; null if there is none, or it was not sealed here. */
  open(cookieHeader: string | null): Promise<string | null>;
}

export function makeDeviceBox(secret: string, isSecure: boolean): DeviceBox {
  const box = makeSeal<{ token: string }>(`device:${secret}`);
  const name = isSecure ? '__Host-nasim-device' : 'nasim-device';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}; Max-Age=${COOKIE_SECONDS}`;
  return {
    seal: async (token) => `${name}=${await box.seal({ token })}; ${attributes}`,
    open: async (cookieHeader) => (await box.open(readCookie(cookieHeader, name)))?.token ?? null,
  };
}
