import type { z } from 'zod';
import { brand } from '../../../config/brand.ts';
import { publicOrigin } from '../../../config/env.ts';
import type { TicketOpening } from '../../../lib/contract/support/ticket.ts';
import type { SignedIn, Writing } from '../../core/implement.ts';
import { queueMail } from '../../core/outbox.ts';
import { consumeAttempt, type Limit } from '../../core/throttle.ts';
import { attachFiles } from '../../core/upload/upload.ts';
import type { StoredFile, TicketMessageRow, TicketRow, Tx } from '../../db/schema.ts';
import { attachDiagnostics } from './diagnostics.ts';
import { nextNumber, searchTextOf } from './store.ts';

/** Each message sends an email to the provider; people rarely write more. */
const perAccount: Limit = { name: 'ticket-message', max: 60, windowMs: 3_600_000 };
/** Counts a message of the account, or refuses with 429. Call it outside the transaction. */
export const allowMessage = (ctx: SignedIn): Promise<void> => consumeAttempt(ctx, [{ limit: perAccount, key: ctx.account.id }]);

export const toEntity = ({ id, number, title }: TicketRow) => ({ type: 'ticket', id, name: `#${number} ${title}` });

type Opening = Omit<z.output<typeof TicketOpening>, 'domainId' | 'serverId'> &
  Record<'domain' | 'server', { id: string; name: string } | null>;

/** Opens a ticket with its first message, in the transaction of the call. Department, service and subject are already validated. */
export async function openTicket(
  ctx: SignedIn,
  tx: Tx,
  log: Writing['log'],
  { title, departmentId, service, priority, message, attachments, diagnostics, domain, server }: Opening,
): Promise<TicketRow> {
  const number = await nextNumber(tx);
  const row: TicketRow = {
    id: ctx.newId(),
    accountId: ctx.account.id,
    number,
    title,
    searchText: searchTextOf({ number, title }),
    departmentId,
    service,
    domainId: domain?.id ?? null,
    domainName: domain?.name ?? null,
    serverId: server?.id ?? null,
    serverName: server?.name ?? null,
    priority,
    status: 'pending',
    createdAt: ctx.now,
    updatedAt: ctx.now,
    assignedTo: null,
    openedBy: ctx.user.id,
    hasDiagnostics: Boolean(diagnostics),
  };
  await tx.insertInto('ticket').values(row).execute();
  if (diagnostics) await attachDiagnostics(ctx, tx, row, diagnostics);
  await writeMessage(tx, ctx, row, message, attachments);
  const after = { title, department: departmentId, service, priority, status: row.status, ...(diagnostics && { diagnostics: true }) };
  await log({ action: 'create', entity: toEntity(row), ...(domain && { domainId: domain.id }), after });
  return row;
}

/** Adds a message of the customer with its files, and emails it to support. */
export async function writeMessage(
  tx: Tx,
  ctx: SignedIn,
  row: TicketRow,
  body: string,
  ids: readonly string[],
): Promise<{ message: TicketMessageRow; files: StoredFile[] }> {
  const { email } = ctx.user;
  const message: TicketMessageRow = {
    id: ctx.newId(),
    ticketId: row.id,
    author: 'customer',
    userId: ctx.user.id,
    authorName: email,
    body,
    isNote: false,
    createdAt: ctx.now,
    score: null,
    scoreNote: null,
  };
  await tx.insertInto('ticketMessage').values(message).execute();
  const files = await attachFiles(tx, ctx.account, { usage: 'ticket', ids, ownerId: row.id, partId: message.id });
  await queueMail(tx, ctx, {
    to: brand.contact.email,
    language: 'en',
    subject: 'mail:ticketWritten.subject',
    body: 'mail:ticketWritten.body',
    params: {
      number: String(row.number),
      title: row.title,
      email,
      priority: row.priority,
      subject: row.domainName ?? row.serverName ?? '–',
      message: body,
      link: `${publicOrigin(ctx.services.env)}/operator/tickets/${row.id}`,
    },
  });
  return { message, files };
}
