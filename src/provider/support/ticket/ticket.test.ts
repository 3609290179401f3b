import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { stored, updateStored } from '../../../../tests/support/stored.ts';
import { brand } from '../../../config/brand.ts';
import type { Output } from '../../../lib/contract/call.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { operatorTransitions, ticketStatuses } from '../../../lib/rules/support/ticket.ts';
import { DAY } from '../../../lib/time.ts';
import { supportJobs } from '../jobs.ts';

const { ticketId, closedTicketId, replyId } = demo;

async function started() {
  const { p, token } = await signedIn();
  const operator = await p.signInOperator();
  const form = { title: 'The site is slow', departmentId: 'technical', service: 'cdn', message: 'Since **noon**.' };
  const open = (more: object = {}) => p.ok(ticket.create, { ...form, ...more }, { token });
  const statusOf = async (id: string) => (await p.ok(ticket.get, { ticketId: id }, { token })).ticket.status;
  return { p, token, operator, open, statusOf };
}

test('a ticket is opened with a number, emailed to support, and goes through its states', async () => {
  const { p, token, operator, open, statusOf } = await started();
  const { ticket: made } = await open({ domainId: demo.domainId, priority: 'high' });
  expect(made).toMatchObject({
    number: 1004,
    status: 'pending',
    priority: 'high',
    department: { id: 'technical', title: 'Technical' },
    service: { id: 'cdn', title: 'CDN and caching' },
    domain: { id: demo.domainId, name: 'parvaz.example' },
  });
  expect(await p.lastMail(brand.contact.email)).toMatchObject({
    subject: 'Ticket #1004: The site is slow',
    body: expect.stringContaining('Since **noon**.'),
  });
  const reply = (message: string) => p.ok(ticket.reply, { ticketId: made.id, message }, { token });
  const answer = () => p.ok(operatorTicket.reply, { ticketId: made.id, message: 'We are looking into it.' }, { token: operator });
  // A reply to a waiting ticket doesn't change its state.
  expect((await reply('And one more thing.')).ticket.status).toBe('pending');
  await answer();
  expect(await statusOf(made.id)).toBe('answered');
  expect((await reply('It still happens.')).ticket.status).toBe('active');
  await answer();
  p.clock.now += 8 * DAY;
  await runJobs(p, supportJobs.restTickets);
  const later = await p.signIn();
  const at = { token: later };
  expect((await p.ok(ticket.get, { ticketId: made.id }, at)).ticket.status).toBe('inactive');
  expect((await p.ok(ticket.reply, { ticketId: made.id, message: 'Back again.' }, at)).ticket.status).toBe('active');
  expect((await p.ok(ticket.close, { ticketId: made.id }, at)).ticket.status).toBe('closed');
  expect((await p.ok(ticket.list, { state: 'closed' }, at)).tickets[0]?.id).toBe(made.id);
  expect((await p.ok(ticket.reopen, { ticketId: made.id }, at)).ticket.status).toBe('active');
  const { messages, nextCursor } = await p.ok(ticket.messages, { ticketId: made.id }, at);
  expect([messages.map(({ author }) => author), nextCursor]).toEqual([
    ['customer', 'customer', 'support', 'customer', 'support', 'customer'],
    null,
  ]);
  expect(messages[0]?.html).toBe('<p dir="auto">Since <strong>noon</strong>.</p>');
});

test('an answer sends a notification and an email from support, and is audited as the operator’s', async () => {
  const { p, token, operator } = await started();
  await p.ok(operatorTicket.reply, { ticketId, message: 'Solved.' }, { token: operator });
  const { notifications } = await p.ok(notification.list, {}, { token });
  expect(notifications[0]).toMatchObject({ event: 'ticketReply', type: 'message', link: `/tickets/${ticketId}`, read: false });
  const mail = await p.lastMail(demo.email);
  expect(mail?.subject).toMatch(/^Support replied to ticket #\d+$/);
  expect(mail?.body).toContain(`/tickets/${ticketId}`);
  expect(mail?.body).not.toContain('Solved.');
  const { messages } = await p.ok(ticket.messages, { ticketId }, { token });
  expect(messages.at(-1)).toMatchObject({ author: 'support', name: '' });
  const [entry] = (await p.ok(log.list, { group: 'operatorTicket', limit: 5 }, { token })).logs;
  expect(entry?.actor).toEqual({ type: 'support', name: '' });
  expect((await stored(p, 'changeLog')).at(-1)).toMatchObject({ actorType: 'operator', actorName: demo.operator });
});

test('the customer can’t see an internal note or that there is one', async () => {
  const { p, token, operator, statusOf } = await started();
  const listUnread = async () =>
    JSON.stringify([
      await p.ok(ticket.get, { ticketId }, { token }),
      await p.ok(ticket.messages, { ticketId }, { token }),
      await p.ok(log.list, { limit: 50 }, { token }),
      await p.ok(notification.list, {}, { token }),
    ]);
  const before = await listUnread();
  await p.ok(operatorTicket.reply, { ticketId, message: 'A known customer.', isNote: true }, { token: operator });
  expect(await listUnread()).toBe(before);
  expect(await statusOf(ticketId)).toBe('answered');
  const { messages } = await p.ok(operatorTicket.messages, { ticketId }, { token: operator });
  expect(messages.at(-1)).toMatchObject({ isNote: true, by: demo.operator, html: '<p dir="auto">A known customer.</p>' });
  const note = messages.at(-1)?.id ?? '';
  expect((await p.try(ticket.rate, { ticketId, replyId: note, score: 'good' }, { token })).status).toBe(404);
});

test('a ticket with a wrong value is refused at its field, and takes no number', async () => {
  const { p, token, open } = await started();
  const before = await snapshot(p);
  for (const [wrong, field] of [
    [{ title: '  ' }, 'title'],
    [{ title: 'a'.repeat(151) }, 'title'],
    [{ departmentId: '' }, 'departmentId'],
    [{ departmentId: 'constructor' }, 'departmentId'],
    [{ service: 'payments' }, 'service'],
    [{ service: 'toString' }, 'service'],
    [{ message: ' \n ' }, 'message'],
    [{ message: 'a'.repeat(20_001) }, 'message'],
    [{ priority: 'urgent' }, 'priority'],
  ] as const) {
    const input = { title: 'x', departmentId: 'technical', service: 'cdn', message: 'x', ...wrong };
    const { status, body } = await p.try(ticket.create, input, { token });
    expect([status, Object.keys(body.fields ?? {})], JSON.stringify(wrong)).toEqual([422, [field]]);
  }
  expect(await snapshot(p)).toBe(before);
  expect((await open()).ticket.number).toBe(1004);
});

test('a closed ticket can’t receive messages, and only a closed one can be reopened', async () => {
  const { p, token, operator } = await started();
  const codeOf = async (call: Parameters<typeof p.try>[0], input: object, by = token) => {
    const { status, body } = await p.try(call, input, { token: by });
    return [status, body.code];
  };
  expect(await codeOf(ticket.reply, { ticketId: closedTicketId, message: 'x' })).toEqual([409, 'ticket:error.closed']);
  expect(await codeOf(ticket.close, { ticketId: closedTicketId })).toEqual([409, 'ticket:error.closed']);
  expect(await codeOf(ticket.reopen, { ticketId })).toEqual([409, 'ticket:error.open']);
  expect(await codeOf(operatorTicket.reply, { ticketId: closedTicketId, message: 'x' }, operator)).toEqual([409, 'ticket:error.closed']);
  // A note isn't part of the conversation.
  expect((await codeOf(operatorTicket.reply, { ticketId: closedTicketId, message: 'x', isNote: true }, operator))[0]).toBe(200);
});

test('support can only move a ticket along its table of states', async () => {
  const { p, operator, statusOf } = await started();
  for (const from of ticketStatuses)
    for (const to of ticketStatuses) {
      await updateStored(p, 'ticket', { id: ticketId }, { status: from });
      const isAllowed = operatorTransitions[from].includes(to);
      const { status, body } = await p.try(operatorTicket.setStatus, { ticketId, status: to }, { token: operator });
      expect([from, to, status, body.code]).toEqual(isAllowed ? [from, to, 200, undefined] : [from, to, 409, 'ticket:error.transition']);
      expect(await statusOf(ticketId)).toBe(isAllowed ? to : from);
    }
});

test('only answers of support can be rated, and the rating can be changed', async () => {
  const { p, token } = await started();
  const { messages } = await p.ok(ticket.messages, { ticketId }, { token });
  const own = messages.find(({ author }) => author === 'customer')?.id ?? '';
  expect((await p.try(ticket.rate, { ticketId, replyId: own, score: 'good' }, { token })).status).toBe(404);
  expect((await p.try(ticket.rate, { ticketId: closedTicketId, replyId, score: 'good' }, { token })).status).toBe(404);
  await p.ok(ticket.rate, { ticketId, replyId, score: 'good' }, { token });
  await p.ok(ticket.rate, { ticketId, replyId, score: 'bad', note: ' No example. ' }, { token });
  const rated = (await p.ok(ticket.messages, { ticketId }, { token })).messages.find(({ id }) => id === replyId);
  expect(rated?.rating).toEqual({ score: 'bad', note: 'No example.' });
});

test('the list can be searched by number and title, and contains only the account’s own tickets', async () => {
  const { p, token } = await started();
  const find = async (q: string) => (await p.ok(ticket.list, { state: 'active', q }, { token })).tickets.map(({ number }) => number);
  const all = (await p.ok(ticket.list, { state: 'active' }, { token })).tickets;
  expect(all.map(({ status }) => status)).toEqual(['answered', 'pending']);
  expect(await find('IMAGES')).toEqual([1003]);
  expect(await find('#1002')).toEqual([1002]);
  expect(await find('%')).toEqual([]);
  expect((await p.ok(ticket.list, { state: 'active', department: 'billing' }, { token })).tickets).toHaveLength(1);
});

test('a ticket is about one server or domain of the account, not both, and shows its name to operators', async () => {
  const { p, token, operator, open } = await started();
  const subjects = await p.ok(ticket.subjects, {}, { token });
  expect(subjects.domains).toContainEqual({ id: demo.domainId, name: 'parvaz.example' });
  const server = subjects.servers.find(({ id }) => id === demo.serverId);
  expect(server).toBeDefined();
  const { ticket: made } = await open({ serverId: demo.serverId });
  expect([made.domain, made.server]).toEqual([null, server]);
  const received = await p.ok(operatorTicket.messages, { ticketId: made.id }, { token: operator });
  expect(received.ticket.server).toEqual(server);

  const stranger = await p.signIn(demo.second);
  expect(JSON.stringify(await p.ok(ticket.subjects, {}, { token: stranger }))).not.toContain(demo.serverId);
  const before = await snapshot(p);
  const input = { title: 'x', departmentId: 'technical', service: 'servers', message: 'x' };
  expect((await p.try(ticket.create, { ...input, serverId: demo.serverId }, { token: stranger })).status).toBe(404);
  const both = await p.try(ticket.create, { ...input, serverId: demo.serverId, domainId: demo.domainId }, { token });
  expect([both.status, Object.keys(both.body.fields ?? {})]).toEqual([422, ['serverId']]);
  expect(await snapshot(p)).toBe(before);
});

test('replies, answers and tickets at the same time are all counted, each once', async () => {
  const { p, token, operator } = await started();
  const other = await p.signIn(demo.second);
  const before = (await p.ok(ticket.messages, { ticketId }, { token })).messages.length;
  await Promise.all([
    ...Array.from({ length: 5 }, (_, i) => p.ok(ticket.reply, { ticketId, message: `reply ${i}` }, { token })),
    ...Array.from({ length: 5 }, (_, i) => p.ok(operatorTicket.reply, { ticketId, message: `answer ${i}` }, { token: operator })),
    ...[token, other, token, other].map((by) =>
      p.ok(ticket.create, { title: 'x', departmentId: 'sales', service: 'advice', message: 'x' }, { token: by }),
    ),
  ]);
  const { messages } = await p.ok(ticket.messages, { ticketId }, { token });
  expect(messages).toHaveLength(before + 10);
  expect(new Set(messages.map(({ html }) => html)).size).toBe(before + 10);
  const numbers = (await stored(p, 'ticket')).map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('messages are paged from the newest back', async () => {
  const { p, token } = await started();
  const author = { author: 'customer', userId: null, authorName: demo.email, score: null, scoreNote: null } as const;
  const rows = Array.from({ length: 120 }, (_, i) => ({
    ...author,
    id: `01990000-0000-7000-8000-${String(i).padStart(12, '0')}`,
    ticketId,
    body: `m${i}`,
    isNote: i % 10 === 0,
    createdAt: p.clock.now + i,
  }));
  await p.store.write('t', (tx) => tx.insertInto('ticketMessage').values(rows).execute());
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: Output<typeof ticket.messages> = await p.ok(ticket.messages, { ticketId, ...(cursor && { cursor }) }, { token });
    ids.unshift(...page.messages.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(ids).toHaveLength(2 + rows.filter(({ isNote }) => !isNote).length);
  expect([...ids].sort()).toEqual(ids);
});

test('the name of a removed domain stays in the ticket', async () => {
  const { p, token } = await started();
  await p.store.write('t', (tx) => tx.deleteFrom('domain').where('id', '=', demo.domainId).execute());
  expect((await p.ok(ticket.get, { ticketId }, { token })).ticket.domain).toEqual({ id: null, name: 'parvaz.example' });
});

test('a search finds digits of any script, and letters that look the same', async () => {
  const { p, token, operator, open } = await started();
  const made = await open({ title: 'خطای ۵۰۲ در سایت علی' });
  await open({ title: 'Café está caído' });
  const titles = async (q: string) => (await p.ok(ticket.list, { state: 'active', q }, { token })).tickets.map(({ title }) => title);
  for (const q of ['502', '۵۰۲', '٥٠٢', 'علي', 'سايت', `#${made.ticket.number}`, '۱۰۰۴'])
    expect(await titles(q), q).toEqual([made.ticket.title]);
  expect(await titles('CAFE ESTA')).toEqual(['Café está caído']);
  expect(await titles('%')).toEqual([]);
  const { tickets } = await p.ok(operatorTicket.list, { q: 'علي' }, { token: operator });
  expect(tickets.map(({ title }) => title)).toEqual([made.ticket.title]);
});
