import { ApiError } from '../../../browser/api/errors.ts';
import type { Device } from '../../../lib/contract/account/device.ts';

/** A sign-in for which another session has to end first. */
export interface Full {
  message: string;
  devices: readonly Device[];
  /** Signs in again and ends the device. @throws {ApiError} */
  again: (endDeviceId: string) => Promise<void>;
}

/** The devices of a refusal due to too many sessions; null for any other error. */
export function refusedDevices(error: unknown): Pick<Full, 'message' | 'devices'> | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null;
  const { devices } = error.details as { devices?: readonly Device[] }; // as the contract's `sessionLimits` describe
  return devices ? { message: error.message, devices } : null;
}

/** A sign-in from an address that the account doesn't allow; a code was sent to its owner. */
export interface Blocked {
  message: string;
  verificationId: string;
  /** Masked. */
  sentTo: string;
  /** When another code may be requested, epoch ms. */
  resendAt: number;
  /** Signs in again. @throws {ApiError} */
  again: () => Promise<void>;
}

/** How to recover from a refused address; null for any other error, and while no code may be sent. */
export function blockedBy(error: unknown): Omit<Blocked, 'again'> | null {
  if (!(error instanceof ApiError) || error.code !== 'auth:error.ipBlocked') return null;
  const { recovery } = error.details as { recovery?: { verificationId: string; sentTo: string; retryAfter: number } }; // as `login` reports it
  if (!recovery) return null;
  const { verificationId, sentTo, retryAfter } = recovery;
  return { message: error.message, verificationId, sentTo, resendAt: Date.now() + retryAfter * 1000 };
}
