import { auth } from '../../../lib/contract/account/auth.ts';
import { grantedAccess } from '../../../lib/rules/core/roles.ts';
import { iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { isAllowedAddress } from '../../core/session/allowedIps.ts';
import { browserToken } from '../../core/session/browser.ts';
import { isClosedDemo } from '../../core/session/identify.ts';
import { limitReached, openSession } from '../../core/session/sessions.ts';
import { endViews } from '../../core/session/views.ts';
import { showSuspension } from '../../core/suspension.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { addressHandlers, maySendRecovery, refuseAddress } from '../allowedIp/index.ts';
import { toProfile } from '../profile/index.ts';
import { checkPassword, countPassword, forgetPasswords, userLock, waitingTurn } from '../proof/index.ts';
import { accountName, loadOtherRights } from '../team/index.ts';
import { maySendFirstCode, openChallenge } from './challenge.ts';
import { notifyNewDevice } from './newDevice.ts';
import { passwordHandlers } from './password.ts';
import { refreshToken } from './refresh.ts';
import { registerHandlers } from './register.ts';

export const authHandlers = implement(auth, {
  ...registerHandlers,
  ...passwordHandlers,
  ...addressHandlers,

  async login(ctx, { username, password, endDeviceId }) {
    const email = username.toLowerCase();
    const found = await ctx.db.selectFrom('user').selectAll().where('email', '=', email).executeTakeFirst();
    const scope = await countPassword(ctx, email, found?.id);
    const user = found && isClosedDemo(found, ctx.services.env) ? undefined : found;
    const right = await checkPassword(password, user?.passwordHash ?? null, ctx.services.env.PASSWORD_COST, waitingTurn(ctx, scope));
    const isOwner = user !== undefined && right;
    const maySend = isOwner && (await maySendFirstCode(ctx, user));
    const mayRecover = isOwner && (await maySendRecovery(ctx, user));
    return ctx.write(async ({ tx, log }) => {
      const entity = { type: 'session', id: user?.id ?? '', name: email };
      // If the password was changed during hashing, the checked one is outdated.
      const now = user && (await tx.selectFrom('user').select('passwordHash').where('id', '=', user.id).executeTakeFirst());
      if (!user || !right || now?.passwordHash !== user.passwordHash) {
        await log({ action: 'signInRefused', entity, accountId: user?.id ?? null, after: { userAgent: ctx.userAgent } });
        return new Refusal(422, 'auth:error.credentials');
      }
      const fresh = await tx.selectFrom('user').select(['ipRestricted', 'allowedIps']).where('id', '=', user.id).executeTakeFirstOrThrow();
      if (!isAllowedAddress(fresh, ctx.ip)) {
        await log({ action: 'signInRefused', entity, accountId: user.id, after: { userAgent: ctx.userAgent, reason: 'ip' } });
        return refuseAddress(tx, ctx, user, mayRecover);
      }
      await forgetPasswords(tx, user, scope);
      const challenge = await openChallenge(tx, ctx, user, maySend);
      if (challenge) {
        await log({
          action: 'secondStep',
          entity,
          accountId: user.id,
          after: { userAgent: ctx.userAgent },
        });
        return { challenge };
      }
      const reached = await limitReached(tx, ctx, user.id, endDeviceId);
      if (reached) {
        await log({ action: 'signInRefused', entity, accountId: user.id, after: { userAgent: ctx.userAgent, reason: 'limit' } });
        return reached;
      }
      await log({
        action: 'signIn',
        entity,
        accountId: user.id,
        userId: user.id,
        after: { userAgent: ctx.userAgent, ...(endDeviceId !== undefined && { endedDevice: endDeviceId }) },
      });
      await notifyNewDevice(tx, ctx, user, 'password');
      return { token: await openSession(tx, ctx, user, 'password'), browserToken: await browserToken(ctx, user.id) };
    }, userLock({ email }));
  },

  profile: async ({ db, user, acting, locale }) => ({
    profile: toProfile(user),
    acting: acting.holder && {
      id: acting.accountId,
      name: accountName(acting.holder),
      role: acting.role,
      level: acting.level,
      access: grantedAccess(acting),
      suspension: showSuspension(acting.holder),
      until: acting.view && iso(acting.view.endsAt),
    },
    accounts: (await loadOtherRights(db, user.id, locale)).map(({ id, name }) => ({ id, name })),
  }),

  refresh: refreshToken,

  logout: (ctx) =>
    ctx.write(async ({ tx, log }) => {
      const { session } = ctx;
      if (session) {
        await tx.updateTable('session').set({ endedAt: ctx.now }).where('id', '=', session.id).execute();
        await endViews(tx, ctx.now, 'sessionId', session.id);
      }
      await log({ action: 'signOut', entity: { type: 'session', id: session?.id ?? '', name: ctx.user.email } });
      return { done: true as const };
    }),

  language: (ctx, { language }) =>
    ctx.write(async ({ tx, log }) => {
      await tx.updateTable('user').set({ language }).where('id', '=', ctx.user.id).execute();
      await log({
        action: 'update',
        entity: { type: 'profile', id: ctx.user.id, name: ctx.user.email },
        before: { language: ctx.user.language },
        after: { language },
      });
      return { profile: toProfile({ ...ctx.user, language }) };
    }),
});
