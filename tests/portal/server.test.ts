import { connect } from 'node:net';
import { expect } from 'vitest';
import { test } from '../support/portal.ts';

test('a visitor who leaves before a page is drawn isn’t reported as an error', async ({ portal }) => {
  const before = portal.output().length;
  const output = () => portal.output().slice(before);
  const { hostname, port } = new URL(portal.url);
  const leave = () =>
    new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write('GET /status HTTP/1.1\r\nhost: localhost\r\n\r\n', () => socket.resetAndDestroy()),
      );
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });
  // The log has an entry of each at the level `debug` only.
  for (let i = 0; i < 100; i++) await leave();
  expect((await fetch(`${portal.url}/status`)).status).toBe(200);
  expect(output()).not.toMatch(/\[ERROR\]|\n {4}at /);
});

/** Sends bytes on a connection of its own, and leaves: at once, or with the response. Returns what was received. */
function raw(url: string, parts: readonly string[], then: 'leave' | 'answer'): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(port), hostname, async () => {
      for (const part of parts) await new Promise((done) => socket.write(part, done));
      if (then === 'leave') setTimeout(() => socket.resetAndDestroy(), 50);
      else if (received === '') socket.once('data', () => socket.destroy());
      else socket.destroy();
    });
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}
const post = (path: string, headers: string, origin: string) =>
  `POST /api${path} HTTP/1.1\r\nhost: ${new URL(origin).host}\r\norigin: ${origin}\r\n${headers}\r\n`;

test('a caller who leaves within a body, or sends too much, is no error of the portal', async ({ portal, demo }) => {
  const before = portal.output().length;
  const json = 'content-type: application/json\r\n';
  const form = 'content-type: multipart/form-data; boundary=x\r\n';
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello';
  await raw(portal.url, [post('/auth/login', `${json}content-length: 500\r\n`, portal.url), '{"user'], 'leave');
  await raw(portal.url, [post('/auth/login', `${json}transfer-encoding: chunked\r\n`, portal.url), '6\r\n{"user\r\n'], 'leave');
  const signedIn = `cookie: ${demo.cookie}\r\n`;
  await raw(portal.url, [post('/domain/dns/import', `${form}${signedIn}content-length: 5000\r\n`, portal.url), part], 'leave');
  await raw(portal.url, [post('/domain/dns/create', `${json}${signedIn}content-length: 5000\r\n`, portal.url), '{"type'], 'leave');
  const large = 'x'.repeat(60_000);
  const chunked = `${post('/auth/login', `${json}transfer-encoding: chunked\r\nconnection: close\r\n`, portal.url)}ea60\r\n${large}\r\n0\r\n\r\n`;
  expect(await raw(portal.url, [chunked], 'answer')).toMatch(/^HTTP\/1.1 413 /);
  // Without a length, the limit of a file is noticed while the provider reads it.
  const mebibyte = `100000\r\n${'x'.repeat(1024 * 1024)}\r\n`;
  const head = (connection: string) =>
    post('/domain/dns/import', `${form}${signedIn}transfer-encoding: chunked\r\nconnection: ${connection}\r\n`, portal.url);
  const start = `${part.length.toString(16)}\r\n${part}\r\n`;
  const file = [start, ...Array<string>(40).fill(mebibyte), '0\r\n\r\n'];
  for (const connection of ['keep-alive', 'close'])
    expect(await raw(portal.url, [head(connection), ...file], 'answer'), connection).toMatch(/^HTTP\/1.1 413 /);
  await new Promise((done) => setTimeout(done, 300));
  expect(portal.output().slice(before)).not.toMatch(/"level":"error"|\n {4}at /);
});
