import { createHash } from 'node:crypto';
import { zip } from 'fflate';
import { exportDays } from '../../../lib/contract/account/dataExport.ts';
import { isLocale } from '../../../lib/i18n/locales.ts';
import { DAY, iso } from '../../../lib/time.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { ExportFiles } from '../../core/registry.ts';
import { removeFile, saveFile } from '../../core/upload/receive.ts';
import type { Tx } from '../../db/schema.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { moveTask } from '../../jobs/tasks.ts';
import { markStale } from '../../live/stale.ts';
import type { accountJobs } from '../jobs.ts';
import { EXPORT_USAGE } from './dataExport.ts';

/** An export that hasn't succeeded after this time has failed. */
const ABANDON_MS = 3_600_000;
/** Columns with a time in epoch ms. */
const TIME = /(?:At|Until|Since|^time|^since)$/;

/** Database rows as people read them: times in ISO 8601, and JSON columns as values. */
function readable(name: string, value: unknown): unknown {
  if (typeof value === 'number' && TIME.test(name) && value > 0) return iso(value);
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value; // a text that begins with a bracket
  }
}

function pack(files: ExportFiles): Promise<Uint8Array> {
  const packed = Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path,
      content instanceof Uint8Array
        ? ([content, { level: 0 }] as const)
        : new TextEncoder().encode(`${JSON.stringify(content, readable, 2)}\n`),
    ]),
  ) as Parameters<typeof zip>[0]; // fflate’s type is a mutable tuple
  return new Promise((resolve, reject) => {
    zip(packed, { level: 6 }, (error, data) => (error ? reject(error) : resolve(data)));
  });
}

/** Collects the data of all lines, one after another, and keeps it as a ZIP file. Running again after it has finished does nothing. */
export const makeExport: JobHandler<typeof accountJobs.makeExport> = async (ctx, { exportId }) => {
  const { now, services } = ctx;
  const row = await services.store.reader.selectFrom('dataExport').selectAll().where('id', '=', exportId).executeTakeFirst();
  if (row?.status !== 'waiting') return;
  const { accountId, taskId } = row;
  const inAccount = <T>(work: (tx: Tx) => Promise<T>) => services.store.write(`account:${accountId}`, work);
  const files: Record<string, ExportFiles[string]> = {};
  try {
    for (const [place, line] of services.registry.lines.entries()) {
      const locale = isLocale(row.language) ? row.language : 'en';
      Object.assign(files, await line.exportData?.(ctx, { id: accountId }, locale));
      const percent = Math.round((90 * (place + 1)) / services.registry.lines.length);
      await inAccount((tx) => moveTask(tx, ctx, taskId, { status: 'running', percent }));
    }
    const content = await pack(files);
    const path = await saveFile(services.env, now, content);
    const isFirst = await inAccount((tx) => finish(tx, ctx, { exportId, accountId, taskId }, path, content));
    if (!isFirst) await removeFile(services.env, path);
  } catch (error) {
    if (now - row.createdAt < ABANDON_MS) throw error;
    services.log.error({ err: error, exportId }, 'data export failed');
    await inAccount(async (tx) => {
      await tx.updateTable('dataExport').set({ status: 'failed' }).where('id', '=', exportId).where('status', '=', 'waiting').execute();
      await moveTask(tx, ctx, taskId, { status: 'failed', message: 'dataExport:failed' });
      markStale(tx, accountId, 'dataExport', now);
    });
  }
};

/** @returns false if another run was faster, or the account is gone */
async function finish(
  tx: Tx,
  ctx: JobCtx,
  { exportId, accountId, taskId }: { exportId: string; accountId: string; taskId: string },
  path: string,
  content: Uint8Array,
): Promise<boolean> {
  const { now, newId } = ctx;
  const { numUpdatedRows } = await tx
    .updateTable('dataExport')
    .set({ status: 'ready', expiresAt: now + exportDays * DAY })
    .where('id', '=', exportId)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await tx
    .insertInto('storedFile')
    .values({
      id: newId(),
      accountId,
      usage: EXPORT_USAGE,
      draft: exportId,
      name: `nasim-data-${iso(now).slice(0, 10)}.zip`,
      mediaType: 'application/zip',
      size: content.length,
      hash: createHash('sha256').update(content).digest('hex'),
      path,
      createdAt: now,
      ownerId: exportId,
      partId: null,
    })
    .execute();
  await moveTask(tx, ctx, taskId, { status: 'done', percent: 100, message: 'dataExport:done' });
  await notifyOwner(tx, ctx, {
    accountId,
    event: 'account',
    type: 'success',
    title: 'dataExport:done',
    description: 'dataExport:doneText',
    link: '/account/privacy',
  });
  markStale(tx, accountId, 'dataExport', now);
  return true;
}

/** Deletes exports past their time. `upload.sweep` deletes files without a row. */
export async function deleteExpiredExports(tx: Tx, now: number): Promise<void> {
  const rows = await tx
    .selectFrom('dataExport')
    .select('id')
    // Without an end it has failed.
    .where((e) => e.or([e('expiresAt', '<=', now), e.and([e('expiresAt', 'is', null), e('createdAt', '<', now - exportDays * DAY)])]))
    .execute();
  if (rows.length === 0) return;
  const old = rows.map(({ id }) => id);
  await tx.deleteFrom('storedFile').where('usage', '=', EXPORT_USAGE).where('ownerId', 'in', old).execute();
  await tx.deleteFrom('dataExport').where('id', 'in', old).execute();
}
