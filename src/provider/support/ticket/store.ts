import { sql } from 'kysely';
import { folded } from '../../../lib/format/fold.ts';
import { contains } from '../../db/contains.ts';
import { ownedTickets } from '../../db/owned.ts';
import type { Db, StoredFile, TicketRow, Tx } from '../../db/schema.ts';
import type { Account } from '../../kernel/account.ts';
import { refuse } from '../../kernel/refusal.ts';

/** The caller's ticket; another one is refused like an unknown one. */
export const ownedTicket = async (db: Db | Tx, account: Account, ticketId: string): Promise<TicketRow> =>
  (await ownedTickets(db, account).selectAll().where('id', '=', ticketId).executeTakeFirst()) ?? refuse(404, 'error:notFound');

/** What `matches` finds a ticket by. */
export const searchTextOf = ({ number, title }: Pick<TicketRow, 'number' | 'title'>): string => folded(`${number}\n${title}`);

/** Matches tickets by `#1042` or part of the title. */
export const matches = (q: string) => contains(sql.ref('ticket.searchText'), folded(q.trim()).replace(/^#/, ''));

/** The next number. The row is locked until the commit, so two tickets never share one. */
export async function nextNumber(tx: Tx): Promise<number> {
  const { value } = await tx
    .updateTable('ticketCounter')
    .set((e) => ({ value: e('value', '+', 1) }))
    .where('name', '=', 'ticket')
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

/** The files of a ticket's messages. */
export const loadTicketFiles = (db: Db | Tx, ticketId: string): Promise<StoredFile[]> =>
  db.selectFrom('storedFile').selectAll().where('ownerId', '=', ticketId).orderBy('id').execute();

/** A file sent in a ticket. The caller must check access. */
export const selectAttachment = (db: Db, fileId: string) =>
  db.selectFrom('storedFile').selectAll().where('id', '=', fileId).where('usage', '=', 'ticket').where('ownerId', 'is not', null);
