import { oneDayHours } from '../../../lib/rules/cloud/order.ts';
import { HOUR } from '../../../lib/time.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';
import type { Work } from '../../core/services.ts';
import type { ServerRow, Tx } from '../../db/schema.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { cloudJobs } from '../jobs.ts';
import { begin } from '../server/index.ts';

/** How long before the end its owner is notified. */
const NOTICE_HOURS = 2;

/** Schedules the notices of a one-day server, in the transaction that creates it. */
export const scheduleNotices = (tx: Tx, { now, services }: Pick<Work, 'now' | 'services'>, { id }: Pick<ServerRow, 'id'>): Promise<void> =>
  services.jobs.enqueue(tx, cloudJobs.watchOneDay, { serverId: id }, { runAt: now + (oneDayHours - NOTICE_HOURS) * HOUR });

/**
 * Notifies the owner of a one-day server before its end, and removes it at its end. Runs once for each; a server removed
 * before gets neither.
 */
export const watchOneDay: JobHandler<typeof cloudJobs.watchOneDay> = async (ctx, { serverId }) => {
  const found = await ctx.services.store.reader.selectFrom('server').select('accountId').where('id', '=', serverId).executeTakeFirst();
  if (!found) return;
  await ctx.services.store.write(`account:${found.accountId}`, async (tx) => {
    const row = await tx.selectFrom('server').selectAll().where('id', '=', serverId).executeTakeFirst();
    if (!row || row.expiresAt === null) return;
    const isOver = row.expiresAt <= ctx.now;
    if (!isOver) await ctx.services.jobs.enqueue(tx, cloudJobs.watchOneDay, { serverId }, { runAt: row.expiresAt });
    else if (row.state !== 'removing') await begin(tx, ctx, row, 'delete', {}, { isSystem: true });
    await notifyOwner(tx, ctx, {
      accountId: row.accountId,
      event: 'serverState',
      type: isOver ? 'message' : 'warning',
      title: isOver ? 'serverOrder:oneDay.endedTitle' : 'serverOrder:oneDay.soonTitle',
      description: isOver ? 'serverOrder:oneDay.endedText' : 'serverOrder:oneDay.soonText',
      params: { name: row.name, hours: NOTICE_HOURS },
      link: isOver ? '/servers' : `/servers/${row.id}`,
    });
  });
};
