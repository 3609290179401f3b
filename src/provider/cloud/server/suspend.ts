import { writeSystemChange } from '../../core/changes.ts';
import type { Suspension } from '../../core/registry.ts';
import type { Work } from '../../core/services.ts';
import type { ServerRow, Tx } from '../../db/schema.ts';
import { setDesired } from '../../jobs/desired.ts';
import { chargeAddresses, skipAddresses } from './addresses.ts';
import { chargeHours } from './meter.ts';

/**
 * Powers off the servers of an account, whatever their desired state, and stops charging for them. Each reason is recorded
 * separately, so that a server restarts when the last one ends. A domain has no servers.
 */
export async function suspendServers(tx: Tx, ctx: Work, { accountId, reason, domainId }: Suspension): Promise<number> {
  if (domainId !== undefined) return 0;
  const servers = await tx
    .selectFrom('server')
    .leftJoin('serverSuspension as stop', (join) => join.onRef('stop.serverId', '=', 'server.id').on('stop.reason', '=', reason))
    .selectAll('server')
    .where('server.accountId', '=', accountId)
    .where('server.state', '!=', 'removing')
    .where('stop.serverId', 'is', null)
    .orderBy('server.id')
    .execute();
  for (const row of servers) {
    await tx.insertInto('serverSuspension').values({ serverId: row.id, reason, suspendedAt: ctx.now }).execute();
    if (row.suspendedAt !== null) continue;
    await chargeHours(tx, ctx, row);
    await chargeAddresses(tx, ctx, row);
    await set(tx, ctx, row, reason, { suspendedAt: ctx.now });
  }
  return servers.length;
}

/** Restarts servers in the state that their owner had left. The hours of the stop aren't charged. */
export async function restoreServers(tx: Tx, ctx: Work, { accountId, reason, domainId }: Suspension): Promise<number> {
  if (domainId !== undefined) return 0;
  const rows = await tx
    .selectFrom('serverSuspension as stop')
    .innerJoin('server', 'server.id', 'stop.serverId')
    .selectAll('server')
    .where('server.accountId', '=', accountId)
    .where('stop.reason', '=', reason)
    .orderBy('server.id')
    .execute();
  for (const row of rows) {
    await tx.deleteFrom('serverSuspension').where('serverId', '=', row.id).where('reason', '=', reason).execute();
    const other = await tx.selectFrom('serverSuspension').select('reason').where('serverId', '=', row.id).executeTakeFirst();
    if (other) continue;
    await skipAddresses(tx, row.id, ctx.now);
    await set(tx, ctx, row, reason, { suspendedAt: null, meteredUntil: Math.max(row.meteredUntil, ctx.now) });
  }
  return rows.length;
}

async function set(
  tx: Tx,
  ctx: Work,
  { id, accountId, name, version }: ServerRow,
  reason: Suspension['reason'],
  change: { suspendedAt: number } | { suspendedAt: null; meteredUntil: number },
): Promise<void> {
  await tx
    .updateTable('server')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .execute();
  await setDesired(tx, ctx, { kind: 'server', entityId: id, accountId, domainId: null, isRemoved: false });
  const isSuspended = change.suspendedAt !== null;
  await writeSystemChange(tx, ctx, {
    kind: 'server.suspend',
    group: 'server',
    accountId,
    action: 'update',
    entity: { type: 'server', id, name },
    before: { suspended: !isSuspended },
    after: { suspended: isSuspended, reason },
  });
}
