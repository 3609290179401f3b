import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { bind, close } from '../../tests/support/listen.ts';
import { Client } from './client.ts';
import { type Command, commands } from './commands.ts';
import { exits, Failure } from './failure.ts';

const command = (id: string): Command => commands.find((one) => one.id === id) as Command; // an ID of this file

type Reply = (response: ServerResponse) => void;
const answer =
  (status: number, body: object, headers: Record<string, string> = {}): Reply =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const refused = (status: number, code: string, headers?: Record<string, string>) =>
  answer(status, { code, message: `${code}.`, requestId: 'r1' }, headers);
const lost: Reply = (response) => void response.destroy();

/** A server that replies in turn, and a client of it. */
async function serve(...replies: Reply[]) {
  const received: { headers: Record<string, unknown>; url: string }[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push({ headers: request.headers, url: request.url ?? '' });
      (replies[received.length - 1] ?? lost)(response);
    });
  });
  const port = await bind(server);
  onTestFinished(() => close(server));
  const client = new Client({ url: `http://127.0.0.1:${port}`, key: 'nsm_key' }, 'fa');
  return { client, received };
}
const failure = async (work: Promise<unknown>): Promise<Failure> => {
  const error = await work.then(
    () => null,
    (one: unknown) => one,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
};

test('sends the key and the language, and fields of a read in the query', async () => {
  const { client, received } = await serve(answer(200, { records: [] }));
  expect(await client.call(command('dns.list'), { domainId: 'd', q: 'a b' })).toEqual({ records: [] });
  expect(received[0]).toMatchObject({
    url: '/api/domain/dns/list?domainId=d&q=a+b',
    headers: { authorization: 'Bearer nsm_key', 'accept-language': 'fa' },
  });
});

test('waits as the server says, and sends again', async () => {
  const { client, received } = await serve(
    refused(429, 'error:tooManyRequests', { 'retry-after': '0' }),
    refused(503, 'error:busy', { 'retry-after': '0' }),
    lost,
    answer(200, { records: [] }),
  );
  await client.call(command('dns.list'), { domainId: 'd' });
  expect(received).toHaveLength(4);
});

test('what was refused as too often is sent again also if it isn’t idempotent; what got no answer isn’t', async () => {
  const often = await serve(refused(429, 'error:tooManyRequests', { 'retry-after': '0' }), answer(200, {}));
  await often.client.call(command('dns.create'), {});
  expect(often.received).toHaveLength(2);
  for (const reply of [lost, refused(503, 'error:unavailable', { 'retry-after': '0' })]) {
    const { client, received } = await serve(reply);
    expect((await failure(client.call(command('dns.create'), {}))).exit).toBe(exits.unavailable);
    expect(received).toHaveLength(1);
  }
});

test('an order is repeated with the same key, which is named if no answer comes', async () => {
  const busy = refused(503, 'error:busy', { 'retry-after': '0' });
  const { client, received } = await serve(busy, busy, busy, busy);
  const { exit, message } = await failure(client.call(command('serverOrder.create'), {}));
  expect(exit).toBe(exits.unavailable);
  const keys = new Set(received.map(({ headers }) => headers['idempotency-key']));
  expect(received).toHaveLength(4);
  expect(keys.size).toBe(1);
  expect(message).toContain(`--idempotency-key ${[...keys][0]}`);
});

test('a wait of more than a minute is left to the caller', async () => {
  const { client, received } = await serve(refused(429, 'error:tooManyRequests', { 'retry-after': '61' }));
  const { exit, refused: reason } = await failure(client.call(command('dns.list'), { domainId: 'd' }));
  expect([exit, reason?.retryAfter, received.length]).toEqual([exits.limited, 61, 1]);
});

test('exit codes tell refusals apart', async () => {
  const cases: [Reply, number][] = [
    [refused(401, 'error:unauthorized'), exits.noRight],
    [refused(409, 'apiKey:error.readOnly'), exits.noRight],
    [refused(409, 'dns:error.duplicate'), exits.conflict],
    [refused(404, 'error:notFound'), exits.notFound],
    [refused(422, 'error:validation'), exits.refused],
    [refused(402, 'serverOrder:error.balance'), exits.refused],
    [refused(504, 'error:timeout'), exits.unavailable],
  ];
  for (const [reply, exit] of cases) {
    const { client } = await serve(reply);
    expect((await failure(client.call(command('dns.create'), {}))).exit).toBe(exit);
  }
});

test('the key follows no redirect, and a page that isn’t of the API is no message', async () => {
  const moved = await serve((response) => void response.writeHead(301, { location: 'https://elsewhere.example/' }).end());
  expect((await failure(moved.client.call(command('domain.list'), {}))).message).toContain('https://elsewhere.example/');
  expect(moved.received).toHaveLength(1);
  const page = await serve((response) => void response.writeHead(404).end('<h1>Not here</h1>'));
  expect((await failure(page.client.call(command('domain.list'), {}))).message).toContain('status 404');
});
