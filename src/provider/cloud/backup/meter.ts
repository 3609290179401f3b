import { key } from '../../../lib/i18n/key.ts';
import { unitRates } from '../../../lib/rules/cloud/rates.ts';
import { GB } from '../../../lib/rules/cloud/space/limits.ts';
import { book } from '../../core/ledger/ledger.ts';
import type { SuspendCtx, Suspension } from '../../core/manifest.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { HOUR } from '../server/meter.ts';
import { toMills } from '../server/rate.ts';
import { type BackupRow, hasOption } from './store.ts';

const MILL = 1_000_000;

/** Micro-mills for an hour of stored bytes, rounded down; exact for any size. */
const hourly = (bytes: number): number => Number((BigInt(bytes) * BigInt(unitRates.backup)) / BigInt(GB));

/** Whether a backup is covered by its server's backup option. */
async function isIncluded(tx: Db | Tx, { isScheduled, sourceKind, sourceId }: BackupRow): Promise<boolean> {
  if (isScheduled === 0 || sourceKind !== 'server') return false;
  const server = await tx.selectFrom('server').select('settings').where('id', '=', sourceId).executeTakeFirst();
  return server !== undefined && hasOption(server);
}

/** Charges the started hours that weren't charged yet, each once, however late or often it runs; as for volumes. */
export async function chargeBackup(tx: Tx, ids: { now: number; newId(): string }, row: BackupRow): Promise<void> {
  const hours = Math.max(0, Math.ceil((ids.now - row.meteredUntil) / HOUR));
  if (hours === 0 || row.status !== 'ready' || row.size === null || row.stops !== '[]') return;
  const accrued = row.carry + ((await isIncluded(tx, row)) ? 0 : hours * hourly(row.size));
  const amount = Math.floor(accrued / MILL);
  const meteredUntil = row.meteredUntil + hours * HOUR;
  await tx
    .updateTable('backup')
    .set({ meteredUntil, carry: accrued - amount * MILL })
    .where('id', '=', row.id)
    .execute();
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
    if (row.stops === '[]' && !(await isIncluded(db, row))) costs.push({ name: row.name, perDay: toMills(hourly(row.size ?? 0) * 24) });
  return costs;
}

type Reason = Suspension['reason'];
const reasonsOf = ({ stops }: BackupRow) => JSON.parse(stops) as Reason[]; // as the functions below write it

/** Stops charging for the backups of an account, which are kept. Each reason is recorded, so that the last one ends it. */
export async function suspendBackups(tx: Tx, ctx: SuspendCtx, { accountId, reason, domainId }: Suspension): Promise<void> {
  if (domainId !== undefined) return;
  for (const row of await tx.selectFrom('backup').selectAll().where('accountId', '=', accountId).execute()) {
    const reasons = reasonsOf(row);
    if (reasons.includes(reason)) continue;
    await chargeBackup(tx, ctx, row);
    const stops = JSON.stringify([...reasons, reason]);
    await tx.updateTable('backup').set({ stops }).where('id', '=', row.id).execute();
  }
}

/** The hours of the stop aren't charged. */
export async function restoreBackups(tx: Tx, ctx: SuspendCtx, { accountId, reason, domainId }: Suspension): Promise<void> {
  if (domainId !== undefined) return;
  for (const row of await tx.selectFrom('backup').selectAll().where('accountId', '=', accountId).execute()) {
    const reasons = reasonsOf(row);
    if (!reasons.includes(reason)) continue;
    const left = reasons.filter((one) => one !== reason);
    const meteredUntil = left.length === 0 ? Math.max(row.meteredUntil, ctx.now) : row.meteredUntil;
    await tx
      .updateTable('backup')
      .set({ stops: JSON.stringify(left), meteredUntil })
      .where('id', '=', row.id)
      .execute();
  }
}
