import type { Tx, User } from '../db/schema.ts';
import type { Ctx } from '../implement.ts';
import { SESSION_MS, signToken } from './tokens.ts';

/** Opens a session and returns its first token. Every sign-in makes a new one; an id from outside is never adopted. */
export async function openSession(tx: Tx, ctx: Ctx, user: Pick<User, 'id'>): Promise<string> {
  const [id, tokenId] = [ctx.newId(), ctx.newId()];
  await tx
    .insertInto('session')
    .values({
      id,
      userId: user.id,
      tokenId,
      previousTokenId: null,
      rotatedAt: ctx.now,
      createdAt: ctx.now,
      lastSeenAt: ctx.now,
      expiresAt: ctx.now + SESSION_MS,
      ip: ctx.ip,
      userAgent: ctx.userAgent,
      endedAt: null,
    })
    .execute();
  return signToken(ctx.services.secrets.token, user.id, id, tokenId, ctx.now);
}

export const endSessions = (tx: Tx, ctx: Ctx, userId: string) =>
  tx.updateTable('session').set({ endedAt: ctx.now }).where('userId', '=', userId).where('endedAt', 'is', null).execute();
