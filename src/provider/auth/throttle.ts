import type { Tx } from '../db/schema.ts';
import { type Ctx, refuse } from '../implement.ts';

/** How often something may be tried under one key, in one window. */
export interface Limit {
  name: string;
  max: number;
  windowMs: number;
}

/**
 * Counts one try under each key and refuses with 429 and `Retry-After` when one of them is used up, right or wrong. Kept in the
 * database: neither a restart nor a second process gives new tries. Call it outside of the transaction of the call itself, so
 * that a refused try stays counted. One that does `cost` times as much counts as so many; what would go past the limit is refused and
 * not counted.
 */
export async function countTry(ctx: Ctx, tries: readonly { limit: Limit; key: string; cost?: number }[]): Promise<void> {
  const { store } = ctx.services;
  for (const { limit, key, cost = 1 } of tries) {
    const id = `${limit.name}:${key}`;
    const wait = await store.write(`throttle:${id}`, (tx) => count(tx, id, limit, cost, ctx.now));
    if (wait > 0) refuse(429, 'error:tooManyRequests', { params: { seconds: wait }, retryAfter: wait });
  }
}

async function count(tx: Tx, id: string, limit: Limit, cost: number, now: number): Promise<number> {
  const row = await tx.selectFrom('throttle').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || row.resetAt <= now) {
    const fresh = { count: cost, resetAt: now + limit.windowMs };
    await tx
      .insertInto('throttle')
      .values({ id, ...fresh })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(fresh))
      .execute();
    return 0;
  }
  if (row.count + cost > limit.max) return Math.max(1, Math.ceil((row.resetAt - now) / 1000));
  await tx
    .updateTable('throttle')
    .set({ count: row.count + cost })
    .where('id', '=', id)
    .execute();
  return 0;
}

/** Forgets the tries of a key after a success. */
export const forgetTries = (tx: Tx, limit: Limit, key: string) =>
  tx.deleteFrom('throttle').where('id', '=', `${limit.name}:${key}`).execute();
