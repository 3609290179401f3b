import { generateSecret, generateURI, verifySync } from 'otplib';
import { brand } from '../../../lib/brand.ts';

/** Seconds that a code is shown for (RFC 6238 section 4.1). */
const STEP = 30;

/** A new secret of 160 bits (RFC 4226 section 4), in base32, as authenticator apps take it. */
export const newSecret = (): string => generateSecret();

/** What the QR code of an authenticator app holds. Apps show the issuer beside the account; not all of them know other scripts. */
export const otpauthUrl = (secret: string, account: string): string => generateURI({ issuer: brand.name.en, label: account, secret });

/**
 * The time step that a code of six digits belongs to (RFC 6238, SHA-1), or null when it is no code of now, nor of the step before
 * or after: a clock may be half a minute off.
 * @param secret base32
 * @param now epoch milliseconds
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const found = verifySync({ secret, token: code, epoch: Math.floor(now / 1000), epochTolerance: STEP });
  return found.valid && 'timeStep' in found ? found.timeStep : null;
}
