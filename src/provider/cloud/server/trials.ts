import { writeSystemChange } from '../../core/changes.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { begin } from './act.ts';
import { trialEnd } from './resize.ts';
import { toEntity } from './server.ts';

/** Keeps the new size of resizes whose trial has ended. A trial from before there was an end gets one. */
export const endTrials: JobHandler = async (ctx) => {
  const found = await ctx.services.store.reader
    .selectFrom('server')
    .select(['id', 'accountId'])
    .where('previousSize', 'is not', null)
    .orderBy('id')
    .execute();
  for (const { id, accountId } of found) {
    ctx.leaving.throwIfAborted();
    await ctx.services.store.write(`account:${accountId}`, async (tx) => {
      const row = await tx.selectFrom('server').selectAll().where('id', '=', id).executeTakeFirst();
      const trial = row?.previousSize;
      if (!trial) return;
      if (trial.until === undefined) {
        const previousSize = { ...trial, until: trialEnd(ctx.now) };
        await tx.updateTable('server').set({ previousSize }).where('id', '=', id).execute();
      } else if (trial.until <= ctx.now && row.state === 'resized') {
        const begun = await begin(tx, ctx, row, 'confirmResize', { previousSize: null }, { isSystem: true });
        await writeSystemChange(tx, ctx, {
          kind: 'server.trials',
          group: 'server',
          accountId,
          action: 'update',
          entity: toEntity(row),
          before: { state: row.state },
          after: { state: begun.row.state, did: 'confirmResize' },
        });
      }
    });
  }
};
