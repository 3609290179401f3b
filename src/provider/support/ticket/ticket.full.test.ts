import { expect, test } from 'vitest';
import { started } from '../../../../tests/support/ticket-cases.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';

const { ticketId } = demo;

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
  const numbers = (await p.store.reader.selectFrom('ticket').select('number').execute()).map(({ number }) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('messages are paged from the newest back', async () => {
  const { p, token } = await started();
  const at = await p.store.write('t', async (tx) => {
    const rows = Array.from({ length: 120 }, (_, i) => ({
      id: `01990000-0000-7000-8000-${String(i).padStart(12, '0')}`,
      ticketId,
      author: 'customer' as const,
      userId: null,
      authorName: demo.email,
      body: `m${i}`,
      isNote: i % 10 === 0 ? 1 : 0,
      createdAt: p.clock.now + i,
      score: null,
      scoreNote: null,
    }));
    await tx.insertInto('ticketMessage').values(rows).execute();
    return rows;
  });
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await p.ok(ticket.messages, { ticketId, ...(cursor && { cursor }) }, { token });
    seen.unshift(...page.messages.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(seen).toHaveLength(2 + at.filter(({ isNote }) => isNote === 0).length);
  expect([...seen].sort()).toEqual(seen);
});

test('the name of a removed domain stays in the ticket', async () => {
  const { p, token } = await started();
  await p.store.write('t', (tx) => tx.deleteFrom('domain').where('id', '=', demo.domainId).execute());
  expect((await p.ok(ticket.get, { ticketId }, { token })).ticket.domain).toEqual({ id: null, name: 'parvaz.example' });
});
