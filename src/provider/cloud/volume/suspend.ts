import { writeSystemChange } from '../../core/changes.ts';
import type { Suspension } from '../../core/registry.ts';
import type { Work } from '../../core/services.ts';
import type { Tx } from '../../db/schema.ts';
import { markStale } from '../../live/stale.ts';
import { chargeVolume } from './meter.ts';
import { toEntity, type VolumeRow } from './store.ts';

/** Stops charging for the volumes of an account, and what would change them; their data stay. Each reason is noted on its own. */
export async function suspendVolumes(tx: Tx, ctx: Work, { accountId, reason, domainId }: Suspension): Promise<number> {
  if (domainId !== undefined) return 0;
  const volumes = await tx
    .selectFrom('volume')
    .leftJoin('volumeSuspension as stop', (join) => join.onRef('stop.volumeId', '=', 'volume.id').on('stop.reason', '=', reason))
    .selectAll('volume')
    .where('volume.accountId', '=', accountId)
    .where('volume.state', '!=', 'removing')
    .where('stop.volumeId', 'is', null)
    .orderBy('volume.id')
    .execute();
  for (const row of volumes) {
    await tx.insertInto('volumeSuspension').values({ volumeId: row.id, reason, suspendedAt: ctx.now }).execute();
    if (row.suspendedAt !== null) continue;
    await chargeVolume(tx, ctx, row);
    await set(tx, ctx, row, reason, { suspendedAt: ctx.now });
  }
  return volumes.length;
}

/** Ends it when no other reason is left. The hours of the stop aren't charged. */
export async function restoreVolumes(tx: Tx, ctx: Work, { accountId, reason, domainId }: Suspension): Promise<number> {
  if (domainId !== undefined) return 0;
  const rows = await tx
    .selectFrom('volumeSuspension as stop')
    .innerJoin('volume', 'volume.id', 'stop.volumeId')
    .selectAll('volume')
    .where('volume.accountId', '=', accountId)
    .where('stop.reason', '=', reason)
    .orderBy('volume.id')
    .execute();
  for (const row of rows) {
    await tx.deleteFrom('volumeSuspension').where('volumeId', '=', row.id).where('reason', '=', reason).execute();
    const other = await tx.selectFrom('volumeSuspension').select('reason').where('volumeId', '=', row.id).executeTakeFirst();
    if (!other) await set(tx, ctx, row, reason, { suspendedAt: null, meteredUntil: Math.max(row.meteredUntil, ctx.now) });
  }
  return rows.length;
}

async function set(
  tx: Tx,
  ctx: Work,
  row: VolumeRow,
  reason: Suspension['reason'],
  change: { suspendedAt: number } | { suspendedAt: null; meteredUntil: number },
): Promise<void> {
  await tx.updateTable('volume').set(change).where('id', '=', row.id).execute();
  markStale(tx, row.accountId, 'volume', ctx.now);
  const suspended = change.suspendedAt !== null;
  await writeSystemChange(tx, ctx, {
    kind: 'volume.suspend',
    group: 'volume',
    accountId: row.accountId,
    action: 'update',
    entity: toEntity(row),
    before: { suspended: !suspended },
    after: { suspended, reason },
  });
}
