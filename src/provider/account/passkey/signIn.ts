import type { passkey, Signed } from '../../../lib/contract/account/passkey.ts';
import type { CallCtx, Handlers } from '../../core/implement.ts';
import { limits, networkAttempts } from '../../core/limits.ts';
import { isAllowedAddress } from '../../core/session/allowedIps.ts';
import { browserToken } from '../../core/session/browser.ts';
import { isClosedDemo } from '../../core/session/identify.ts';
import { openSession } from '../../core/session/sessions.ts';
import { newHandle } from '../../core/session/tokens.ts';
import { clearAttempts, consumeAttempt } from '../../core/throttle.ts';
import type { Tx, User } from '../../db/schema.ts';
import { Refusal, refuse } from '../../kernel/refusal.ts';
import { maySendRecovery, refuseAddress } from '../allowedIp/index.ts';
import { challengeOver, liveChallenge, loadChallengeOwner, notifyNewDevice, spendAttempt } from '../auth/index.ts';
import {
  type AttemptScope,
  CHALLENGE_MS,
  currentRelyingParty,
  loadPasskeys,
  putChallenge,
  resolveScope,
  spendChallenge,
  toKnown,
  trustBrowser,
  userLock,
} from '../proof/index.ts';
import { challengeIn, hasGoneBack, readSigned } from './verify.ts';

/** The passkey that an answer names, and its owner. The user handle, when there is one, names the same account. */
async function find(ctx: CallCtx, { id, response }: Signed) {
  const row = await ctx.db.selectFrom('passkey').selectAll().where('credentialId', '=', id).executeTakeFirst();
  if (!row) return null;
  const user = await ctx.db.selectFrom('user').selectAll().where('id', '=', row.userId).executeTakeFirst();
  if (!user || isClosedDemo(user, ctx.services.env)) return null;
  const isSame = response.userHandle === undefined || Buffer.from(response.userHandle, 'base64url').toString() === user.id;
  return { row, user: isSame ? user : null, owner: user };
}

/** The end of a sign-in whose passkey is right: the counter moves on, and a session opens. */
async function open(
  tx: Tx,
  ctx: CallCtx,
  user: User,
  passkeyId: string,
  read: { counter: number; isBackedUp: boolean },
  scope: AttemptScope,
  endDeviceId?: string,
) {
  await tx
    .updateTable('passkey')
    .set({ ...read, lastUsedAt: ctx.now })
    .where('id', '=', passkeyId)
    .execute();
  await clearAttempts(tx, limits.passkeyAccount, `${user.id} ${scope.key}`);
  await notifyNewDevice(tx, ctx, user, 'passkey');
  // Without room for another session all of it rolls back: the signature stays good for the try that ends a device.
  return openSession(tx, ctx, user, 'passkey', endDeviceId);
}

export const signInHandlers: Pick<Handlers<typeof passkey>, 'loginOptions' | 'login'> = {
  async loginOptions(ctx, { challengeId }) {
    const party = currentRelyingParty(ctx);
    await consumeAttempt(ctx, networkAttempts(limits.passkeyIp, ctx.ip));
    const live = challengeId === undefined ? undefined : await liveChallenge(ctx.db, ctx, challengeId);
    if (challengeId !== undefined && !live) refuse(422, 'auth:error.challengeOver');
    const challenge = newHandle();
    await putChallenge(ctx, challenge, { purpose: live ? 'secondStep' : 'signIn', userId: live?.userId ?? null });
    return {
      options: {
        challenge,
        rpId: party.id,
        timeout: CHALLENGE_MS,
        userVerification: 'required' as const,
        ...(live && { allowCredentials: (await loadPasskeys(ctx.db, live.userId)).map(toKnown) }),
      },
    };
  },

  async login(ctx, { credential, challengeId, trustDevice, endDeviceId }) {
    const party = currentRelyingParty(ctx);
    const found = await find(ctx, credential);
    const challenged = challengeId === undefined ? undefined : await loadChallengeOwner(ctx.db, challengeId);
    const account = challenged ?? found?.owner;
    const scope = await resolveScope(ctx, account?.id);
    await consumeAttempt(ctx, [
      ...(scope.isStranger ? networkAttempts(limits.signInIp, ctx.ip) : []),
      ...(account ? [{ limit: limits.passkeyAccount, key: `${account.id} ${scope.key}` }] : []),
    ]);
    const read = found?.user ? await readSigned(credential, found.row, party) : null;
    const user = found?.user && read ? found.user : null;
    const mayRecover = user !== null && challengeId === undefined && (await maySendRecovery(ctx, user));
    return ctx.write(
      async ({ tx, log }) => {
        const entity = { type: 'session', id: account?.id ?? '', name: account?.email ?? '' };
        const device = { userAgent: ctx.userAgent, method: 'passkey' };
        const refused = async (refusal: Refusal, reason: 'passkey' | 'copied' | 'ip') => {
          await log({ action: 'signInRefused', entity, accountId: account?.id ?? null, after: { ...device, reason } });
          return refusal;
        };
        const waiting = challengeId === undefined ? undefined : await liveChallenge(tx, ctx, challengeId);
        const purpose = challengeId === undefined ? ('signIn' as const) : ('secondStep' as const);
        const isOpen = await spendChallenge(tx, ctx, challengeIn(credential), { purpose, userId: waiting?.userId ?? null });
        if (challengeId !== undefined && !waiting) return refused(challengeOver(), 'passkey');
        const now = found && (await tx.selectFrom('passkey').selectAll().where('id', '=', found.row.id).executeTakeFirst());
        const isRight = isOpen && user !== null && read !== null && now != null && (!waiting || waiting.userId === user.id);
        const isCopy = isRight && hasGoneBack(read.counter, now.counter);
        const isOver = waiting && (await spendAttempt(tx, ctx, waiting, isRight && !isCopy));
        if (!isRight || isCopy) {
          if (isOver) return refused(challengeOver(), 'passkey');
          if (isCopy) return refused(new Refusal(422, 'passkey:error.copied'), 'copied');
          return refused(new Refusal(422, isOpen ? 'passkey:error.refused' : 'passkey:error.expired'), 'passkey');
        }
        const fresh = await tx
          .selectFrom('user')
          .select(['ipRestricted', 'allowedIps'])
          .where('id', '=', user.id)
          .executeTakeFirstOrThrow();
        if (!waiting && !isAllowedAddress(fresh, ctx.ip)) return refused(await refuseAddress(tx, ctx, user, mayRecover), 'ip');
        await log({
          action: 'signIn',
          entity,
          accountId: user.id,
          userId: user.id,
          after: {
            ...device,
            passkey: now.name,
            ...(waiting && trustDevice && { trusted: true }),
            ...(endDeviceId && { endedDevice: endDeviceId }),
          },
        });
        const token = await open(tx, ctx, user, now.id, read, scope, endDeviceId);
        const deviceToken = waiting && trustDevice && (await trustBrowser(tx, ctx, user.id));
        return { token, browserToken: await browserToken(ctx, user.id), ...(deviceToken && { deviceToken }) };
      },
      account ? userLock(account) : `passkey:${ctx.ip}`,
    );
  },
};
