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
 * that a refused try stays counted.
 */
export async function countTry(ctx: Ctx, tries: readonly { limit: Limit; key: string }[]): Promise<void> {
  const { store } = ctx.services;
  for (const { limit, key } of tries) {
    const id = `${limit.name}:${key}`;
    const wait = await store.write(`throttle:${id}`, (tx) => count(tx, id, limit, ctx.now));
    if (wait > 0) refuse(429, 'error:tooManyRequests', { params: { seconds: wait }, retryAfter: wait });
  }
}

async function count(tx: Tx, id: string, limit: Limit, now: number): Promise<number> {
  const row = await tx.selectFrom('throttle').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row || row.resetAt <= now) {
    const fresh = { count: 1, resetAt: now + limit.windowMs };
    await tx
      .insertInto('throttle')
      .values({ id, ...fresh })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(fresh))
      .execute();
    return 0;
  }
  if (row.count >= limit.max) return Math.max(1, Math.ceil((row.resetAt - now) / 1000));
  await tx
    .updateTable('throttle')
    .set({ count: row.count + 1 })
    .where('id', '=', id)
    .execute();
  return 0;
}

/** Forgets the tries of a key after a success. */
export const forgetTries = (tx: Tx, limit: Limit, key: string) =>
  tx.deleteFrom('throttle').where('id', '=', `${limit.name}:${key}`).execute();
