import type { Tx } from '../db/schema.ts';
import type { Ctx } from '../implement.ts';
import { endChallenges } from './challenge.ts';
import { endSessions } from './sessions.ts';
import { endTrust } from './trust.ts';

/**
 * What a new password ends: every session, every sign-in that waits for its second step, and the trust in every browser. The second
 * step itself stays on.
 */
export async function endAccess(tx: Tx, ctx: Ctx, userId: string): Promise<void> {
  await endSessions(tx, ctx, userId);
  await endChallenges(tx, ctx, userId);
  await endTrust(tx, ctx, userId);
}
