import type { Selectable } from 'kysely';
import { type DataExport, dataExport, exportsPerDay } from '../../../lib/contract/account/dataExport.ts';
import { DAY, iso } from '../../../lib/time.ts';
import { implement } from '../../core/implement.ts';
import { requireRecent } from '../../core/session/recent.ts';
import { download } from '../../core/upload/download.ts';
import type { Db, Tx } from '../../db/schema.ts';
import type { DataExportTable } from '../../db/tables/account/dataExport.ts';
import { startTask } from '../../jobs/tasks.ts';
import { refuse } from '../../kernel/refusal.ts';
import { accountJobs } from '../jobs.ts';

/** The usage of its file in `storedFile`. */
export const EXPORT_USAGE = 'dataExport';

type Row = Selectable<DataExportTable>;

const show = ({ id, status, createdAt, expiresAt }: Row, size: number | null): DataExport => ({
  id,
  status,
  createdAt: iso(createdAt),
  expiresAt: expiresAt === null ? null : iso(expiresAt),
  size,
});

/** Exports that haven't expired. */
const ownedExports = (db: Db | Tx, { id }: { id: string }, now: number) =>
  db
    .selectFrom('dataExport')
    .where('dataExport.accountId', '=', id)
    .where((e) => e.or([e('dataExport.expiresAt', 'is', null), e('dataExport.expiresAt', '>', now)]));

export const dataExportHandlers = implement(dataExport, {
  async list({ db, account, now }) {
    const rows = await ownedExports(db, account, now)
      .leftJoin('storedFile as file', (join) => join.onRef('file.ownerId', '=', 'dataExport.id').on('file.usage', '=', EXPORT_USAGE))
      .selectAll('dataExport')
      .select('file.size')
      .orderBy('dataExport.createdAt', 'desc')
      .orderBy('dataExport.id', 'desc')
      .execute();
    return { exports: rows.map(({ size, ...row }) => show(row, size)) };
  },

  create(ctx) {
    requireRecent(ctx);
    return ctx.write(async ({ tx, log }) => {
      const { account, now, services } = ctx;
      const recent = await tx
        .selectFrom('dataExport')
        .select('status')
        .where('accountId', '=', account.id)
        .where('createdAt', '>', now - DAY)
        .execute();
      if (recent.some(({ status }) => status === 'waiting')) refuse(409, 'dataExport:error.running');
      if (recent.length >= exportsPerDay) refuse(429, 'dataExport:error.tooMany', { params: { max: exportsPerDay } });
      const id = ctx.newId();
      const entity = { type: 'dataExport', id, name: ctx.user.email };
      const taskId = await startTask(tx, ctx, { accountId: account.id, kind: 'account.export', entity });
      const row: Row = { id, accountId: account.id, language: ctx.locale, status: 'waiting', taskId, createdAt: now, expiresAt: null };
      await tx.insertInto('dataExport').values(row).execute();
      await services.jobs.enqueue(tx, accountJobs.makeExport, { exportId: id });
      await log({ action: 'create', entity });
      return { export: show(row, null), taskId };
    });
  },

  async download({ db, account, now, services }, { exportId }) {
    const ready = await ownedExports(db, account, now)
      .select('dataExport.id')
      .where('dataExport.id', '=', exportId)
      .where('dataExport.status', '=', 'ready')
      .executeTakeFirst();
    const file =
      ready &&
      (await db
        .selectFrom('storedFile')
        .selectAll()
        .where('ownerId', '=', ready.id)
        .where('accountId', '=', account.id)
        .where('usage', '=', EXPORT_USAGE)
        .executeTakeFirst());
    return download(services.env, file ?? refuse(404, 'error:notFound'));
  },
});
