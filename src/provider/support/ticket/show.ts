import type { Ticket, TicketMessage } from '../../../lib/contract/support/ticket.ts';
import { renderMarkdown } from '../../../lib/rules/core/markdown.ts';
import { iso } from '../../../lib/time.ts';
import type { StoredFile, TicketMessageRow, TicketRow } from '../../db/schema.ts';
import type { TopicTitles } from '../department/index.ts';

export function showTicket(row: TicketRow, titlesOf: TopicTitles): Ticket {
  const titles = titlesOf(row.departmentId, row.service);
  return {
    id: row.id,
    number: row.number,
    title: row.title,
    department: { id: row.departmentId, title: titles.department },
    service: { id: row.service, title: titles.service },
    domain: row.domainName === null ? null : { id: row.domainId, name: row.domainName },
    server: row.serverName === null ? null : { id: row.serverId, name: row.serverName },
    hasDiagnostics: row.hasDiagnostics,
    priority: row.priority,
    status: row.status,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  };
}

/** A message as shown to the customer. Never use it for a note. */
export const showMessage = (row: TicketMessageRow, files: readonly StoredFile[] = []): TicketMessage => ({
  id: row.id,
  author: row.author,
  name: row.author === 'support' ? '' : row.authorName,
  html: renderMarkdown(row.body),
  createdAt: iso(row.createdAt),
  rating: row.score && { score: row.score, note: row.scoreNote ?? '' },
  attachments: files
    .filter(({ partId }) => partId === row.id)
    .map(({ id, name, mediaType, size }) => ({ id, name, type: mediaType, size: Number(size) })),
});
