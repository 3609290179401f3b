import { DAY } from '../../../lib/time.ts';
import type { Tx } from '../../db/schema.ts';

/** Codes, half-finished sign-ins and trusted devices that have expired. */
export async function deleteExpired(tx: Tx, now: number): Promise<void> {
  await tx
    .deleteFrom('verification')
    .where('expiresAt', '<', now - DAY)
    .execute();
  await tx
    .deleteFrom('signInChallenge')
    .where('expiresAt', '<', now - DAY)
    .execute();
  await tx.deleteFrom('passkeyChallenge').where('expiresAt', '<', now).execute();
  await tx.deleteFrom('securityUndo').where('expiresAt', '<', now).execute();
  await tx.deleteFrom('trustedDevice').where('expiresAt', '<', now).execute();
}
