import type { Stopped } from '../../lib/contract/core/stopped.ts';
import { iso } from '../../lib/time.ts';
import { writeSystemChange } from '../core/changes.ts';
import type { Suspension } from '../core/registry.ts';
import type { Work } from '../core/services.ts';
import type { Db, Domain, Tx } from '../db/schema.ts';
import { markStale, touchDomain } from '../live/stale.ts';
import { setZone } from './dns/setZone.ts';

/** Why a domain is suspended although its owner hasn't paused it; undefined: it isn't. */
export const loadSuspension = (db: Db | Tx, domainId: string) =>
  db.selectFrom('domainSuspension').selectAll().where('domainId', '=', domainId).orderBy('reason').executeTakeFirst();

/** Which domains are stopped, why and since when: of an account, or some of them. The first reason of `stopReasons`, which are in the order of the alphabet, hides the others. */
export async function loadStops(
  db: Db | Tx,
  of: { accountId: string } | { ids: readonly string[] },
): Promise<Map<string, { stopped: Stopped }>> {
  let query = db
    .selectFrom('domainSuspension as stop')
    .innerJoin('domain', 'domain.id', 'stop.domainId')
    .select(['stop.domainId', 'stop.reason', 'stop.suspendedAt']);
  query = 'ids' in of ? query.where('stop.domainId', 'in', of.ids) : query.where('domain.accountId', '=', of.accountId);
  const rows = await query.orderBy('stop.reason', 'desc').execute();
  return new Map(rows.map(({ domainId, reason, suspendedAt }) => [domainId, { stopped: { reason, since: iso(suspendedAt) } }]));
}

/** Leaves the resumption of a suspended domain to the end of its suspension. @returns whether it is suspended */
export async function pauseStopped(tx: Tx, domainId: string): Promise<boolean> {
  const stop = await loadSuspension(tx, domainId);
  if (!stop) return false;
  await tx
    .updateTable('domainSuspension')
    .set({ didPause: true })
    .where('domainId', '=', domainId)
    .where('reason', '=', stop.reason)
    .execute();
  return true;
}

/** Pauses the domains of an account. Records each, including those already paused, so that none can be resumed meanwhile. */
export async function suspendDomains(tx: Tx, ctx: Work, { accountId, reason, domainId }: Suspension): Promise<number> {
  let query = tx
    .selectFrom('domain')
    .leftJoin('domainSuspension as stop', (join) => join.onRef('stop.domainId', '=', 'domain.id').on('stop.reason', '=', reason))
    .selectAll('domain')
    .where('accountId', '=', accountId)
    .where('stop.domainId', 'is', null);
  if (domainId !== undefined) query = query.where('domain.id', '=', domainId);
  const domains = await query.orderBy('domain.id').execute();
  for (const domain of domains) {
    const didPause = domain.status === 'active';
    await tx.insertInto('domainSuspension').values({ domainId: domain.id, reason, didPause, suspendedAt: ctx.now }).execute();
    touchDomain(tx, domain.id);
    if (didPause) await setStatus(tx, ctx, domain, 'inactive', reason);
  }
  return domains.length;
}

/** Resumes what was paused for a reason, unless another reason still applies: the end of that one resumes it. */
export async function restoreDomains(tx: Tx, ctx: Work, { accountId, reason, domainId, except = [] }: Suspension): Promise<number> {
  const rows = await tx
    .selectFrom('domainSuspension as stop')
    .innerJoin('domain', 'domain.id', 'stop.domainId')
    .selectAll('domain')
    .select('stop.didPause')
    .where('domain.accountId', '=', accountId)
    .where('stop.reason', '=', reason)
    .orderBy('domain.id')
    .execute();
  const stopped = rows.filter(({ id }) => !except.includes(id) && (domainId === undefined || id === domainId));
  for (const { didPause, ...domain } of stopped) {
    touchDomain(tx, domain.id);
    await tx.deleteFrom('domainSuspension').where('domainId', '=', domain.id).where('reason', '=', reason).execute();
    if (!didPause || domain.status !== 'inactive' || (await pauseStopped(tx, domain.id))) continue;
    // An unpaid plan has its own suspension, which ends when it is paid.
    const unpaid = await tx
      .updateTable('domainPlan')
      .set({ didPause: 1 })
      .where('domainId', '=', domain.id)
      .where('disabledAt', 'is not', null)
      .executeTakeFirst();
    if (Number(unpaid.numUpdatedRows) === 0) await setStatus(tx, ctx, domain, 'active', reason);
  }
  return stopped.length;
}

async function setStatus(tx: Tx, ctx: Work, domain: Domain, status: 'active' | 'inactive', reason: Suspension['reason']): Promise<void> {
  const { id, accountId, name } = domain;
  await tx.updateTable('domain').set({ status }).where('id', '=', id).execute();
  const zoneVersion = await setZone(tx, ctx, domain);
  await tx.updateTable('domain').set({ zoneVersion }).where('id', '=', id).execute();
  await writeSystemChange(tx, ctx, {
    kind: 'domain.suspend',
    group: 'domain',
    accountId,
    action: 'update',
    entity: { type: 'domain', id, name },
    domainId: id,
    before: { status: domain.status },
    after: { status, reason },
  });
  markStale(tx, accountId, 'dns', ctx.now);
}
