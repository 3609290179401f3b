import { setImmediate as breathe } from 'node:timers/promises';
import type { Services, Work } from '../../core/services.ts';
import { domainForJob } from '../../db/owned.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { desiredId, setDesired } from '../../jobs/desired.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { setChanging } from '../edge/index.ts';
import { hashPolicy } from './policy.ts';

/** The lock of versions of policies. */
const LOCK = 'edge.compare';
const BATCH = 100;

/**
 * Raises the desired version of every given domain whose policy differs from the one that its version stands for; other changes have no
 * effect on edges. @returns how many were raised
 */
export async function compareDomains(ctx: Pick<Work, 'now' | 'services'>, domainIds: readonly string[]): Promise<number> {
  let raised = 0;
  for (let at = 0; at < domainIds.length; at += BATCH) {
    const different: string[] = [];
    for (const domainId of domainIds.slice(at, at + BATCH)) {
      if (await differs(ctx.services.store.reader, ctx, domainId)) different.push(domainId);
      // Requests are answered meanwhile.
      if (domainIds.length > 1) await breathe();
    }
    if (different.length === 0) continue;
    const owners = await ctx.services.store.reader
      .selectFrom('domain')
      .select('accountId')
      .distinct()
      .where('id', 'in', different)
      .execute();
    // Their owners' rules are changed with the lock of the account.
    const locks = [LOCK, ...owners.map(({ accountId }) => `account:${accountId}`)];
    await ctx.services.store.write(locks, async (tx) => {
      for (const domainId of different) if (await raise(tx, ctx, domainId)) raised++;
    });
  }
  return raised;
}

/** The domain's hash if it isn't the wanted one; `gone`: the domain was removed, and edges still have to forget it. */
async function differs(db: Db | Tx, ctx: Pick<Work, 'now' | 'services'>, domainId: string): Promise<{ hash: string } | 'gone' | null> {
  const wanted = await db.selectFrom('edgeWanted').select('hash').where('domainId', '=', domainId).executeTakeFirst();
  const domain = await domainForJob(db, domainId);
  if (!domain) return wanted ? 'gone' : null;
  const hash = await hashPolicy(db, domain, ctx);
  return hash === wanted?.hash ? null : { hash };
}

/** Decides again in the transaction, so that the version and its hash belong together. */
async function raise(tx: Tx, ctx: Pick<Work, 'now' | 'services'>, domainId: string): Promise<boolean> {
  const found = await differs(tx, ctx, domainId);
  if (!found) return false;
  const target = { kind: 'edge', entityId: domainId, domainId } as const;
  if (found === 'gone') {
    await tx.deleteFrom('edgeWanted').where('domainId', '=', domainId).execute();
    const row = await tx.selectFrom('desired').select('accountId').where('id', '=', desiredId('edge', domainId)).executeTakeFirstOrThrow();
    await setDesired(tx, ctx, { ...target, accountId: row.accountId, isRemoved: true });
    return true;
  }
  const { accountId } = await tx.selectFrom('domain').select('accountId').where('id', '=', domainId).executeTakeFirstOrThrow();
  const version = await setDesired(tx, ctx, { ...target, accountId });
  await tx
    .insertInto('edgeWanted')
    .values({ domainId, hash: found.hash })
    .onConflict((conflict) => conflict.column('domainId').doUpdateSet({ hash: found.hash }))
    .execute();
  await tx
    .updateTable('cacheDeletion')
    .set({ edgeVersion: version })
    .where('domainId', '=', domainId)
    .where('edgeVersion', 'is', null)
    .where('doneAt', 'is', null)
    .execute();
  await tx
    .updateTable('edgeItem')
    .set({ edgeVersion: version })
    .where('domainId', '=', domainId)
    .where('edgeVersion', 'is', null)
    .execute();
  return true;
}

/**
 * Compares every domain: finds what a crash, another process or a new version of this program has changed without `compareWhenChanged`
 * noticing.
 */
export const compareAll: JobHandler = async (ctx) => {
  if (!ctx.services.drivers.edge) return;
  const rows = await ctx.services.store.reader.selectFrom('domain').select('id').execute();
  const wanted = await ctx.services.store.reader.selectFrom('edgeWanted').select('domainId').execute();
  const ids = [...new Set([...rows.map(({ id }) => id), ...wanted.map(({ domainId }) => domainId)])];
  for (let at = 0; at < ids.length && !ctx.leaving.aborted; at += BATCH) await compareDomains(ctx, ids.slice(at, at + BATCH));
};

/**
 * Compares what a commit of this process has changed right after it: the domains that it names, or, for a firewall group that the domains
 * of an account share, all of them.
 */
export function compareWhenChanged(services: Services, clock: () => number): () => void {
  const { edge } = services.drivers;
  if (!edge) return () => {};
  const { store, jobs, log } = services;
  const waiting = new Set<string>();
  const open = new Set<string>();
  setChanging(edge, open);
  let work: Promise<void> | null = null;
  let isOver = false;

  async function run(): Promise<void> {
    while (waiting.size > 0 && !isOver) {
      const ids = [...waiting];
      waiting.clear();
      try {
        if ((await compareDomains({ services, now: clock() }, ids)) > 0) jobs.wake();
      } finally {
        for (const id of ids) if (!waiting.has(id)) open.delete(id);
      }
    }
  }
  const compare = (ids: Iterable<string>) => {
    for (const id of ids) {
      waiting.add(id);
      open.add(id);
    }
    if (waiting.size === 0 || work || isOver) return;
    work = run()
      .catch((error: unknown) => log.error({ err: error }, 'edge policy comparison failed'))
      .finally(() => {
        work = null;
      });
  };
  const ofAccounts = async (accountIds: readonly string[]) => {
    const rows = await store.reader.selectFrom('domain').select('id').where('accountId', 'in', accountIds).execute();
    compare(rows.map(({ id }) => id));
  };
  const unsubscribe = store.committed((stale, domainIds) => {
    const shared = domainIds.size === 0 ? stale.filter(({ group }) => group === 'firewallGroup').map(({ accountId }) => accountId) : [];
    if (shared.length > 0)
      ofAccounts([...new Set(shared)]).catch((error: unknown) =>
        log.error({ err: error }, 'edge policy comparison failed to read the domains of an account'),
      );
    compare(domainIds);
  });
  return () => {
    isOver = true;
    unsubscribe();
  };
}
