import { GB } from '../../../lib/rules/cloud/space/limits.ts';
import { writeSystemChange } from '../../core/changes.ts';
import type { Suspension } from '../../core/registry.ts';
import type { Work } from '../../core/services.ts';
import type { Tx } from '../../db/schema.ts';
import { ObjectStoreError } from '../../drivers/objects/objects.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { markStale } from '../../live/stale.ts';
import { cloudJobs } from '../jobs.ts';
import { startOfHour } from './meter.ts';
import { type SpaceRow, toEntity } from './store.ts';

type Reason = Suspension['reason'];

const ofAccount = (tx: Tx, accountId: string) =>
  tx.selectFrom('space').selectAll().where('accountId', '=', accountId).where('reservedAt', 'is', null).orderBy('id').execute();

/**
 * Closes the spaces of an account to S3 clients and links, and stops charging for them; objects remain. Each reason is noted on its
 * own. @returns the number of spaces that weren't stopped for this reason before
 */
export async function suspendSpaces(tx: Tx, ctx: Work, { accountId, reason, domainId }: Suspension): Promise<number> {
  if (domainId !== undefined) return 0;
  const rows = (await ofAccount(tx, accountId)).filter((row) => !row.stops.includes(reason));
  for (const row of rows) await set(tx, ctx, row, [...row.stops, reason], reason);
  return rows.length;
}

/** Opens them when no other reason is left. The hours of the stop aren't charged. @returns the number of spaces */
export async function restoreSpaces(tx: Tx, ctx: Work, { accountId, reason, domainId }: Suspension): Promise<number> {
  if (domainId !== undefined) return 0;
  const rows = (await ofAccount(tx, accountId)).filter((row) => row.stops.includes(reason));
  for (const row of rows) {
    const left = row.stops.filter((one) => one !== reason);
    await set(tx, ctx, row, left, reason);
  }
  return rows.length;
}

async function set(tx: Tx, ctx: Work, row: SpaceRow, stops: Reason[], reason: Reason): Promise<void> {
  const before = row.stops.length > 0;
  const after = stops.length > 0;
  await tx
    .updateTable('space')
    // The meter skips a stopped space: the hours before the stop that it hasn't charged yet are part of the stop.
    .set({ stops, ...(before && !after && { meteredUntil: Math.max(row.meteredUntil, startOfHour(ctx.now)) }) })
    .where('id', '=', row.id)
    .execute();
  if (before === after) return;
  await ctx.services.jobs.enqueue(tx, cloudJobs.applyAccess, { spaceId: row.id });
  markStale(tx, row.accountId, 'space', ctx.now);
  await writeSystemChange(tx, ctx, {
    kind: 'space.suspend',
    group: 'space',
    accountId: row.accountId,
    action: 'update',
    entity: toEntity(row),
    before: { suspended: before },
    after: { suspended: after, reason },
  });
}

/** Makes the store do what the space's row says; running it late or twice has the same result. */
export const applyAccess: JobHandler<typeof cloudJobs.applyAccess> = async ({ services: { store, objects } }, { spaceId }) => {
  const row = await store.reader.selectFrom('space').selectAll().where('id', '=', spaceId).executeTakeFirst();
  if (row) await objects?.setOpen(row.name, row.stops.length === 0);
};

/**
 * The same for size and access of all spaces: a store that was rebuilt or restored from a backup may have older ones. Keys and CORS
 * rules are only in the store.
 */
export const applyAll: JobHandler = async ({ leaving, services: { store, objects, log } }) => {
  if (!objects?.capabilities.quota) return;
  const rows = await store.reader.selectFrom('space').selectAll().where('reservedAt', 'is', null).orderBy('id').execute();
  for (const row of rows) {
    if (leaving.aborted) return;
    const isMissing = await objects.usage(row.name).then(
      () => false,
      (error: unknown) => {
        if (error instanceof ObjectStoreError && error.fault === 'noSuchSpace') return true;
        throw error;
      },
    );
    if (isMissing) log.error({ space: row.name }, 'object store has no such space');
    else {
      await objects.setQuota(row.name, row.size * GB);
      await objects.setOpen(row.name, row.stops.length === 0);
    }
  }
};
