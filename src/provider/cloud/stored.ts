import { sql } from 'kysely';
import type { TKey } from '../../lib/i18n/keys.ts';
import { sumHours, supplyHours } from '../../lib/rules/cloud/rateHistory.ts';
import type { Rate } from '../../lib/rules/cloud/rates.ts';
import { GB } from '../../lib/rules/cloud/space/limits.ts';
import { HOUR } from '../../lib/time.ts';
import type { Suspension } from '../core/registry.ts';
import type { Work } from '../core/services.ts';
import type { Db, SnapshotRow, Tx } from '../db/schema.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import { accrue } from './accrue.ts';
import type { BackupRow } from './backup/store.ts';
import type { Cost, CostsAccount } from './cost.ts';
import { rateHistory } from './prices.ts';

/* What backups and snapshots share: stored bytes are charged by the hour, except while the account is suspended. */

/** Micro-mills for an hour of stored bytes, rounded down; exact for any size. @param rate of a gigabyte */
const hourly = (bytes: number, rate: Rate): number => Number((BigInt(bytes) * BigInt(rate)) / BigInt(GB));

interface Rows {
  backup: BackupRow;
  snapshot: SnapshotRow;
}

export interface StoredKind<T extends keyof Rows> {
  table: T;
  /** The text of its ledger entries, with `name`. */
  usage: TKey;
  /** The IDs of those that something else pays for. */
  included?(db: Db | Tx, rows: readonly Rows[T][]): Promise<ReadonlySet<string>>;
}

export interface StoredMeter<T extends keyof Rows> {
  /** Charges the started hours that weren't charged yet, each once, however late or often it runs. */
  charge(tx: Tx, ids: Pick<Work, 'now' | 'newId'>, row: Rows[T]): Promise<void>;
  /** The job that charges all of them. */
  meter: JobHandler;
  /** What they cost. */
  costs(db: Db | Tx, account: CostsAccount): Promise<Cost[]>;
  /** Stops charging; what is stored remains. Each reason is recorded, so that the last one ends it. */
  suspend(tx: Tx, ctx: Work, target: Suspension): Promise<void>;
  /** The hours of the stop aren't charged. */
  restore(tx: Tx, ctx: Work, target: Suspension): Promise<void>;
}

/** The charges of one kind of stored data. */
export function storedMeter<T extends keyof Rows>({ table, usage, included = async () => new Set() }: StoredKind<T>): StoredMeter<T> {
  // Both tables have the columns that are used here; the compiler doesn't select from a table of a variable name.
  const name = table as 'backup';
  const asRow = (row: BackupRow) => row as unknown as Rows[T];
  const charged = (db: Db | Tx) => db.selectFrom(name).where('status', '=', 'ready').where('stops', '=', sql.val([]));
  const ofAccount = (tx: Tx, accountId: string) => tx.selectFrom(name).selectAll().where('accountId', '=', accountId).execute();

  async function charge(tx: Tx, ids: Pick<Work, 'now' | 'newId'>, row: Rows[T]): Promise<void> {
    const hours = Math.max(0, Math.ceil((ids.now - row.meteredUntil) / HOUR));
    if (hours === 0 || row.status !== 'ready' || row.size === null || row.stops.length > 0) return;
    const { size, meteredUntil } = row;
    const isIncluded = (await included(tx, [row])).has(row.id);
    const ratesAt = await rateHistory(tx);
    const inGigabytes = { unit: 'gigabyteHour', perHour: size / GB } as const;
    await accrue(tx, ids, {
      table,
      row,
      microMills: isIncluded ? 0 : sumHours(ratesAt, meteredUntil, hours, ({ unit }) => hourly(size, unit[table])),
      supplies: isIncluded ? [] : supplyHours(ratesAt, meteredUntil, hours, ({ unit }) => unit[table], inGigabytes),
      until: meteredUntil + hours * HOUR,
      usage,
    });
  }

  return {
    charge,

    async meter(ctx) {
      const due = await charged(ctx.services.store.reader)
        .select(['id', 'accountId'])
        .where('meteredUntil', '<', ctx.now)
        .orderBy('id')
        .execute();
      for (const { id, accountId } of due) {
        ctx.leaving.throwIfAborted();
        await ctx.services.store.write(`account:${accountId}`, async (tx) => {
          const row = await tx.selectFrom(name).selectAll().where('id', '=', id).executeTakeFirst();
          if (row) await charge(tx, ctx, asRow(row));
        });
      }
    },

    async costs(db, account) {
      const rows = await charged(db)
        .selectAll()
        .$if(account !== null, (query) => query.where('accountId', '=', account?.id ?? ''))
        .orderBy('name')
        .execute();
      const free = await included(db, rows.map(asRow));
      return rows
        .filter(({ id }) => !free.has(id))
        .map(({ accountId, name, size }): Cost => ({ accountId, name, rateAt: ({ unit }) => hourly(size ?? 0, unit[table]) }));
    },

    async suspend(tx, ctx, { accountId, reason, domainId }) {
      if (domainId !== undefined) return;
      for (const row of await ofAccount(tx, accountId)) {
        if (row.stops.includes(reason)) continue;
        await charge(tx, ctx, asRow(row));
        await tx
          .updateTable(name)
          .set({ stops: [...row.stops, reason] })
          .where('id', '=', row.id)
          .execute();
      }
    },

    async restore(tx, ctx, { accountId, reason, domainId }) {
      if (domainId !== undefined) return;
      for (const row of await ofAccount(tx, accountId)) {
        if (!row.stops.includes(reason)) continue;
        const stops = row.stops.filter((one) => one !== reason);
        const meteredUntil = stops.length === 0 ? Math.max(row.meteredUntil, ctx.now) : row.meteredUntil;
        await tx.updateTable(name).set({ stops, meteredUntil }).where('id', '=', row.id).execute();
      }
    },
  };
}
