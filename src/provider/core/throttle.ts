import type { Store } from '../db/open.ts';
import type { Tx } from '../db/schema.ts';
import { refuse } from '../kernel/refusal.ts';

/** How often something may be tried under one key in one window. */
export interface Limit {
  name: string;
  max: number;
  windowMs: number;
}

/**
 * Counts one attempt under each key, successful or not, and refuses with 429 and `Retry-After` when one of them is used up, without
 * counting it under those after it. In one transaction, because a flood of attempts waits for the disk. Stored in the database: neither a restart nor a second process resets it. Call it outside the transaction of the call itself, so that a
 * refused attempt stays counted. An attempt that costs `cost` times as much counts that many times; one that would exceed the limit
 * is refused and not counted.
 */
export async function consumeAttempt(
  ctx: { now: number; services: { store: Store } },
  attempts: readonly { limit: Limit; key: string; cost?: number }[],
): Promise<void> {
  if (attempts.length === 0) return;
  const counted = attempts.map(({ limit, key, cost = 1 }) => ({ id: `${limit.name}:${key}`, limit, cost }));
  const seconds = await ctx.services.store.write(
    counted.map(({ id }) => `throttle:${id}`),
    async (tx) => {
      for (const { id, limit, cost } of counted) {
        const wait = await count(tx, id, limit, cost, ctx.now);
        if (wait > 0) return wait;
      }
      return 0;
    },
  );
  if (seconds > 0) refuse(429, 'error:tooManyRequests', { params: { seconds }, retryAfter: seconds });
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

/** Resets the attempts of a key after a success. */
export const clearAttempts = (tx: Tx, limit: Limit, key: string) =>
  tx.deleteFrom('throttle').where('id', '=', `${limit.name}:${key}`).execute();

/** Takes back one counted attempt that turned out to be right. */
export const refundAttempt = (tx: Tx, limit: Limit, key: string) =>
  tx
    .updateTable('throttle')
    .set((e) => ({ count: e('count', '-', 1) }))
    .where('id', '=', `${limit.name}:${key}`)
    .where('count', '>', 0)
    .execute();
