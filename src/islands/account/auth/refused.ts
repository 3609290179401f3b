import { ApiError } from '../../../lib/api/errors.ts';
import type { Device } from '../../../lib/contract/account/device.ts';

/** A sign-in that needs another session to end first. */
export interface Full {
  message: string;
  devices: readonly Device[];
  /** Signs in once more and ends the device. @throws {ApiError} */
  again: (endDeviceId: string) => Promise<void>;
}

/** The devices of a refusal because of too many sessions; null for any other error. */
export function devicesOf(error: unknown): Pick<Full, 'message' | 'devices'> | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { devices } = error.details as { devices?: readonly Device[] }; // as the contract's `sessionLimits` describe
  return devices ? { message: error.message, devices } : null;
}

/** A sign-in from an address that the account doesn't allow; a code is on its way to its owner. */
export interface Blocked {
  message: string;
  verificationId: string;
  /** Masked. */
  sentTo: string;
  /** From when another code may be asked for, epoch ms. */
  resendAt: number;
  /** Signs in once more. @throws {ApiError} */
  again: () => Promise<void>;
}

/** How a refusal because of the address is recovered; null for any other error, and while no code may be sent. */
export function blockedBy(error: unknown): Omit<Blocked, 'again'> | null {
  if (!(error instanceof ApiError) || error.code !== 'auth:error.ipBlocked') return null;
  const { recovery } = error.details as { recovery?: { verificationId: string; sentTo: string; retryAfter: number } }; // as `login` tells it
  if (!recovery) return null;
  const { verificationId, sentTo, retryAfter } = recovery;
  return { message: error.message, verificationId, sentTo, resendAt: Date.now() + retryAfter * 1000 };
}
