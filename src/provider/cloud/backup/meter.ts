import { key } from '../../../lib/i18n/key.ts';
import { unitRates } from '../../../lib/rules/cloud/rates.ts';
import { book } from '../../core/ledger/ledger.ts';
import type { SuspendCtx, Suspension } from '../../core/manifest.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { HOUR } from '../server/meter.ts';
import { toMills } from '../server/rate.ts';
import { accrued, hourly, restarted, startedHours, stopped } from '../stored.ts';
import { type BackupRow, hasOption } from './store.ts';

/** Whether a backup is covered by its server's backup option. */
async function isIncluded(tx: Db | Tx, { isScheduled, sourceKind, sourceId }: BackupRow): Promise<boolean> {
  if (isScheduled === 0 || sourceKind !== 'server') return false;
  const server = await tx.selectFrom('server').select('settings').where('id', '=', sourceId).executeTakeFirst();
  return server !== undefined && hasOption(server);
}

/** Charges the started hours that weren't charged yet, each once, however late or often it runs; as for volumes. */
export async function chargeBackup(tx: Tx, ids: { now: number; newId(): string }, row: BackupRow): Promise<void> {
  const hours = startedHours(row.meteredUntil, ids.now);
  if (hours === 0 || row.status !== 'ready' || row.size === null || row.stops !== '[]') return;
  const { amount, carry } = accrued(row, (await isIncluded(tx, row)) ? 0 : hours * hourly(row.size, unitRates.backup));
  const meteredUntil = row.meteredUntil + hours * HOUR;
  await tx.updateTable('backup').set({ meteredUntil, carry }).where('id', '=', row.id).execute();
  if (amount === 0) return;
  await book(tx, ids, {
    kind: 'usage',
    from: { wallet: row.accountId },
    to: 'revenue',
    amount,
    description: { key: key('backup:ledger.usage'), params: { name: row.name } },
    reference: `backup:${row.id}:${meteredUntil}`,
  });
}

/** Charges the hours of every backup. */
export const meterBackups: JobHandler = async (ctx) => {
  const due = await ctx.store.reader
    .selectFrom('backup')
    .select(['id', 'accountId'])
    .where('meteredUntil', '<', ctx.now)
    .where('status', '=', 'ready')
    .where('stops', '=', '[]')
    .orderBy('id')
    .execute();
  for (const { id, accountId } of due) {
    ctx.leaving.throwIfAborted();
    await ctx.store.write(`account:${accountId}`, async (tx) => {
      const row = await tx.selectFrom('backup').selectAll().where('id', '=', id).executeTakeFirst();
      if (row) await chargeBackup(tx, ctx, row);
    });
  }
};

/** The current cost of an account's backups, in mills per day. */
export async function backupCosts(db: Db, account: { id: string }): Promise<{ name: string; perDay: number }[]> {
  const rows = await db.selectFrom('backup').selectAll().where('accountId', '=', account.id).where('status', '=', 'ready').execute();
  const costs: { name: string; perDay: number }[] = [];
  for (const row of rows)
    if (row.stops === '[]' && !(await isIncluded(db, row)))
      costs.push({ name: row.name, perDay: toMills(hourly(row.size ?? 0, unitRates.backup) * 24) });
  return costs;
}

/** Stops charging for the backups of an account, which are kept. Each reason is recorded, so that the last one ends it. */
export async function suspendBackups(tx: Tx, ctx: SuspendCtx, { accountId, reason, domainId }: Suspension): Promise<void> {
  if (domainId !== undefined) return;
  for (const row of await tx.selectFrom('backup').selectAll().where('accountId', '=', accountId).execute()) {
    const stops = stopped(row, reason);
    if (stops === null) continue;
    await chargeBackup(tx, ctx, row);
    await tx.updateTable('backup').set({ stops }).where('id', '=', row.id).execute();
  }
}

/** The hours of the stop aren't charged. */
export async function restoreBackups(tx: Tx, ctx: SuspendCtx, { accountId, reason, domainId }: Suspension): Promise<void> {
  if (domainId !== undefined) return;
  for (const row of await tx.selectFrom('backup').selectAll().where('accountId', '=', accountId).execute()) {
    const change = restarted(row, reason, ctx.now);
    if (change) await tx.updateTable('backup').set(change).where('id', '=', row.id).execute();
  }
}
