import type { RequestListener } from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../tests/support/edge.ts';
import { plain } from '../../../tests/support/edgeSample.ts';
import { flags, frame, openH2, requestHeaders } from '../../../tests/support/h2.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';

let requestCount = 0;
const urlPort = (url: string) => Number(new URL(url).port);
const preview = 'example.com.edge.localhost';
const all = 40;
const ofAddress = 30;
const open = new Set<net.Socket>();

const limits = { EDGE_CONNECTIONS: String(all), EDGE_ADDRESS_CONNECTIONS: String(ofAddress) };
const answer: RequestListener = (request, response) => {
  requestCount++;
  request.on('error', () => {}).resume();
  if (request.url !== '/hang') response.end('from the origin');
};
const times = { EDGE_HEADER_SECONDS: '1', EDGE_BODY_SECONDS: '1.2', EDGE_IDLE_SECONDS: '1' };
const { edge, get, push } = sharedEdge(answer, { ...limits, ...times });
// For handshakes that have to succeed: on a busy machine they take longer.
const patient = sharedEdge(answer, { ...times, EDGE_HEADER_SECONDS: '3' });
beforeAll(async () => {
  const config = { cache: { ...plain.cache, level: 'off' as const } };
  await push(config);
  await patient.push(config);
});
afterAll(() => {
  for (const socket of open) socket.destroy();
});

/** A client from `from` that sends `text`, then a byte every 40 ms if it drips. */
function connect({ text = '', drip = '', isTls = false, from = '127.0.0.1' } = {}) {
  const port = urlPort(isTls ? edge().addresses.https : edge().addresses.http);
  const raw = net.connect({ port, host: '127.0.0.1', localAddress: from });
  const socket = isTls ? tls.connect({ socket: raw, servername: preview, rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] }) : raw;
  const state = { read: '', isClosed: false };
  open.add(raw);
  for (const one of new Set([raw, socket])) one.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    state.read += chunk;
  });
  let dripping: NodeJS.Timeout | undefined;
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    if (text) socket.write(text);
    if (drip) dripping = setInterval(() => socket.writable && socket.write(drip), 40);
  });
  const closed = new Promise<string>((done) =>
    raw.once('close', () => {
      clearInterval(dripping);
      open.delete(raw);
      state.isClosed = true;
      done(state.read);
    }),
  );
  return { state, closed, end: () => raw.destroy() };
}
const isServed = async (from?: string) => {
  if (!from) return (await get('/')).status === 200;
  const request = connect({ text: 'GET / HTTP/1.1\r\nhost: example.com\r\nconnection: close\r\n\r\n', from });
  return (await request.closed).includes('from the origin');
};

const drips = [
  ['headers', { text: 'GET / HTTP/1.1\r\nhost: example.com\r\nx-slow: ', drip: 'a' }],
  ['half of the headers', { text: 'GET / HTTP/1.1\r\nhost: example.com\r\nx-slow: ' }],
  ['headers over TLS', { text: 'GET / HTTP/1.1\r\nhost: example.com\r\nx-slow: ', drip: 'a', isTls: true }],
  ['nothing', {}],
  ['nothing over TLS', { isTls: true }],
  ['a body', { text: 'POST / HTTP/1.1\r\nhost: example.com\r\ncontent-length: 1000\r\n\r\n', drip: 'a' }],
  ['chunks', { text: 'POST / HTTP/1.1\r\nhost: example.com\r\ntransfer-encoding: chunked\r\n\r\n', drip: '1\r\na\r\n' }],
  ['one request and then nothing', { text: 'GET / HTTP/1.1\r\nhost: example.com\r\n\r\n' }],
] as const;
test('clients that drip, or send nothing, are cut, and others are served meanwhile', async () => {
  const began = performance.now();
  const clients = drips.map(async ([what, how]) => {
    const read = await connect(how).closed;
    expect(performance.now() - began, what).toBeGreaterThan(900);
    // On a busy machine the limit of an idle connection may be reached first, which ends it without a response.
    if (what === 'half of the headers') expect(read).toMatch(/^$|408 Request Timeout/);
  });
  await until(() => isServed());
  await Promise.all(clients);
});

test('a client of HTTP/2 that keeps a connection open by pings, or drips a body, is cut', async () => {
  const port = urlPort(patient.edge().addresses.https);
  const pinging = await openH2(port, preview);
  const timer = setInterval(() => pinging.send(frame('ping', 0, 0, Buffer.alloc(8))), 40);
  const dripping = await openH2(port, preview);
  dripping.send(frame('headers', flags.endHeaders, 1, requestHeaders('/', { 'content-length': '1000' }, preview, 'POST')));
  const drip = setInterval(() => dripping.send(frame('data', 0, 1, Buffer.from('a'))), 40);
  await Promise.all([pinging.closed, until(() => dripping.frames.some(({ type, stream }) => type === 'reset' && stream === 1))]);
  clearInterval(timer);
  clearInterval(drip);
  dripping.socket.destroy();
});

test('connections of one address are bounded, and others are served', async () => {
  const many = Array.from({ length: ofAddress + 10 }, () => connect({ from: '127.0.0.2' }));
  await until(() => many.filter(({ state }) => state.isClosed).length >= 10);
  expect(await isServed()).toBe(true);
  for (const one of many) one.end();
  await Promise.all(many.map(({ closed }) => closed));
});

test('of idle connections the oldest makes room for an honest client; those with a request don’t', async () => {
  const text = 'GET /hang HTTP/1.1\r\nhost: example.com\r\n\r\n';
  const before = requestCount;
  const busy = Array.from({ length: 5 }, () => connect({ text, from: '127.0.0.3' }));
  await until(() => requestCount === before + 5);
  const idle = Array.from({ length: 10 }, (_, at) => connect({ from: at % 2 ? '127.0.0.4' : '127.0.0.5' }));
  const more = Array.from({ length: 25 }, () => connect({ from: '127.0.0.6' }));
  const served = await Promise.all(Array.from({ length: 5 }, () => isServed('127.0.0.7')));
  expect(served).toEqual(Array(5).fill(true));
  expect(busy.some(({ state }) => state.isClosed)).toBe(false);
  for (const one of [...busy, ...idle, ...more]) one.end();
  await Promise.all([...busy, ...idle, ...more].map(({ closed }) => closed));
});

test.each([
  [
    'streams that are reset at once',
    () => {
      const streams = Array.from({ length: 4_000 }, (_, i) => 2 * i + 1);
      const head = (stream: number) => frame('headers', flags.endHeaders + flags.endStream, stream, requestHeaders('/', {}, preview));
      return streams.flatMap((stream) => [head(stream), frame('reset', 0, stream, Buffer.alloc(4))]);
    },
  ],
  [
    'headers without an end',
    () => [
      frame('headers', 0, 1, requestHeaders('/', {}, preview)),
      ...Array.from({ length: 400 }, () =>
        frame('continuation', 0, 1, requestHeaders('/', { 'x-more': 'a'.repeat(100) }, preview).subarray(60)),
      ),
    ],
  ],
  ['settings', () => Array.from({ length: 20_000 }, () => frame('settings', 0, 0, Buffer.from([0, 3, 0, 0, 0, 100])))],
  ['a frame that is too large', () => [frame('headers', 0, 1, Buffer.alloc(100_000))]],
])('HTTP/2: %s end the connection, and the origin gets few of them', async (_, floods) => {
  const before = requestCount;
  const client = await openH2(urlPort(patient.edge().addresses.https), preview);
  for (const one of floods()) client.send(one);
  await client.closed;
  expect(requestCount - before).toBeLessThan(400);
  // The flood keeps this process busy, and an honest request may reach the limit of this edge: it is repeated.
  await until(async () => (await patient.get('/')).status === 200);
});

test('HTTP/2: a connection has at most 128 streams', async () => {
  const client = await openH2(urlPort(patient.edge().addresses.https), preview);
  const hang = requestHeaders('/hang', {}, preview);
  const before = requestCount;
  for (let i = 0; i < 140; i++) client.send(frame('headers', flags.endHeaders + flags.endStream, 2 * i + 1, hang));
  await until(() => client.frames.filter(({ type }) => type === 'reset').length >= 12 || client.socket.destroyed);
  expect(requestCount - before).toBeLessThanOrEqual(128);
  client.socket.destroy();
  expect((await patient.get('/')).status).toBe(200);
});
