import type { Limit, LimitAction } from '../../lib/contract/core/stopped.ts';
import { iso } from '../../lib/time.ts';
import { writeSystemChange } from '../core/changes.ts';
import type { Limits } from '../core/registry.ts';
import type { Work } from '../core/services.ts';
import type { Db, Tx } from '../db/schema.ts';

/** How a cap limits a domain of the account; undefined: it doesn't. A cap of an account that the domain left says nothing. */
export async function loadDomainLimit(db: Db | Tx, { id, accountId }: { id: string; accountId: string }): Promise<LimitAction | undefined> {
  const found = await db
    .selectFrom('domainLimit')
    .select('action')
    .where('domainId', '=', id)
    .where('accountId', '=', accountId)
    .executeTakeFirst();
  return found?.action;
}

/** The limits of an account's domains, by domain. */
export async function loadDomainLimits(db: Db | Tx, accountId: string): Promise<Map<string, { limited: Limit }>> {
  const rows = await db.selectFrom('domainLimit').selectAll().where('accountId', '=', accountId).execute();
  return new Map(rows.map(({ domainId, action, since }) => [domainId, { limited: { action, since: iso(since) } }]));
}

/** Sets how edges serve the domains of an account that has reached a cap, in place of what applied before. */
export async function limitDomains(tx: Tx, ctx: Work, { accountId, all, byDomain }: Limits): Promise<number> {
  const domains = await tx
    .selectFrom('domain')
    .leftJoin('domainLimit as limit', 'limit.domainId', 'domain.id')
    .select(['domain.id', 'domain.name', 'limit.action', 'limit.accountId as by'])
    .where('domain.accountId', '=', accountId)
    .orderBy('domain.id')
    .execute();
  let changed = 0;
  for (const { id, name, action, by } of domains) {
    const before = by === accountId ? action : null;
    const wanted = all === 'cacheOnly' ? all : (byDomain.get(id) ?? all);
    if (before === wanted) continue;
    changed++;
    await tx.deleteFrom('domainLimit').where('domainId', '=', id).execute();
    if (wanted !== null) await tx.insertInto('domainLimit').values({ domainId: id, accountId, action: wanted, since: ctx.now }).execute();
    await writeSystemChange(tx, ctx, {
      kind: 'domain.suspend',
      group: 'domain',
      accountId,
      action: 'update',
      entity: { type: 'domain', id, name },
      domainId: id,
      before: { serving: before ?? 'on' },
      after: { serving: wanted ?? 'on', reason: 'cap' },
    });
  }
  return changed;
}
