import { demo } from '../../src/lib/contract/fields.ts';
import { ticket } from '../../src/lib/contract/support/ticket.ts';
import { startProvider } from './provider.ts';

const { ticketId } = demo;
export async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const operator = await p.signInOperator();
  const open = (more: object = {}) =>
    p.ok(
      ticket.create,
      { title: 'The site is slow', departmentId: 'technical', service: 'cdn', message: 'Since **noon**.', ...more },
      { token },
    );
  const statusOf = async (id: string) => (await p.ok(ticket.get, { ticketId: id }, { token })).ticket.status;
  const set = (status: string, id: string = ticketId) =>
    p.store.write('t', (tx) =>
      tx
        .updateTable('ticket')
        .set({ status: status as 'pending' })
        .where('id', '=', id)
        .execute(),
    );
  return { p, token, operator, open, statusOf, set };
}
