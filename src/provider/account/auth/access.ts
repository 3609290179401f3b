import type { Ctx } from '../../core/implement.ts';
import { endSessions } from '../../core/session/sessions.ts';
import type { Tx } from '../../db/schema.ts';
import { endChallenges } from './challenge.ts';
import { endTrust } from './trust.ts';

/**
 * What a new password ends: every session, every sign-in that waits for its second step, and the trust in every browser. The second
 * step itself stays on.
 * @param kept the session that stays, of whom changes the password while signed in
 */
export async function endAccess(tx: Tx, ctx: Ctx, userId: string, kept?: string): Promise<void> {
  await endSessions(tx, ctx, userId, kept);
  await endChallenges(tx, ctx, userId);
  await endTrust(tx, ctx, userId);
}
