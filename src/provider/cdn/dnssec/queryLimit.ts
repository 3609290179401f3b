import type { Limit } from '../../core/throttle.ts';

/** Checking queries third-party name servers, so customers can only do it so often. */
export const parentQueryLimit: Limit = { name: 'dnssec-verify', max: 12, windowMs: 2 * 60_000 };
