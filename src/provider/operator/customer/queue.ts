import type { QueueItem } from '../../core/registry.ts';
import type { Db } from '../../db/schema.ts';

/** Corrections that wait for a second operator. */
export async function waitingCredits(db: Db): Promise<QueueItem[]> {
  const rows = await db
    .selectFrom('creditRequest')
    .innerJoin('user', 'user.id', 'creditRequest.accountId')
    .selectAll('creditRequest')
    .select('user.email')
    .where('status', '=', 'waiting')
    .execute();
  return rows.map(({ id, accountId, reason, email, createdAt }) => ({
    kind: 'credit',
    id,
    title: reason,
    account: email,
    since: Number(createdAt),
    dueAt: null,
    link: `/operator/customers/${accountId}`,
  }));
}
