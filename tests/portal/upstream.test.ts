import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { expect } from 'vitest';
import { brand } from '../../src/config/brand.ts';
import { auth } from '../../src/lib/contract/account/auth.ts';
import type { AnyCall } from '../../src/lib/contract/call.ts';
import { wallet } from '../../src/lib/contract/core/wallet.ts';
import { translator } from '../../src/lib/i18n/server.ts';
import type { Client } from '../support/client.ts';
import { answer, type Behavior, begin, endless, listen, test } from '../support/faultyProvider.ts';
import { offenders } from '../support/portal.ts';
import { get } from '../support/raw.ts';

// What it answers is checked in src/adapter/adapter.test.ts and adapterFaults.test.ts; these need a connection.
const faults: [string, Behavior, number, RegExp][] = [
  ['breaks off', (request) => void request.socket.destroy(), 502, /\w/],
  [
    'breaks off in the middle',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"balance":', () => response.destroy());
    },
    502,
    /\w/,
  ],
  ['sends without end', endless, 502, /\w/],
  ['says no in its own words', (_request, response) => answer(response, 409, { message: 'Not today.' }), 409, /^Not today\.$/],
];

test('a provider that doesn’t answer as it should results in a status and a text', async ({ behave, client }) => {
  const found = await offenders(faults, async ([, behavior, status, message]) => {
    behave(behavior);
    const { status: got, body } = await client.send(wallet.balance, {});
    expect(got).toBe(status);
    expect((body as unknown as { message: string }).message).toMatch(message); // an error body
    expect(JSON.stringify(body)).not.toMatch(/undici|ECONN/);
  });
  expect(found).toEqual([]);
});

test('a provider that is down doesn’t affect the public pages', async ({ front, behave }) => {
  behave((request) => void request.socket.destroy());
  for (const path of ['/', '/fa', '/docs', '/public/login']) expect((await get(front.url, path)).status).toBe(200);
});

test('a provider that is down isn’t shown as working', async ({ front, behave }) => {
  behave((request) => void request.socket.destroy());
  const answer = await fetch(`${front.url}/fa/status`);
  expect(answer.status).toBe(200);
  const html = await answer.text();
  const fa = translator('fa');
  expect(html).toContain(fa('status:unreachable'));
  expect(html).toContain(brand.contact.email);
  expect(html).not.toContain(fa('status:all'));
  expect(html).not.toContain(fa('status:state.operational'));
});

test('only allowed data is forwarded', async ({ front, behave, client }) => {
  let headers: IncomingMessage['headers'] = {};
  behave((request, response) => {
    headers = request.headers;
    answer(response, 200, { balance: 1 });
  });
  const strange = {
    authorization: 'Basic abc',
    lt: 'planted',
    'x-access-token': 'planted',
    'x-forwarded-for': '6.6.6.6',
    'x-forwarded-host': 'evil.example',
    forwarded: 'for=6.6.6.6',
    te: 'trailers',
    'x-anything': '1',
    via: 'x',
    referer: 'https://panel/secret',
  };
  const { status } = await get(front.url, '/api/fin/balance', {
    cookie: client.cookie,
    'accept-language': 'fa',
    'x-ch-ua': '"Chromium"',
    ...strange,
  });
  expect(status).toBe(200);
  const { host: _host, connection: _connection, ...rest } = headers;
  const forwarded = ['accept-language', 'authorization', 'x-access-token', 'x-ch-ua', 'x-forwarded-for', 'x-request-id'];
  expect(Object.keys(rest).sort()).toEqual(forwarded);
  expect(headers.authorization).toMatch(/^Bearer e30\./);
  expect(headers.authorization).toBe(`Bearer ${headers['x-access-token']}`);
  expect(headers['x-forwarded-for']).toBe('127.0.0.1');
});

/** Sends a call that the provider doesn't answer. `aborted` resolves when the provider loses it. */
async function sendUnanswered(client: Client, behave: (behavior: Behavior) => void, call: AnyCall) {
  const controller = new AbortController();
  const arrival = Promise.withResolvers<{ aborted: Promise<unknown> }>();
  behave((request, response) => {
    request.resume();
    arrival.resolve({ aborted: once(response, 'close') });
  });
  const answered = client.send(call, { language: 'en' } as never, { signal: controller.signal }).catch(() => {}); // both calls ignore or accept it
  const { aborted } = await arrival.promise;
  return {
    aborted,
    async leave() {
      controller.abort();
      await answered;
    },
  };
}

test('a disconnected client’s request is aborted', async ({ behave, client }) => {
  for (const call of [wallet.balance, auth.language]) {
    const waiting = await sendUnanswered(client, behave, call);
    const left = await sendUnanswered(client, behave, call);
    await left.leave();
    // The time limit of calls would end the earlier one first.
    expect(await Promise.race([left.aborted.then(() => 'left'), waiting.aborted.then(() => 'kept')])).toBe('left');
    await waiting.leave();
    await waiting.aborted;
  }
});

test('a stream of a remote provider is forwarded unbuffered, and ends there when the client disconnects', async ({
  front,
  behave,
  client,
}) => {
  let send = (_text: string) => {};
  const ended = new Promise<void>((resolve) =>
    behave((request, response) => {
      begin(request, response);
      send = (text) => void response.write(text);
      response.on('close', resolve);
    }),
  );
  const controller = new AbortController();
  const events = await listen(front.url, client.cookie, controller.signal);
  expect((await events.next())?.name).toBe('ready');
  send('event: domain\nid: dns.1\ndata: {"group":"dns","by":"x"}\n\n');
  expect(await events.next()).toEqual({ name: 'domain', id: 'dns.1', data: { group: 'dns', by: 'x' } });
  controller.abort();
  await ended;
});

test('eighty open streams don’t block calls', async ({ front, behave, client }) => {
  behave((request, response) => (request.url?.includes('stream') ? begin(request, response) : answer(response, 200, { balance: 7 })));
  const all = await Promise.all(Array.from({ length: 80 }, () => listen(front.url, client.cookie)));
  for (const events of all) expect((await events.next())?.name).toBe('ready');
  expect(await client.ok(wallet.balance, {})).toEqual({ balance: 7 });
  for (const events of all) await events.cancel();
});
