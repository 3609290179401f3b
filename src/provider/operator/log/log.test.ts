import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorLog } from '../../../lib/contract/operator/operatorLog.ts';
import { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';
import { locales } from '../../../lib/i18n/locales.ts';

const { ticketId } = demo;

test('the log has what operators did, and nothing of customers; filters, pages and the CSV agree', async () => {
  const p = await startProvider();
  const as = { token: await p.signInOperator() };
  await p.ok(ticket.reply, { ticketId, message: 'Mine.' }, { token: await p.signIn() });
  for (const name of ['a', 'b', 'c']) {
    p.clock.now += 60_000;
    await p.ok(operatorTicket.saveTemplate, { name, body: '=1+1' }, as);
  }
  await p.ok(operatorTicket.reply, { ticketId, message: 'Solved.' }, as);
  const list = async (input: object = {}) => (await p.ok(operatorLog.list, input, as)).logs;
  expect((await list()).map(({ entity }) => entity.type)).toEqual(['ticket', 'replyTemplate', 'replyTemplate', 'replyTemplate']);
  expect((await list())[0]).toMatchObject({ by: demo.operator, account: demo.email });
  expect((await list({ q: demo.email })).map(({ entity }) => entity.type)).toEqual(['ticket']);
  expect(await list({ by: 'nobody@nasim.example' })).toEqual([]);
  expect(await list({ from: new Date(p.clock.now + 1).toISOString() })).toEqual([]);
  const first = await p.ok(operatorLog.list, { limit: 3 }, as);
  const rest = await p.ok(operatorLog.list, { limit: 3, cursor: first.nextCursor ?? '' }, as);
  expect([...first.logs, ...rest.logs].map(({ id }) => id)).toEqual((await list()).map(({ id }) => id));
  for (const locale of locales) {
    const { body } = await p.try(operatorLog.export, {}, { ...as, locale });
    expect(String(body.csv).trim().split('\r\n')).toHaveLength(5);
    expect(body.csv).not.toMatch(/(^|,|")[=+@]|operatorLog:|log:change/m);
  }
  await p.ok(operatorTicket.saveTemplate, { name: 'پاسخ ۷ علی', body: 'x' }, as);
  for (const q of ['پاسخ 7', 'علي']) expect((await list({ q })).map(({ entity }) => entity.name)).toEqual(['پاسخ ۷ علی']);
});
