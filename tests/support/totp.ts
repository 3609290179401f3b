import { generateSync } from 'otplib';

/** The code of an authenticator app at a time (epoch milliseconds). */
export const codeAt = (secret: string, now: number): string => generateSync({ secret, epoch: Math.floor(now / 1000) });
