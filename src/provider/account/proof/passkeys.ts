import { relyingParty } from '../../../config/env.ts';
import type { Passkey } from '../../../lib/contract/account/passkey.ts';
import { iso } from '../../../lib/time.ts';
import type { CallCtx } from '../../core/implement.ts';
import { hashHandle } from '../../core/session/tokens.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { PasskeyChallengeTable, PasskeyTable } from '../../db/tables/account/passkey.ts';
import { refuse } from '../../kernel/refusal.ts';

/** How long a challenge may wait for its signature. Its row is deleted then, or when it is used. */
export const CHALLENGE_MS = 5 * 60_000;

/** Where passkeys belong to. Refuses with 409 where there are none. */
export const currentRelyingParty = (ctx: CallCtx) => relyingParty(ctx.services.env) ?? refuse(409, 'passkey:error.unavailable');

/** The passkeys of a user, the newest first. */
export const loadPasskeys = (db: Db | Tx, userId: string): Promise<PasskeyTable[]> =>
  db.selectFrom('passkey').selectAll().where('userId', '=', userId).orderBy('createdAt', 'desc').orderBy('id', 'desc').execute();

/** Whether a user can sign in with a passkey. */
export const hasPasskeys = async (db: Db | Tx, ctx: CallCtx, userId: string): Promise<boolean> =>
  relyingParty(ctx.services.env) !== null && (await loadPasskeys(db, userId)).length > 0;

export const toPasskey = ({ id, name, createdAt, lastUsedAt, isSyncable, isBackedUp }: PasskeyTable): Passkey => ({
  id,
  name,
  createdAt: iso(createdAt),
  lastUsedAt: lastUsedAt === null ? null : iso(lastUsedAt),
  storage: isBackedUp ? 'backedUp' : isSyncable ? 'syncable' : 'device',
});

/** A passkey as the options of the browser name it. */
export const toKnown = ({ credentialId, transports }: PasskeyTable) => ({
  id: credentialId,
  type: 'public-key' as const,
  transports,
});

type Bound = Pick<PasskeyChallengeTable, 'purpose' | 'userId'>;

/** Remembers a challenge, until it is used or five minutes have passed. */
export const putChallenge = (ctx: CallCtx, challenge: string, bound: Bound) =>
  ctx.services.store.write(`passkey:${hashHandle(challenge)}`, (tx) =>
    tx
      .insertInto('passkeyChallenge')
      .values({ id: hashHandle(challenge), ...bound, expiresAt: ctx.now + CHALLENGE_MS })
      .execute(),
  );

/** Uses a challenge up: true once, for what and whom it was made. */
export async function spendChallenge(tx: Tx, ctx: CallCtx, challenge: string, { purpose, userId }: Bound): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('passkeyChallenge')
    .where('id', '=', hashHandle(challenge))
    .where('purpose', '=', purpose)
    .where('userId', userId === null ? 'is' : '=', userId)
    .where('expiresAt', '>', ctx.now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
