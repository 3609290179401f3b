import type { auth } from '../../../lib/contract/account/auth.ts';
import type { Handlers } from '../../core/implement.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import { livingSession } from '../../core/session/identify.ts';
import { readToken, signToken } from '../../core/session/tokens.ts';
import { Refusal } from '../../kernel/refusal.ts';

/** A request has 10 s (docs/product.md, Limits): who lost its response repeats it within this time. */
export const REPEAT_MS = 15_000;

/**
 * Exchanges a token for a new one. Each is exchanged once: an older one that comes again was copied, by a thief or from the owner, and
 * nobody can tell which. So the whole session ends (OAuth 2.0 Security, RFC 9700 section 4.14.2). For a moment after an exchange it may be
 * repeated, with the same result: two tabs refresh at the same time, and a response may be lost. A thief who repeats it shares the new
 * token with the owner, so the next exchange of one of them ends the session of both. The user agent is no proof: it can be copied.
 */
export const refreshToken: Handlers<typeof auth>['refresh'] = async (ctx) => {
  const { services, now, newId } = ctx;
  const claims = await readToken(services.secrets.token, ctx.headers.get('lt') ?? '');
  const known = claims && (await livingSession(services, claims.sessionId, now, ctx.ip));
  if (!claims || !known) throw new Refusal(401, 'error:expired');
  const outcome = await services.store.write(`account:${known.userId}`, async (tx) => {
    const session = await tx.selectFrom('session').selectAll().where('id', '=', known.id).where('endedAt', 'is', null).executeTakeFirst();
    if (!session) return null;
    if (session.tokenId === claims.tokenId) {
      const rotated = { tokenId: newId(), previousTokenId: claims.tokenId, rotatedAt: now, lastSeenAt: now };
      await tx.updateTable('session').set(rotated).where('id', '=', session.id).execute();
      return rotated;
    }
    const isRepeated = session.previousTokenId === claims.tokenId && session.rotatedAt > now - REPEAT_MS;
    if (isRepeated && session.userAgent === ctx.userAgent) return session;
    await tx.updateTable('session').set({ endedAt: now }).where('id', '=', session.id).execute();
    await notifyOwner(tx, ctx, {
      accountId: session.userId,
      event: 'login',
      type: 'warning',
      title: 'notification:tokenReused.title',
      description: 'notification:tokenReused.text',
      params: { ip: ctx.ip },
      link: '/account/devices',
    });
    return null;
  });
  if (outcome === null) {
    services.jobs.wake();
    throw new Refusal(401, 'error:expired');
  }
  return { token: await signToken(services.secrets.token, known.userId, known.id, outcome.tokenId, outcome.rotatedAt) };
};
