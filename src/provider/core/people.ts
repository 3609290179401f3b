import type { Insertable, Updateable } from 'kysely';
import { folded } from '../../lib/format/fold.ts';
import type { Tx } from '../db/schema.ts';
import type { UserTable } from '../db/tables/core/user.ts';

/** What an operator finds a customer by. */
const searchTextOf = (row: { email: string; firstName: string; lastName: string; legalName?: string | undefined }): string =>
  folded(`${row.email}\n${row.firstName} ${row.lastName}\n${row.legalName ?? ''}`);

/** Adds a user. */
export const insertUser = (tx: Tx, row: Omit<Insertable<UserTable>, 'searchText'>) =>
  tx
    .insertInto('user')
    .values({ ...row, searchText: searchTextOf(row) })
    .execute();

/** Changes the address or the names of a user, and with them what operators find them by. */
export async function updatePerson(tx: Tx, id: string, columns: Omit<Updateable<UserTable>, 'searchText'>): Promise<void> {
  const user = await tx
    .updateTable('user')
    .set(columns)
    .where('id', '=', id)
    .returning(['email', 'firstName', 'lastName', 'legalName'])
    .executeTakeFirst();
  if (user)
    await tx
      .updateTable('user')
      .set({ searchText: searchTextOf(user) })
      .where('id', '=', id)
      .execute();
}
