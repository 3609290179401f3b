import { generateSecret, generateURI, verifySync } from 'otplib';
import { brand } from '../../../config/brand.ts';

/** Validity of a code in seconds (RFC 6238 section 4.1). */
const STEP = 30;

/** A new secret of 160 bits (RFC 4226 section 4), in base32, as authenticator apps expect. */
export const newSecret = (): string => generateSecret();

/** The content of the QR code. Apps show the issuer beside the account; not all of them support other scripts. */
export const otpauthUrl = (secret: string, account: string): string => generateURI({ issuer: brand.name.en, label: account, secret });

/**
 * The time step of a six-digit code (RFC 6238, SHA-1), or null if it isn't valid now, or in the step before
 * or after: a clock may be half a minute off.
 * @param secret base32
 * @param now epoch milliseconds
 */
export function matchTotpStep(secret: string, code: string, now: number): number | null {
  const found = verifySync({ secret, token: code, epoch: Math.floor(now / 1000), epochTolerance: STEP });
  return found.valid && 'timeStep' in found ? found.timeStep : null;
}
