import { DEVICE_HEADER } from '../../../lib/contract/call.ts';
import { iso } from '../../../lib/time.ts';
import type { CallCtx } from '../../core/implement.ts';
import { parseDevice } from '../../core/session/device.ts';
import { hashHandle, newHandle } from '../../core/session/tokens.ts';
import type { Db, Tx } from '../../db/schema.ts';

const TRUST_MS = 30 * 24 * 3_600_000;

/** Lets this browser skip the second step for 30 days. Returns the token for the browser; only its hash is stored. */
export async function trustBrowser(tx: Tx, ctx: CallCtx, userId: string): Promise<string> {
  const token = newHandle();
  await tx
    .insertInto('trustedDevice')
    .values({
      id: hashHandle(token),
      userId,
      createdAt: ctx.now,
      expiresAt: ctx.now + TRUST_MS,
      ip: ctx.ip,
      userAgent: ctx.userAgent,
      endedAt: null,
    })
    .execute();
  return token;
}

/** Whether the caller has the token of a browser that this customer trusts. Another customer's doesn't count. */
export async function isTrusted(db: Db | Tx, ctx: CallCtx, userId: string): Promise<boolean> {
  const token = ctx.headers.get(DEVICE_HEADER);
  if (!token) return false;
  const row = await db
    .selectFrom('trustedDevice')
    .select('id')
    .where('id', '=', hashHandle(token))
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', ctx.now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Removes the trust in one browser, or in all. Returns how many there were. */
export async function endTrust(tx: Tx, ctx: CallCtx, userId: string, id?: string): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('trustedDevice')
    .set({ endedAt: ctx.now })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** The browsers that sign in without the second step, the newest first. */
export async function trustedBrowsers(db: Db | Tx, userId: string, now: number) {
  const rows = await db
    .selectFrom('trustedDevice')
    .selectAll()
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map(({ id, ip, userAgent, createdAt, expiresAt }) => ({
    id,
    ...parseDevice(userAgent),
    ip,
    since: iso(createdAt),
    until: iso(expiresAt),
  }));
}
