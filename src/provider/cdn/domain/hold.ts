import { afterLook, type NameHold } from '../../../lib/rules/cdn/domain/hold.ts';
import type { NsObservation } from '../../../lib/rules/cdn/domain/lifecycle.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Work } from '../../core/services.ts';
import type { Domain, Tx } from '../../db/schema.ts';
import type { FormerDomainTable } from '../../db/tables/cdn/domain.ts';
import { enqueueReconcile } from '../../jobs/desired.ts';

/** A former owner is notified of attempts at a name at most this often. */
const NOTIFY_EVERY = 24 * 3_600_000;

const findFormerDomain = (tx: Tx, name: string): Promise<FormerDomainTable | undefined> =>
  tx.selectFrom('formerDomain').selectAll().where('name', '=', name).executeTakeFirst();

/** The hold of a domain that an account adds. A name that was active in another account needs more than its old name servers. */
export async function findHold(tx: Tx, ctx: Work, name: string, accountId: string): Promise<NameHold | null> {
  const former = await findFormerDomain(tx, name);
  if (!former) return 'look';
  if (former.accountId === accountId) return null;
  if (former.notifiedAt === null || former.notifiedAt <= ctx.now - NOTIFY_EVERY) {
    await notifyFormerOwner(tx, ctx, former, 'Added');
    await tx.updateTable('formerDomain').set({ notifiedAt: ctx.now }).where('name', '=', name).execute();
  }
  return 'former';
}

/** Remembers who held a name. A domain that was never active proved nothing. */
export async function rememberFormer(tx: Tx, now: number, { name, accountId, activatedAt }: Domain): Promise<void> {
  if (activatedAt === null) return;
  const row = { accountId, removedAt: now, notifiedAt: null };
  await tx
    .insertInto('formerDomain')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

/** Publishes the zone once the observation allows it. @returns the domain after it */
export async function settleHold<D extends Domain>(tx: Tx, ctx: Work, domain: D, observed: NsObservation): Promise<D> {
  return domain.hold === null || afterLook(domain.hold, observed) !== null ? domain : release(tx, ctx, domain);
}

/** The name is proven: the zone is published, and a former owner is notified and forgotten. */
export async function proveName<D extends Domain>(tx: Tx, ctx: Work, domain: D): Promise<D> {
  const former = await findFormerDomain(tx, domain.name);
  if (former) {
    if (former.accountId !== domain.accountId) await notifyFormerOwner(tx, ctx, former, 'Verified');
    await tx.deleteFrom('formerDomain').where('name', '=', domain.name).execute();
  }
  return domain.hold === null ? domain : release(tx, ctx, domain);
}

async function release<D extends Domain>(tx: Tx, { services }: Work, domain: D): Promise<D> {
  await tx.updateTable('domain').set({ hold: null }).where('id', '=', domain.id).execute();
  await enqueueReconcile(tx, services, { kind: 'zone', entityId: domain.name });
  return { ...domain, hold: null };
}

async function notifyFormerOwner(tx: Tx, ctx: Work, { accountId, name }: FormerDomainTable, what: 'Added' | 'Verified'): Promise<void> {
  // The account may be closed since.
  const owner = await tx.selectFrom('user').select('id').where('id', '=', accountId).where('closedAt', 'is', null).executeTakeFirst();
  if (!owner) return;
  await notifyOwner(tx, ctx, {
    accountId,
    event: 'domainStatus',
    type: 'warning',
    title: `domain:notice.former${what}Title`,
    description: `domain:notice.former${what}Text`,
    params: { domain: name },
    link: '/domains',
  });
}
