import type { ExportFiles } from '../../core/registry.ts';
import { ownedTickets } from '../../db/owned.ts';
import type { JobCtx } from '../../jobs/jobs.ts';
import type { Account } from '../../kernel/account.ts';

/** Tickets with their messages. Internal notes of support are not the customer's. */
export async function exportTickets(ctx: JobCtx, account: Account): Promise<ExportFiles> {
  const db = ctx.services.store.reader;
  const tickets = await ownedTickets(db, account)
    .select(['id', 'number', 'title', 'departmentId', 'service', 'domainName', 'serverName', 'priority', 'status', 'createdAt'])
    .orderBy('number')
    .execute();
  const messages = await ownedTickets(db, account)
    .innerJoin('ticketMessage as message', 'message.ticketId', 'ticket.id')
    .select(['message.id', 'message.ticketId', 'message.author', 'message.body', 'message.createdAt', 'message.score', 'message.scoreNote'])
    .where('message.isNote', '=', false)
    .orderBy('message.createdAt')
    .orderBy('message.id')
    .execute();
  const attachments = await db
    .selectFrom('storedFile')
    .select(['partId', 'name', 'size', 'createdAt'])
    .where('accountId', '=', account.id)
    .where('usage', '=', 'ticket')
    .execute();
  return {
    'tickets.json': tickets.map(({ id, ...ticket }) => ({
      ...ticket,
      messages: messages
        .filter(({ ticketId }) => ticketId === id)
        .map(({ id: messageId, ticketId: _, ...message }) => ({
          ...message,
          attachments: attachments.filter(({ partId }) => partId === messageId).map(({ partId: __, ...file }) => file),
        })),
    })),
  };
}
