import { makeSeal } from './seal.ts';
import { readCookie } from './session.ts';

const DAY_SECONDS = 24 * 3600;

/** A token of the provider about a browser. Like the session token, it is never visible to scripts. */
export interface DeviceBox {
  /** `Set-Cookie` that stores the token. It deliberately outlives a sign-out. */
  seal(token: string): Promise<string>;
  /** The token in a `Cookie` header; null if there is none, or it was not sealed here. */
  open(cookieHeader: string | null): Promise<string | null>;
}

/** The token that marks a browser as trusted: it skips the second step. */
export const makeDeviceBox = (secret: string, isSecure: boolean): DeviceBox => makeBox('device', 30, secret, isSecure);

/** The token of a browser that has signed in: failed attempts of others don't count against it. */
export const makeBrowserBox = (secret: string, isSecure: boolean): DeviceBox => makeBox('browser', 180, secret, isSecure);

function makeBox(use: string, days: number, secret: string, isSecure: boolean): DeviceBox {
  const box = makeSeal<{ token: string }>(`${use}:${secret}`);
  const name = `${isSecure ? '__Host-' : ''}nasim-${use}`;
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}; Max-Age=${days * DAY_SECONDS}`;
  return {
    seal: async (token) => `${name}=${await box.seal({ token })}; ${attributes}`,
    open: async (cookieHeader) => (await box.open(readCookie(cookieHeader, name)))?.token ?? null,
  };
}
