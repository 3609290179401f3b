import type { RequestListener } from 'node:http';
import net from 'node:net';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { plain } from '../../../tests/support/edgeSample.ts';
import { flags, frame, openH2, requestHeaders } from '../../../tests/support/h2.ts';
import { sharedEdge } from '../../../tests/support/sharedEdge.ts';

// What the edge and an origin could read as different requests reaches no origin. The origin records what arrives, byte for byte.
const originRequests: { line: string; host: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];

const times = { EDGE_HEADER_SECONDS: '0.5', EDGE_BODY_SECONDS: '0.5', EDGE_IDLE_SECONDS: '0.5' };
const record: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { method, url, headers } = request;
    originRequests.push({ line: `${method} ${url}`, host: String(headers.host), headers, body: Buffer.concat(chunks).toString('latin1') });
    response.end('from the origin');
  });
};
const { edge, push } = sharedEdge(record, times);
// A handshake on a busy machine takes longer than those times.
const patient = sharedEdge(record);
beforeAll(async () => {
  // The WAF would refuse some of them: what is tested here is the reading of requests.
  const config = { cache: { ...plain.cache, level: 'off' as const }, waf: { ...plain.waf, mode: 'off' as const } };
  await push(config);
  await patient.push(config);
});
beforeEach(() => void originRequests.splice(0));

/** Sends bytes as they are. @returns everything that came back until the edge closed the connection */
const raw = (text: string): Promise<string> =>
  new Promise((done) => {
    let read = '';
    const { port, hostname } = new URL(edge().addresses.http);
    const socket = net.connect({ port: Number(port), host: hostname }, () => socket.write(text, 'latin1'));
    socket.on('data', (chunk) => {
      read += chunk.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => done(read));
  });

const host = 'host: example.com\r\n';
const hidden = `GET /hidden HTTP/1.1\r\n${host}\r\n`;
const post = (headers: string, body: string) => `POST / HTTP/1.1\r\n${host}${headers}\r\n${body}`;

test.each([
  ['a length and chunks', post('content-length: 6\r\ntransfer-encoding: chunked\r\n', `0\r\n\r\n${hidden}`)],
  ['chunks and a length', post('transfer-encoding: chunked\r\ncontent-length: 3\r\n', `8\r\nSMUGGLED\r\n0\r\n\r\n${hidden}`)],
  ['two lengths', post('content-length: 1\r\ncontent-length: 2\r\n', `ab${hidden}`)],
  ['the same length twice', post('content-length: 1\r\ncontent-length: 1\r\n', `a${hidden}`)],
  ['a list of lengths', post('content-length: 1, 1\r\n', `a${hidden}`)],
  ['a signed length', post('content-length: +1\r\n', `a${hidden}`)],
  ['a negative length', post('content-length: -1\r\n', hidden)],
  ['a length in hex', post('content-length: 0x1\r\n', `a${hidden}`)],
  ['a length that is too large', post('content-length: 99999999999999999999\r\n', hidden)],
  ['an unknown encoding', post('transfer-encoding: xchunked\r\n', `0\r\n\r\n${hidden}`)],
  ['an encoding after chunks', post('transfer-encoding: chunked, identity\r\n', `0\r\n\r\n${hidden}`)],
  ['chunks twice', post('transfer-encoding: chunked\r\ntransfer-encoding: identity\r\n', `0\r\n\r\n${hidden}`)],
  ['a vertical tab before chunks', post('transfer-encoding: \x0bchunked\r\n', `0\r\n\r\n${hidden}`)],
  ['a space before the colon', post('transfer-encoding : chunked\r\n', `0\r\n\r\n${hidden}`)],
  ['a chunk size that is no number', post('transfer-encoding: chunked\r\n', `zz\r\nabc\r\n0\r\n\r\n${hidden}`)],
  ['a chunk size in 0x', post('transfer-encoding: chunked\r\n', `0x3\r\nabc\r\n0\r\n\r\n${hidden}`)],
  ['a signed chunk size', post('transfer-encoding: chunked\r\n', `+3\r\nabc\r\n0\r\n\r\n${hidden}`)],
  ['a chunk size that overflows', post('transfer-encoding: chunked\r\n', `10000000000000003\r\nabc\r\n0\r\n\r\n${hidden}`)],
  ['a chunk that is longer than its size', post('transfer-encoding: chunked\r\n', `3\r\nabcdef\r\n0\r\n\r\n${hidden}`)],
  ['a bare LF after a chunk size', post('transfer-encoding: chunked\r\n', `3\nabc\r\n0\r\n\r\n${hidden}`)],
  ['a bare LF in a chunk extension', post('transfer-encoding: chunked\r\n', `3;a\nabc\r\n0\r\n\r\n${hidden}`)],
  ['a folded header', `GET / HTTP/1.1\r\n${host}a: 1\r\n b\r\n\r\n${hidden}`],
  ['a folded first header', `GET / HTTP/1.1\r\n ${host}\r\n${hidden}`],
  ['lines that end with LF', `GET / HTTP/1.1\nhost: example.com\n\n${hidden}`],
  ['a header that ends with LF', `GET / HTTP/1.1\r\n${host}a: 1\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['a bare CR', `GET / HTTP/1.1\r\n${host}a: 1\rtransfer-encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
  ['a NUL in a header', `GET / HTTP/1.1\r\n${host}a: 1\0b\r\n\r\n${hidden}`],
  ['a NUL in a name', `GET / HTTP/1.1\r\n${host}a\0b: 1\r\n\r\n${hidden}`],
  ['a header without a colon', `GET / HTTP/1.1\r\n${host}nothing\r\n\r\n${hidden}`],
  ['a header without a name', `GET / HTTP/1.1\r\n${host}: a\r\n\r\n${hidden}`],
  ['two hosts', `GET / HTTP/1.1\r\n${host}host: other.example\r\nconnection: close\r\n\r\n`],
  ['no host', 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'],
  ['a host with a path', 'GET / HTTP/1.1\r\nhost: example.com/other\r\nconnection: close\r\n\r\n'],
  ['a host with an account', 'GET / HTTP/1.1\r\nhost: other@example.com\r\nconnection: close\r\n\r\n'],
  ['a space in the path', `GET /a b HTTP/1.1\r\n${host}\r\n${hidden}`],
  ['another version', `GET / HTTP/3.0\r\n${host}\r\n${hidden}`],
  ['a tunnel', `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n${hidden}`],
  ['headers over 16 KB', `GET / HTTP/1.1\r\n${host}x: ${'a'.repeat(17_000)}\r\n\r\n${hidden}`],
  ['a path over 8 KB', `GET /${'a'.repeat(9_000)} HTTP/1.1\r\n${host}connection: close\r\n\r\n`],
])('a request with %s is refused, and nothing after it is read', async (_, text) => {
  const read = await raw(text);
  expect(read).toMatch(/^(HTTP\/1\.1 4\d\d |$)/);
  expect(read.match(/HTTP\/1\.1 /g)?.length ?? 0).toBeLessThanOrEqual(1);
  expect(originRequests).toEqual([]);
});

test.each([
  ['an absolute form and another Host', 'GET http://example.com/a HTTP/1.1\r\nhost: other.example\r\n', 'GET /a', ''],
  ['headers just below 16 KB', `GET /a HTTP/1.1\r\n${host}x: ${'a'.repeat(15_000)}\r\n`, 'GET /a', ''],
  [
    'chunks and extensions',
    `POST /a HTTP/1.1\r\n${host}transfer-encoding: Chunked\r\n`,
    'POST /a',
    'abc',
    '3;a="b"\r\nabc\r\n0\r\nx: 1\r\n\r\n',
  ],
  ['a body that looks like a request', `POST /a HTTP/1.1\r\n${host}content-length: ${hidden.length}\r\n`, 'POST /a', hidden, hidden],
  ['a GET with a body', `GET /a HTTP/1.1\r\n${host}content-length: 3\r\n`, 'GET /a', 'abc', 'abc'],
  ['encodings named by Connection', `GET /a HTTP/1.1\r\n${host}connection: content-length, host\r\n`, 'GET /a', ''],
])('a request with %s reaches the origin as one, and the next on its connection as another', async (_, head, line, body, sent = '') => {
  const next = `GET /next HTTP/1.1\r\n${host}connection: close\r\n\r\n`;
  const read = await raw(`${head}\r\n${sent}${next}`);
  expect(read.match(/from the origin/g)).toHaveLength(2);
  // Both are sent at once, so they arrive in any order.
  expect(originRequests).toHaveLength(2);
  expect(originRequests).toContainEqual(expect.objectContaining({ line, host: 'example.com', body }));
  expect(originRequests).toContainEqual(expect.objectContaining({ line: 'GET /next', host: 'example.com', body: '' }));
});

const preview = 'example.com.edge.localhost';
test.each([
  ['a header of connections', { 'transfer-encoding': 'chunked' }],
  ['a line break in a header', { 'x-a': `1\r\ntransfer-encoding: chunked` }],
  ['a NUL in a header', { 'x-a': '1\0b' }],
  ['a capital in a name', { 'X-A': '1' }],
  ['a line break in a name', { 'x-a\r\nb': '1' }],
  ['a length that isn’t that of the body', { 'content-length': '5' }],
  ['a path twice', { ':path': '/other' }],
])('HTTP/2: a request with %s reaches no origin, or without it', async (_, headers: Record<string, string>) => {
  const client = await openH2(Number(new URL(patient.edge().addresses.https).port), preview);
  const first = requestHeaders('/', {}, preview);
  client.send(
    frame(
      'headers',
      flags.endHeaders + flags.endStream,
      1,
      Buffer.concat([first, requestHeaders('', headers, '').subarray(requestHeaders('', {}, '').length)]),
    ),
  );
  client.send(frame('headers', flags.endHeaders + flags.endStream, 3, requestHeaders('/next', {}, preview)));
  await expect
    .poll(() => client.socket.destroyed || client.frames.some(({ type, stream }) => type === 'headers' && stream === 3))
    .toBe(true);
  for (const { line, headers: got } of originRequests) {
    expect(line).toMatch(/^GET \/(next)?$/);
    for (const name of ['transfer-encoding', 'content-length', 'x-a', 'x-a\r\nb', 'b']) expect(got).not.toHaveProperty([name]);
  }
  client.socket.destroy();
});
