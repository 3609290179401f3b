import { brand } from '../../../config/brand.ts';
import { relyingParty } from '../../../config/env.ts';
import { maxPasskeys, passkey, transports } from '../../../lib/contract/account/passkey.ts';
import { implement, type SignedIn } from '../../core/implement.ts';
import { limits, networkAttempts } from '../../core/limits.ts';
import { requireRecent } from '../../core/session/recent.ts';
import { newHandle } from '../../core/session/tokens.ts';
import { consumeAttempt } from '../../core/throttle.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { Refusal, refuse } from '../../kernel/refusal.ts';
import {
  CHALLENGE_MS,
  currentRelyingParty,
  loadPasskeys,
  putChallenge,
  spendChallenge,
  toKnown,
  toPasskey,
  userLock,
} from '../proof/index.ts';
import { notifyChange, securityState } from '../undo/index.ts';
import { signInHandlers } from './signIn.ts';
import { algorithms, challengeIn, readCreated } from './verify.ts';

const view = async (db: Db | Tx, { user, services }: SignedIn) => ({
  passkeys: (await loadPasskeys(db, user.id)).map(toPasskey),
  limit: maxPasskeys,
  host: relyingParty(services.env)?.id ?? null,
});

export const passkeyHandlers = implement(passkey, {
  ...signInHandlers,

  list: (ctx) => view(ctx.db, ctx),

  async options(ctx) {
    requireRecent(ctx);
    const party = currentRelyingParty(ctx);
    const { user } = ctx;
    await consumeAttempt(ctx, networkAttempts(limits.passkeyIp, ctx.ip));
    const had = await loadPasskeys(ctx.db, user.id);
    if (had.length >= maxPasskeys) refuse(409, 'passkey:error.limit', { params: { max: maxPasskeys } });
    const challenge = newHandle();
    await putChallenge(ctx, challenge, { purpose: 'add', userId: user.id });
    return {
      options: {
        challenge,
        rp: { id: party.id, name: brand.name.en },
        user: {
          id: Buffer.from(user.id).toString('base64url'),
          name: user.email,
          displayName: `${user.firstName} ${user.lastName}`.trim() || user.email,
        },
        pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
        timeout: CHALLENGE_MS,
        excludeCredentials: had.map(toKnown),
        authenticatorSelection: { residentKey: 'required' as const, requireResidentKey: true, userVerification: 'required' as const },
        attestation: 'none' as const,
      },
    };
  },

  async add(ctx, { name, credential }) {
    requireRecent(ctx);
    const party = currentRelyingParty(ctx);
    const { user } = ctx;
    await consumeAttempt(ctx, networkAttempts(limits.passkeyIp, ctx.ip));
    const made = await readCreated(credential, party);
    return ctx.write(async ({ tx, log }) => {
      // The challenge is used up either way.
      const isOpen = await spendChallenge(tx, ctx, challengeIn(credential), { purpose: 'add', userId: user.id });
      if (!isOpen || !made) {
        await log({ action: 'signInRefused', entity: { type: 'passkey', id: user.id, name } });
        return new Refusal(422, made ? 'passkey:error.expired' : 'passkey:error.refused');
      }
      if ((await loadPasskeys(tx, user.id)).length >= maxPasskeys) refuse(409, 'passkey:error.limit', { params: { max: maxPasskeys } });
      const existing = await tx.selectFrom('passkey').select('id').where('credentialId', '=', made.credentialId).executeTakeFirst();
      if (existing) refuse(409, 'passkey:error.known');
      const state = await securityState(tx, user.id);
      const id = ctx.newId();
      const knownTransports = transports.filter((one) => credential.response.transports?.includes(one));
      await tx
        .insertInto('passkey')
        .values({ id, userId: user.id, ...made, transports: knownTransports, name, createdAt: ctx.now, lastUsedAt: null })
        .execute();
      await notifyChange(tx, ctx, user, state, 'passkeyAdded', { name });
      await log({ action: 'create', entity: { type: 'passkey', id, name } });
      return view(tx, ctx);
    }, userLock(user));
  },

  rename: (ctx, { passkeyId, name }) =>
    ctx.write(async ({ tx, log }) => {
      const before = await ownOr404(tx, ctx, passkeyId);
      await tx.updateTable('passkey').set({ name }).where('id', '=', before.id).execute();
      await log({ action: 'update', entity: { type: 'passkey', id: before.id, name }, before: { name: before.name }, after: { name } });
      return view(tx, ctx);
    }, userLock(ctx.user)),

  async remove(ctx, { passkeyId }) {
    requireRecent(ctx);
    return ctx.write(async ({ tx, log }) => {
      const { id, name } = await ownOr404(tx, ctx, passkeyId);
      const state = await securityState(tx, ctx.user.id);
      await tx.deleteFrom('passkey').where('id', '=', id).execute();
      await notifyChange(tx, ctx, ctx.user, state, 'passkeyRemoved', { name });
      await log({ action: 'delete', entity: { type: 'passkey', id, name } });
      return view(tx, ctx);
    }, userLock(ctx.user));
  },
});

const ownOr404 = async (tx: Tx, { user }: SignedIn, id: string) =>
  (await tx.selectFrom('passkey').selectAll().where('id', '=', id).where('userId', '=', user.id).executeTakeFirst()) ??
  refuse(404, 'error:notFound');
