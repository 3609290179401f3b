import { key } from '../../../lib/i18n/key.ts';
import { unitRates } from '../../../lib/rules/cloud/rates.ts';
import { book } from '../../core/ledger/ledger.ts';
import type { SuspendCtx, Suspension } from '../../core/manifest.ts';
import type { Db, SnapshotRow, Tx } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { HOUR } from '../server/meter.ts';
import { toMills } from '../server/rate.ts';
import { accrued, hourly, restarted, startedHours, stopped } from '../stored.ts';

/** Charges the started hours that weren't charged yet, each once, however late or often it runs; as for backups. */
export async function chargeSnapshot(tx: Tx, ids: { now: number; newId(): string }, row: SnapshotRow): Promise<void> {
  const hours = startedHours(row.meteredUntil, ids.now);
  if (hours === 0 || row.status !== 'ready' || row.size === null || row.stops !== '[]') return;
  const { amount, carry } = accrued(row, hours * hourly(row.size, unitRates.snapshot));
  const meteredUntil = row.meteredUntil + hours * HOUR;
  await tx.updateTable('snapshot').set({ meteredUntil, carry }).where('id', '=', row.id).execute();
  if (amount === 0) return;
  await book(tx, ids, {
    kind: 'usage',
    from: { wallet: row.accountId },
    to: 'revenue',
    amount,
    description: { key: key('snapshot:ledger.usage'), params: { name: row.name } },
    reference: `snapshot:${row.id}:${meteredUntil}`,
  });
}

/** Charges the hours of every snapshot. */
export const meterSnapshots: JobHandler = async (ctx) => {
  const due = await ctx.store.reader
    .selectFrom('snapshot')
    .select(['id', 'accountId'])
    .where('meteredUntil', '<', ctx.now)
    .where('status', '=', 'ready')
    .where('stops', '=', '[]')
    .orderBy('id')
    .execute();
  for (const { id, accountId } of due) {
    ctx.leaving.throwIfAborted();
    await ctx.store.write(`account:${accountId}`, async (tx) => {
      const row = await tx.selectFrom('snapshot').selectAll().where('id', '=', id).executeTakeFirst();
      if (row) await chargeSnapshot(tx, ctx, row);
    });
  }
};

/** The current cost of an account's snapshots, in mills per day. */
export async function snapshotCosts(db: Db, account: { id: string }): Promise<{ name: string; perDay: number }[]> {
  const rows = await db
    .selectFrom('snapshot')
    .select(['name', 'size'])
    .where('accountId', '=', account.id)
    .where('status', '=', 'ready')
    .where('stops', '=', '[]')
    .orderBy('name')
    .execute();
  return rows.map(({ name, size }) => ({ name, perDay: toMills(hourly(size ?? 0, unitRates.snapshot) * 24) }));
}

const ofAccount = (tx: Tx, accountId: string) => tx.selectFrom('snapshot').selectAll().where('accountId', '=', accountId).execute();

/** Stops charging for the snapshots of an account, which are kept. */
export async function suspendSnapshots(tx: Tx, ctx: SuspendCtx, { accountId, reason, domainId }: Suspension): Promise<void> {
  if (domainId !== undefined) return;
  for (const row of await ofAccount(tx, accountId)) {
    const stops = stopped(row, reason);
    if (stops === null) continue;
    await chargeSnapshot(tx, ctx, row);
    await tx.updateTable('snapshot').set({ stops }).where('id', '=', row.id).execute();
  }
}

/** The hours of the stop aren't charged. */
export async function restoreSnapshots(tx: Tx, ctx: SuspendCtx, { accountId, reason, domainId }: Suspension): Promise<void> {
  if (domainId !== undefined) return;
  for (const row of await ofAccount(tx, accountId)) {
    const change = restarted(row, reason, ctx.now);
    if (change) await tx.updateTable('snapshot').set(change).where('id', '=', row.id).execute();
  }
}
