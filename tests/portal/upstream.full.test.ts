import { expect } from 'vitest';
import { domain } from '../../src/lib/contract/cdn/domain.ts';
import { wallet } from '../../src/lib/contract/core/wallet.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import { rss } from '../bench/load.ts';
import { answer, type Behavior, begin, endless, listen, test } from '../support/faultyProvider.ts';

const t = translator('en');

/** One byte now and then, without end. */
const drip: Behavior = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write('1'), 200);
  response.on('close', () => clearInterval(timer));
};

test('a silent stream isn’t cut off by the call timeout', async ({ front, behave, client }) => {
  let send = (_text: string) => {};
  behave((request, response) => {
    begin(request, response);
    send = (text) => void response.write(text);
  });
  const events = await listen(front.url, client.cookie);
  await events.until('ready');
  expect(await events.isQuiet(20_000)).toBe(true);
  send('event: task\ndata: {"group":"task","by":""}\n\n');
  expect((await events.next())?.name).toBe('task');
});

test('forty endless responses at once don’t fill the memory', async ({ front, behave, client }) => {
  behave((request, response) => (request.url?.includes('balance') ? answer(response, 200, { balance: 7 }) : endless(request, response)));
  const before = rss(front.pid);
  let most = 0;
  const timer = setInterval(() => {
    most = Math.max(most, rss(front.pid));
  }, 20);
  const answers = await Promise.all(Array.from({ length: 40 }, () => client.send(domain.list, {})));
  clearInterval(timer);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 502));
  // The held data, again while it is assembled, and garbage not collected yet.
  expect(most - before).toBeLessThan(700 * 1024 * 1024);
  expect(await client.ok(wallet.balance, {})).toEqual({ balance: 7 });
});

test('a slowly dripping provider times out after 18 seconds', async ({ behave, client }) => {
  behave(drip);
  const { status, body } = await client.send(wallet.balance, {});
  expect([status, (body as unknown as { message: string }).message]).toEqual([504, t('error:timeout')]); // an error body
});
