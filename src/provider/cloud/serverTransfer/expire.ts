import { writeSystemChange } from '../../core/changes.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { notifyTransferOwner } from './notices.ts';
import { toEntity } from './rows.ts';

/** Ends the offers that nobody accepted in time, and notifies their owners. */
export const expireTransfers: JobHandler = async (ctx) => {
  const due = await ctx.services.store.reader
    .selectFrom('serverTransfer')
    .select(['id', 'accountId'])
    .where('expiresAt', '<=', ctx.now)
    .orderBy('id')
    .execute();
  for (const { id, accountId } of due) {
    ctx.leaving.throwIfAborted();
    await ctx.services.store.write(`account:${accountId}`, async (tx) => {
      const row = await tx.deleteFrom('serverTransfer').where('id', '=', id).returningAll().executeTakeFirst();
      if (!row) return;
      const server = await tx.selectFrom('server').select(['id', 'name']).where('id', '=', row.serverId).executeTakeFirstOrThrow();
      await notifyTransferOwner(tx, ctx, row, server.name, 'expired');
      await writeSystemChange(tx, ctx, {
        kind: 'serverTransfer.expire',
        group: 'serverTransfer',
        accountId,
        action: 'delete',
        entity: toEntity(server),
        before: { email: row.email },
      });
    });
  }
};
