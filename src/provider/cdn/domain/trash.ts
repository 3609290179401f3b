import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Output } from '../../../lib/contract/call.ts';
import type { domain as calls } from '../../../lib/contract/cdn/domain.ts';
import { trashDays } from '../../../lib/rules/cdn/domain/trash.ts';
import { DAY, iso } from '../../../lib/time.ts';
import { catalog } from '../../core/catalog.ts';
import type { SignedIn } from '../../core/implement.ts';
import { readBalance } from '../../core/ledger/ledger.ts';
import { databaseFault } from '../../db/faults.ts';
import { type OwnedDomain, ownedDomain, ownedDomains } from '../../db/owned.ts';
import type { Db, Domain, DomainPlan, Tx } from '../../db/schema.ts';
import type { RemovedDomainTable } from '../../db/tables/cdn/trash.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import type { Account } from '../../kernel/account.ts';
import { refuse } from '../../kernel/refusal.ts';
import { setZone } from '../dns/index.ts';
import { loadSuspension } from '../domainSuspension.ts';
import { showDomain } from '../domainView.ts';
import { applyChanges, areas, changesBetween, type DomainState, emptyState, type RowChange, readArea } from '../history/index.ts';
import { loadTerm, saveTerm } from '../plan/index.ts';
import { registrableName } from '../registrable.ts';
import { inactiveReason, newRow } from '../ssl/index.ts';
import { findHold } from './hold.ts';
import { scheduleCheck } from './lifecycle.ts';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

/** Keeps what is needed to restore a domain, in the transaction that removes it and before anything is deleted. */
export async function archiveRemoved(tx: Tx, now: number, owned: OwnedDomain): Promise<void> {
  const state = emptyState();
  for (const area of areas) state[area] = await readArea(tx, owned.id, area);
  const term = await loadTerm(tx, owned);
  const certificates = await tx
    .selectFrom('ssl')
    .select(['title', 'hosts'])
    .where('domainId', '=', owned.id)
    .where('kind', '=', 'free')
    .orderBy('createdAt')
    .execute();
  const isStopped = (await loadSuspension(tx, owned.id))?.reason === 'balance';
  const { id, accountId, name } = owned;
  const row: RemovedDomainTable = {
    id,
    accountId,
    name,
    domain: { ...owned, isStopped },
    term: term ?? null,
    certificates: certificates.map(({ title, hosts }) => ({ title, hosts: JSON.stringify(hosts) })),
    state: (await pack(JSON.stringify(state))).toString('base64'),
    removedAt: now,
    deleteAt: now + trashDays * DAY,
  };
  await tx.insertInto('removedDomain').values(row).execute();
}

/** What was paid for the plan of a removed domain went back to the wallet, so the plan isn't restored. */
export const dropTerm = (tx: Tx, { id }: OwnedDomain): Promise<unknown> =>
  tx.updateTable('removedDomain').set({ term: null }).where('id', '=', id).execute();

const selectRemovedDomains = (db: Db | Tx, { id, domainIds }: Pick<Account, 'id' | 'domainIds'>, now: number) =>
  db
    .selectFrom('removedDomain')
    .selectAll()
    .where('accountId', '=', id)
    .where('deleteAt', '>', now)
    .$if(domainIds !== null, (query) => query.where('id', 'in', domainIds ?? []));

/**
 * The plan that a removed domain gets back: a purchased one for the rest of the paid period, and a contract, which is billed
 * separately. Otherwise it is on Basic: nothing is charged for restoring it.
 */
function removedPlan(row: Pick<RemovedDomainTable, 'domain' | 'term'>, now: number): { plan: Domain['plan']; term: DomainPlan | null } {
  const { term } = row;
  const { plan } = row.domain;
  if (term && term.endsAt > now) return { plan, term };
  return { plan: catalog.plans[plan].price.monthly === null ? plan : 'free', term: null };
}

export const trashHandlers = {
  async trash({ db, account, now }: SignedIn): Promise<Output<typeof calls.trash>> {
    const rows = await selectRemovedDomains(db, account, now).orderBy('removedAt', 'desc').orderBy('id').execute();
    if (rows.length === 0) return { domains: [] };
    const names = rows.map(({ name }) => name);
    const existing = await db.selectFrom('domain').select(['name', 'accountId']).where('name', 'in', names).execute();
    const owners = new Map(existing.map(({ name, accountId }) => [name, accountId]));
    return {
      domains: rows.map((row) => {
        const { plan, term } = removedPlan(row, now);
        const owner = owners.get(row.name);
        return {
          id: row.id,
          name: row.name,
          removedAt: iso(row.removedAt),
          deleteAt: iso(row.deleteAt),
          records: row.domain.recordCount,
          plan,
          paidUntil: term && iso(term.endsAt),
          state: owner === undefined ? 'restorable' : owner === account.id ? 'exists' : 'taken',
        };
      }),
    };
  },

  restore(ctx: SignedIn, { domainId }: { domainId: string }) {
    const { now, account } = ctx;
    const work = ctx.write(async ({ tx, log }) => {
      const row = await selectRemovedDomains(tx, account, now).where('id', '=', domainId).executeTakeFirst();
      if (!row) return refuse(404, 'error:notFound');
      const { isStopped, ...restored } = row.domain;
      await refuseImpossible(tx, ctx, row.name, isStopped);
      const { plan, term } = removedPlan(row, now);
      await bringBack(tx, ctx, { ...restored, plan, planSince: plan === restored.plan ? restored.planSince : now });
      if (term) {
        const { domainId: _, ...bought } = term;
        await saveTerm(tx, ctx, domainId, bought);
      }
      const domain = await ownedDomain(tx, account, domainId);
      const state = JSON.parse((await unpack(Buffer.from(row.state, 'base64'))).toString()) as DomainState; // as `archiveRemoved` wrote it
      await applyChanges(tx, ctx, domain, await possible(tx, account.id, changesBetween(emptyState(), state)));
      for (const { title, hosts } of row.certificates) {
        const wanted = { title, hosts: JSON.parse(hosts), ...inactiveReason, id: ctx.newId(), domainId };
        await tx
          .insertInto('ssl')
          .values(newRow({ ...wanted, kind: 'free', status: 'failed', createdAt: now }))
          .execute();
      }
      await tx.deleteFrom('removedDomain').where('id', '=', domainId).execute();
      await scheduleCheck(tx, ctx.services.jobs, domainId, now);
      await log({ action: 'restore', entity: { type: 'domain', id: domainId, name: row.name }, domainId, after: { plan } });
      return { domain: await showDomain(tx, ctx, await ownedDomain(tx, account, domainId)) };
    });
    // Another customer may add the same name at the same moment: the unique index decides.
    return work.catch((error: unknown) =>
      databaseFault(error) === 'duplicate' ? refuse(409, 'domain:error.taken') : Promise.reject(error),
    );
  },
};

async function refuseImpossible(tx: Tx, { account, services }: SignedIn, name: string, isStopped: boolean): Promise<void> {
  // The environment may have changed since.
  const typed = registrableName(name, services.env);
  if (!typed.ok) refuse(409, typed.key, { params: typed.params ?? {} });
  const existing = await tx.selectFrom('domain').select('accountId').where('name', '=', name).executeTakeFirst();
  if (existing) refuse(409, existing.accountId === account.id ? 'domain:error.exists' : 'domain:error.taken');
  const { n } = await ownedDomains(tx, account)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  if (Number(n) >= catalog.limits.domains) refuse(409, 'domain:error.limit', { params: { max: catalog.limits.domains } });
  // Removing and restoring a domain doesn't end its suspension.
  if (isStopped && (await readBalance(tx, account.id)) < 0) refuse(402, 'domain:trash.balance', { params: { domain: name } });
}

/** Inserts the row of a domain as if it had just been added: it waits for its name servers. Records are counted as they are inserted. */
async function bringBack(tx: Tx, ctx: SignedIn, stored: Domain): Promise<void> {
  const [firstNs, secondNs] = ctx.services.env.NAME_SERVERS;
  const hold = await findHold(tx, ctx, stored.name, stored.accountId);
  const row: Domain = {
    ...stored,
    status: 'pendingNsChange',
    // Its own name is published at once; another account may have had it meanwhile.
    hold: hold === 'former' ? hold : null,
    firstNs,
    secondNs,
    dnssecStatus: 'off',
    zoneVersion: await setZone(tx, ctx, stored),
    recordCount: 0,
    movedAwayAt: null,
    setupMode: 'ns',
  };
  await tx.insertInto('domain').values(row).execute();
  // Its change log continues: the numbers of the entries before the removal aren't used again.
  const last = await tx
    .selectFrom('changeLog')
    .select((e) => e.fn.max('place').as('place'))
    .where('domainId', '=', stored.id)
    .executeTakeFirst();
  if (last?.place != null)
    await tx
      .insertInto('logPlace')
      .values({ domainId: stored.id, place: Number(last.place) })
      .execute();
}

/** Without firewall rules for groups of the account that have been deleted since. */
async function possible(tx: Tx, accountId: string, changes: readonly RowChange[]): Promise<RowChange[]> {
  const rows = await tx.selectFrom('firewallGroup').select('id').where('accountId', '=', accountId).execute();
  const groups = new Set([...rows.map(({ id }) => id), ...changes.filter(({ table }) => table === 'firewallGroup').map(({ id }) => id)]);
  const isKnown = (json: string | number | null | undefined) => {
    if (json == null) return true;
    const { kind, value } = JSON.parse(String(json)) as { kind?: string; value?: string }; // `EdgeItems` of the firewall
    return kind !== 'group' || groups.has(value ?? '');
  };
  return changes.filter(({ table, to }) => table !== 'edgeItem' || to?.group !== 'firewall' || (isKnown(to.data) && isKnown(to.deployed)));
}

/** Deletes removed domains for good when their time is over, with their lines in the edge's log. It may run again after a crash. */
export const deleteRemoved: JobHandler = async ({ now, leaving, services: { store, logs } }) => {
  const rows = await store.reader.selectFrom('removedDomain').select(['id', 'accountId']).where('deleteAt', '<=', now).execute();
  for (const { id, accountId } of rows) {
    leaving.throwIfAborted();
    await logs.forget(id);
    await store.write(`account:${accountId}`, (tx) =>
      tx.deleteFrom('removedDomain').where('id', '=', id).where('deleteAt', '<=', now).execute(),
    );
  }
};
