import { offered } from '../../../lib/rules/cloud/dataCenter.ts';
import { maxSpaces } from '../../../lib/rules/cloud/space/limits.ts';
import type { SignedIn } from '../../core/implement.ts';
import { databaseFault } from '../../db/faults.ts';
import type { Tx } from '../../db/schema.ts';
import { Refusal, refuse, refuseField } from '../../kernel/refusal.ts';
import { dataCenters } from '../offer.ts';
import type { SpaceRow } from './store.ts';

/** Longer than any call. An older reservation was left by a crashed process. */
const ABANDONED_MS = 10 * 60_000;

/** Names are unique across all accounts, like bucket names. */
export const nameConflict = () => new Refusal(409, 'space:error.taken', { fields: { name: { key: 'space:error.taken' } } });

/**
 * Reserves the name and a place of the account, before the bucket is created: the object store may be slow, and no transaction waits for
 * it. The reservation is invisible until `reservedAt` is set to null.
 *
 * @throws Refusal 422 if nothing can be created in the data center; 409 when the name is taken, or the account has all the spaces that it
 *   can have
 */
export async function reserve(ctx: SignedIn, row: SpaceRow & { reservedAt: number }): Promise<void> {
  try {
    await ctx.services.store.write(`account:${ctx.account.id}`, async (tx) => {
      if (!offered(await dataCenters(tx, null)).some(({ id }) => id === row.dataCenterId))
        refuseField('datacenterId', 'space:error.dataCenter');
      await dropAbandoned(tx, ctx.now);
      const rows = await tx.selectFrom('space').select('id').where('accountId', '=', row.accountId).execute();
      if (rows.length >= maxSpaces) refuse(409, 'space:error.limit', { params: { max: maxSpaces } });
      await tx.insertInto('space').values(row).execute();
    });
  } catch (error) {
    throw databaseFault(error) === 'duplicate' ? nameConflict() : error;
  }
}

/** Releases the name when the bucket couldn't be created. */
export async function release(ctx: SignedIn, id: string): Promise<void> {
  await ctx.services.store.write(`account:${ctx.account.id}`, (tx) =>
    tx.deleteFrom('space').where('id', '=', id).where('reservedAt', 'is not', null).execute(),
  );
}

const dropAbandoned = (tx: Tx, now: number) =>
  tx
    .deleteFrom('space')
    .where('reservedAt', '<', now - ABANDONED_MS)
    .execute();
