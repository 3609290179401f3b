import type { Party } from '../../../lib/contract/finance/invoice.ts';
import type { Db, Tx } from '../../db/schema.ts';

/** The billing name and details of an account's invoices. */
export async function loadBuyer(db: Db | Tx, accountId: string): Promise<Party> {
  const { firstName, lastName, email } = await db
    .selectFrom('user')
    .select(['firstName', 'lastName', 'email'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return { name: [firstName, lastName].filter(Boolean).join(' ') || email, email };
}
