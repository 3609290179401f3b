import { inactiveAfterDays } from '../../../lib/rules/support/ticket.ts';
import { DAY } from '../../../lib/time.ts';
import { writeSystemChange } from '../../core/changes.ts';
import type { JobHandler } from '../../jobs/jobs.ts';
import { toEntity } from './open.ts';

/** Marks answered tickets without a reply from the customer as inactive. A reply makes them active again. */
export const restTickets: JobHandler = async ({ now, newId, services: { store } }) => {
  const due = await store.reader
    .selectFrom('ticket')
    .select(['id', 'accountId'])
    .where('status', '=', 'answered')
    .where('updatedAt', '<=', now - inactiveAfterDays * DAY)
    .limit(500)
    .execute();
  for (const { id, accountId } of due)
    await store.write(`account:${accountId}`, async (tx) => {
      const row = await tx
        .updateTable('ticket')
        .set({ status: 'inactive' })
        .where('id', '=', id)
        // The customer may have replied in the meantime.
        .where('status', '=', 'answered')
        .where('updatedAt', '<=', now - inactiveAfterDays * DAY)
        .returningAll()
        .executeTakeFirst();
      if (!row) return;
      await writeSystemChange(
        tx,
        { now, newId },
        {
          kind: 'ticket.rest',
          group: 'ticket',
          accountId,
          action: 'update',
          entity: toEntity(row),
          before: { status: 'answered' },
          after: { status: 'inactive' },
        },
      );
    });
};
