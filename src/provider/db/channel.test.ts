import net from 'node:net';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bind } from '../../../tests/support/listen.ts';
import { dropDatabase, newDatabase } from '../../../tests/support/postgres.ts';
import { type Channel, type Messages, postgresChannel } from './channel.ts';

const onPostgres = process.env.TEST_DATABASE === 'postgres';

async function setUp() {
  const url = await newDatabase();
  onTestFinished(() => dropDatabase(url));
  const warn = vi.fn();
  const open = (address = url, queryMs?: number) => {
    const channel = postgresChannel(address, { warn }, queryMs);
    onTestFinished(() => channel.close());
    return channel;
  };
  return { url, warn, open };
}

/** What a channel receives, and the function that sends until it arrives: a connection takes a moment. */
function exchange(from: Channel, to: Channel) {
  const received: Messages['publicCalls'][] = [];
  from.on('publicCalls', () => {});
  to.on('publicCalls', (items) => received.push(...items));
  const arrives = (network: string) =>
    expect
      .poll(
        () => {
          from.send('publicCalls', [{ network, count: 1 }]);
          return received.map((item) => item?.network);
        },
        { timeout: 15_000 },
      )
      .toContain(network);
  return { received, arrives };
}

test.runIf(onPostgres)('a notification of somebody else is ignored, and reported once', async () => {
  const { url, warn, open } = await setUp();
  const { arrives } = exchange(open(), open());
  await arrives('192.0.2.0');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  for (const payload of ['text', 'null', '{"topic":"publicCalls","items":5}', '{"topic":"publicCalls","items":[null]}', ''])
    await client.query("select pg_notify('nasim', $1)", [payload]);
  await arrives('198.51.100.0');
  // Both channels received all of them.
  expect(warn).toHaveBeenCalledTimes(2);
  expect(warn.mock.calls[0]?.[0]).toContain('a notification of PostgreSQL could not be read');
});

test.runIf(onPostgres)('a connection on which nothing arrives any more is replaced', async () => {
  const { url, open } = await setUp();
  const target = new URL(url);
  let isStuck = false;
  const sockets = new Set<net.Socket>();
  const proxy = net.createServer((socket) => {
    const server = net.connect(Number(target.port), target.hostname);
    const isOld = !isStuck;
    sockets.add(socket).add(server);
    for (const end of [socket, server]) end.on('error', () => {});
    socket.on('data', (data) => {
      if (!isStuck || !isOld) server.write(data);
    });
    server.on('data', (data) => socket.write(data));
    socket.on('close', () => server.destroy());
  });
  const port = await bind(proxy);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    proxy.close();
  });
  const through = new URL(url);
  through.port = String(port);
  const { arrives } = exchange(open(through.href, 200), open());
  await arrives('192.0.2.0');
  // What is sent from now on is lost without an error, as behind a firewall that has forgotten the connection.
  isStuck = true;
  await arrives('198.51.100.0');
});
