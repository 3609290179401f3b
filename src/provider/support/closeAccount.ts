import type { AccountClosing } from '../core/registry.ts';
import { ownedTickets } from '../db/owned.ts';

/** Tickets with their messages, and messages of the contact form. */
export const closeSupport: AccountClosing = {
  async removes(db, account) {
    const tickets = await ownedTickets(db, account).select('ticket.id').execute();
    return [{ kind: 'tickets', count: tickets.length }];
  },
  async forget(tx, _ctx, { id }) {
    const { email } = await tx.selectFrom('user').select('email').where('id', '=', id).executeTakeFirstOrThrow();
    await tx.deleteFrom('ticket').where('accountId', '=', id).execute();
    await tx.deleteFrom('supportPlan').where('accountId', '=', id).execute();
    await tx.deleteFrom('contactMessage').where('email', '=', email).execute();
  },
};
