import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';

const { ticketId } = demo;

async function started() {
  const p = await startProvider();
  const as = { token: await p.signInOperator() };
  const token = await p.signIn();
  const dueOf = async () => (await p.ok(operatorTicket.messages, { ticketId }, as)).ticket.dueAt;
  return { p, as, token, dueOf };
}

test('a ticket is assigned to an operator and unassigned, and the customer can’t see it', async () => {
  const { p, as, token } = await started();
  const assign = (email: string | null) => p.ok(operatorTicket.assign, { ticketId, email }, as);
  expect((await assign(demo.operator.toUpperCase())).ticket.assignee?.email).toBe(demo.operator);
  const own = (await p.try(ticket.get, { ticketId }, { token })).body;
  expect(JSON.stringify(own)).not.toContain(demo.operator);
  expect((await assign(null)).ticket.assignee).toBeNull();
  const entries = await p.store.reader
    .selectFrom('changeLog')
    .select(['accountId', 'actorName'])
    .where('entityType', '=', 'ticketAssignment')
    .execute();
  expect(entries).toEqual(Array(2).fill({ accountId: null, actorName: demo.operator }));
  // Tickets can’t be assigned to customers.
  const { status, body } = await p.try(operatorTicket.assign, { ticketId, email: demo.email }, as);
  expect([status, body.code]).toEqual([422, 'operatorTicket:error.operator']);
});
