import { auth, type Profile } from '../../lib/contract/auth.ts';
import { isLocale } from '../../lib/i18n/locales.ts';
import type { User } from '../db/schema.ts';
import { implement, Refusal, refuse } from '../implement.ts';
import { maySendFirstCode, openChallenge } from './challenge.ts';
import { lockOf } from './factors.ts';
import { liveSession } from './identify.ts';
import { limits, networkOf } from './limits.ts';
import { noticeNewDevice } from './new-device.ts';
import { passwordHandlers } from './password.ts';
import { checkPassword } from './passwords.ts';
import { registerHandlers } from './register.ts';
import { openSession } from './sessions.ts';
import { countTry, forgetTries } from './throttle.ts';
import { readToken, signToken } from './tokens.ts';

export const toProfile = (user: User): Profile => ({
  id: user.id,
  accountType: user.accountType,
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  ...(user.mobile && { mobile: user.mobile }),
  emailVerified: user.emailVerifiedAt !== null,
  mobileVerified: false,
  language: isLocale(user.language) ? user.language : 'en',
  isAdmin: user.isAdmin === 1,
  isDemo: user.isDemo === 1,
});

export const authHandlers = implement(auth, {
  ...registerHandlers,
  ...passwordHandlers,

  async login(ctx, { username, password }) {
    const email = username.toLowerCase();
    await countTry(ctx, [
      { limit: limits.signInIp, key: networkOf(ctx.ip) },
      { limit: limits.signInAccount, key: email },
    ]);
    const user = await ctx.db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst();
    const right = await checkPassword(password, user?.passwordHash ?? null, ctx.services.env.PASSWORD_COST);
    const maySend = user !== undefined && right && (await maySendFirstCode(ctx, user));
    const answer = await ctx.write(async ({ tx, log }) => {
      const entity = { type: 'session', id: user?.id ?? '', name: email };
      // A password that was changed while the hash was computed is the old one now.
      const now = user && (await tx.selectFrom('user').select('passwordHash').where('id', '=', user.id).executeTakeFirst());
      if (!user || !right || now?.passwordHash !== user.passwordHash) {
        await log({ action: 'signInRefused', entity, userId: user?.id ?? null });
        return null;
      }
      await forgetTries(tx, limits.signInAccount, email);
      const challenge = await openChallenge(tx, ctx, user, maySend);
      if (challenge) {
        await log({
          action: 'secondStep',
          entity,
          userId: user.id,
          after: { userAgent: ctx.userAgent },
        });
        return { challenge };
      }
      await log({ action: 'signIn', entity, userId: user.id, after: { userAgent: ctx.userAgent } });
      await noticeNewDevice(tx, ctx, user);
      return { token: await openSession(tx, ctx, user) };
    }, lockOf({ email }));
    return answer ?? refuse(422, 'auth:error.credentials');
  },

  profile: ({ user }) => ({ profile: toProfile(user) }),

  async refresh(ctx) {
    const { services, now } = ctx;
    const claims = await readToken(services.secrets.token, ctx.headers.get('lt') ?? '');
    const session = claims && (await liveSession(services, claims.sessionId, claims.tokenId, now));
    if (!claims || !session) throw new Refusal(401, 'error:expired');
    // The tab that comes second gets the token that the first one made, not a third.
    const isSecond = session.tokenId !== claims.tokenId;
    const tokenId = isSecond ? session.tokenId : ctx.newId();
    if (!isSecond) {
      const rotated = await ctx.write(
        ({ tx }) =>
          tx
            .updateTable('session')
            .set({ tokenId, previousTokenId: claims.tokenId, rotatedAt: now, lastSeenAt: now })
            .where('id', '=', session.id)
            .where('tokenId', '=', claims.tokenId)
            .executeTakeFirst(),
        `user:${session.userId}`,
      );
      if (rotated.numUpdatedRows === 0n) {
        const current = await liveSession(services, claims.sessionId, claims.tokenId, now);
        if (!current) throw new Refusal(401, 'error:expired');
        return { token: await signToken(services.secrets.token, session.userId, session.id, current.tokenId, now) };
      }
    }
    return { token: await signToken(services.secrets.token, session.userId, session.id, tokenId, now) };
  },

  async logout(ctx) {
    await ctx.write(async ({ tx, log }) => {
      const { session } = ctx;
      if (session) await tx.updateTable('session').set({ endedAt: ctx.now }).where('id', '=', session.id).execute();
      await log({ action: 'signOut', entity: { type: 'session', id: session?.id ?? '', name: ctx.user.email } });
    });
    return { done: true };
  },

  async language(ctx, { language }) {
    const user = await ctx.write(async ({ tx, log }) => {
      await tx.updateTable('user').set({ language }).where('id', '=', ctx.user.id).execute();
      await log({
        action: 'update',
        entity: { type: 'profile', id: ctx.user.id, name: ctx.user.email },
        before: { language: ctx.user.language },
        after: { language },
      });
      return { ...ctx.user, language };
    });
    return { profile: toProfile(user) };
  },
});
