import { makeSeal } from './seal.ts';
import { readCookie } from './session.ts';

const COOKIE_SECONDS = 30 * 24 * 3600;

/** What makes a browser a trusted one: a token of the provider that scripts never see, as with the session (design.md section 2). */
export interface DeviceBox {
  /** `Set-Cookie` that keeps the token. It outlives a sign-out: that is what it is for. */
  seal(token: string): Promise<string>;
  /** The token in a `Cookie` header; null when there is none, or it was not sealed here. */
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
