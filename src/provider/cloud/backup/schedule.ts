import type { Selectable } from 'kysely';
import type { BackupSchedule } from '../../../lib/contract/cloud/backup.ts';
import { type BackupPlan, defaultPlan, nextType, nextWindow, windowHours } from '../../../lib/rules/cloud/backup.ts';
import { HOUR, iso } from '../../../lib/time.ts';
import { writeSystemChange } from '../../core/changes.ts';
import { notify } from '../../core/notification/notify.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { BackupScheduleTable } from '../../db/tables/cloud/backup.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { createBackup } from './create.ts';
import { findSource, isSourceBusy, loadBackups, type Source, toEntity } from './store.ts';

export type ScheduleRow = Selectable<BackupScheduleTable>;

export const loadSchedule = (db: Db | Tx, sourceId: string): Promise<ScheduleRow | undefined> =>
  db.selectFrom('backupSchedule').selectAll().where('sourceId', '=', sourceId).executeTakeFirst();

export const showSchedule = (row: ScheduleRow | undefined): BackupSchedule => {
  const { every, weekday, hour, keep, fullEvery } = row ?? defaultPlan;
  return { every, weekday, hour, keep, fullEvery, enabled: row !== undefined, nextAt: row ? iso(row.nextAt) : null };
};

/** Turns scheduled backups on, or changes them. The server's rate is the caller's. */
export async function putSchedule(tx: Tx, now: number, { kind, row }: Source, plan: BackupPlan): Promise<ScheduleRow> {
  const { every, weekday, hour, keep, fullEvery } = plan;
  const values = { every, weekday, hour, keep, fullEvery, nextAt: nextWindow(now, plan) };
  const schedule = { sourceId: row.id, accountId: row.accountId, sourceKind: kind, ...values };
  await tx
    .insertInto('backupSchedule')
    .values(schedule)
    .onConflict((conflict) => conflict.column('sourceId').doUpdateSet(values))
    .execute();
  return schedule;
}

/**
 * Takes the backups whose window has started. A busy source is retried until the window ends; a window that was missed,
 * for example while the process was down, is reported to the owner and not caught up.
 */
export const runSchedules: JobHandler = async (ctx) => {
  const due = await ctx.services.store.reader
    .selectFrom('backupSchedule')
    .selectAll()
    .where('nextAt', '<=', ctx.now)
    .orderBy('sourceId')
    .execute();
  for (const { sourceId, accountId } of due) {
    ctx.leaving.throwIfAborted();
    await ctx.services.store.write(`account:${accountId}`, (tx) => runSchedule(tx, ctx, sourceId));
  }
};

async function runSchedule(tx: Tx, ctx: JobCtx, sourceId: string): Promise<void> {
  const schedule = await loadSchedule(tx, sourceId);
  // Of two runs at once, the second finds the next window.
  if (!schedule || schedule.nextAt > ctx.now) return;
  const account = { id: schedule.accountId };
  const source = await findSource(tx, account, schedule.sourceKind === 'server' ? { serverId: sourceId } : { volumeId: sourceId });
  if (!source || source.row.state === 'removing') {
    await tx.deleteFrom('backupSchedule').where('sourceId', '=', sourceId).execute();
    return;
  }
  const moveOn = () =>
    tx
      .updateTable('backupSchedule')
      .set({ nextAt: nextWindow(ctx.now, schedule) })
      .where('sourceId', '=', sourceId)
      .execute();
  const isOver = ctx.now >= schedule.nextAt + windowHours * HOUR;
  if (!isOver && isSourceBusy(source)) return;
  await moveOn();
  if (source.row.suspendedAt !== null) return;
  if (isOver) return notifyMissed(tx, ctx, source, 'backup:missed.late');
  const ready = (await loadBackups(tx, account)).filter((one) => one.sourceId === sourceId && one.status === 'ready');
  const type = nextType(ready, schedule.fullEvery);
  const name = `auto-${iso(ctx.now).slice(0, 16).replace('T', '-').replace(':', '')}`;
  try {
    const { row } = await createBackup(tx, { ...ctx, account, user: null }, source, { name, description: '', type, isScheduled: true });
    await writeSystemChange(tx, ctx, {
      kind: 'backup.schedule',
      group: 'backup',
      accountId: account.id,
      action: 'create',
      entity: toEntity(row),
      after: { name, type },
    });
  } catch (error) {
    // Refusals are thrown before anything is written.
    if (!(error instanceof Refusal)) throw error;
    await notifyMissed(tx, ctx, source, error.code);
  }
}

async function notifyMissed(tx: Tx, ctx: JobCtx, { kind, row }: Source, reason: Refusal['code']): Promise<void> {
  ctx.services.log.warn({ source: row.id, reason }, 'backup scheduler skipped a backup');
  await notify(tx, ctx, {
    accountId: row.accountId,
    event: 'serverState',
    type: 'warning',
    title: 'backup:missed.title',
    description: reason === 'backup:missed.late' ? reason : 'backup:missed.refused',
    params: { name: row.name },
    link: kind === 'server' ? `/servers/${row.id}/backups` : '/servers/backups',
  });
}
