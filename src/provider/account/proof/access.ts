import type { CallCtx } from '../../core/implement.ts';
import { endSessions } from '../../core/session/sessions.ts';
import type { Tx } from '../../db/schema.ts';
import { endTrust } from './trust.ts';

const endChallenges = (tx: Tx, ctx: CallCtx, userId: string) =>
  tx.updateTable('signInChallenge').set({ endedAt: ctx.now }).where('userId', '=', userId).where('endedAt', 'is', null).execute();

/**
 * Everything that a new password ends: all sessions, all pending sign-ins, and the trust in all browsers. The second
 * step itself stays on.
 * @param exceptId the session to keep, when the user changes the password while signed in
 */
export async function endAccess(tx: Tx, ctx: CallCtx, userId: string, exceptId?: string): Promise<void> {
  await endSessions(tx, ctx, userId, exceptId);
  await endChallenges(tx, ctx, userId);
  await endTrust(tx, ctx, userId);
}
