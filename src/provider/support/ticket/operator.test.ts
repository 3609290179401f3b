import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { stored } from '../../../../tests/support/stored.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { supportPlan } from '../../../lib/contract/support/supportPlan.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { replyHours } from '../../../lib/rules/support/plans.ts';
import { HOUR } from '../../../lib/time.ts';

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
  const entry = { accountId: null, actorName: demo.operator };
  expect(await stored(p, 'changeLog', { entityType: 'ticketAssignment' })).toMatchObject([entry, entry]);
  // Tickets can’t be assigned to customers.
  const { status, body } = await p.try(operatorTicket.assign, { ticketId, email: demo.email }, as);
  expect([status, body.code]).toEqual([422, 'operatorTicket:error.operator']);
});

test('the response time of the customer’s plan starts at the first unanswered message; a note isn’t an answer', async () => {
  const { p, as, token, dueOf } = await started();
  // The demo ticket was answered.
  expect(await dueOf()).toBeNull();
  const written = p.clock.now;
  await p.ok(ticket.reply, { ticketId, message: 'Still slow.' }, { token });
  p.clock.now += HOUR;
  await p.ok(ticket.reply, { ticketId, message: 'Any news?' }, { token });
  await p.ok(operatorTicket.reply, { ticketId, message: 'Looking.', isNote: true }, as);
  expect(await dueOf()).toBe(new Date(written + replyHours('included') * HOUR).toISOString());
  await p.ok(supportPlan.activate, { plan: 'business', period: 'month' }, { token });
  expect(await dueOf()).toBe(new Date(written + replyHours('business') * HOUR).toISOString());
  await p.ok(operatorTicket.reply, { ticketId, message: 'Solved.' }, as);
  expect(await dueOf()).toBeNull();
});

test('the list shows the most urgent first, and closed tickets separately', async () => {
  const { p, as, token } = await started();
  await p.ok(ticket.reply, { ticketId, message: 'Still slow.' }, { token });
  const open = (await p.ok(operatorTicket.list, { state: 'open' }, as)).tickets;
  expect(open.map(({ status }) => status)).not.toContain('closed');
  const due = open.map(({ dueAt }) => (dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(dueAt)));
  expect(due).toEqual([...due].sort((a, b) => a - b));
  expect(due.length).toBeGreaterThan(1);
  const closed = (await p.ok(operatorTicket.list, { state: 'closed' }, as)).tickets;
  expect(new Set(closed.map(({ status }) => status))).toEqual(new Set(['closed']));
});

test('templates are shared, replaced by name and deleted', async () => {
  const { p, as } = await started();
  const names = async () => (await p.ok(operatorTicket.options, {}, as)).templates.map(({ name, body }) => `${name}: ${body}`);
  const before = await names();
  await p.ok(operatorTicket.saveTemplate, { name: 'Thanks', body: 'Thank you.' }, as);
  const { template } = await p.ok(operatorTicket.saveTemplate, { name: 'Thanks', body: 'Thank you for waiting.' }, as);
  expect(await names()).toEqual([...before, 'Thanks: Thank you for waiting.'].sort());
  await p.ok(operatorTicket.deleteTemplate, { templateId: template.id }, as);
  expect(await names()).toEqual(before);
  expect((await p.try(operatorTicket.deleteTemplate, { templateId: template.id }, as)).status).toBe(404);
});
