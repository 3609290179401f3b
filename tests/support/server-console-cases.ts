import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { makeSockets } from '../../src/lib/adapter/sockets.ts';
import { serverConsole } from '../../src/lib/contract/cloud/serverConsole.ts';
import { demo } from '../../src/lib/contract/fields.ts';
import { startProvider } from './provider.ts';

const ORIGIN = 'https://panel.example.com';
const serverId = demo.serverId;
/** The provider with real sockets. */
export async function start() {
  const p = await startProvider();
  const token = await p.signIn();
  const from = { ip: '192.0.2.1' };
  const sockets = makeSockets(
    p.provider.openSocket,
    (origin) => origin === ORIGIN,
    () => from.ip,
  );
  const web = http.createServer().on('upgrade', sockets.upgrade);
  await new Promise<void>((done) => web.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    sockets.drain();
    web.closeAllConnections();
    web.close();
  });
  const { port } = web.address() as AddressInfo; // it listens on a port
  const ticket = async () => (await p.ok(serverConsole.open, { serverId, kind: 'serial' }, { token })).console;
  const connect = (first: string, { origin = ORIGIN, path = '/api/server/console/socket' } = {}) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { origin });
    let shown = '';
    const waiting: { text: string; done: () => void }[] = [];
    socket.on('open', () => socket.send(first));
    socket.on('message', (data) => {
      shown += String(data);
      for (const { text, done } of waiting) if (shown.includes(text)) done();
    });
    const closed = new Promise<number>((done) => {
      socket.on('close', done);
      socket.on('error', () => done(0));
    });
    const shows = (text: string) => (shown.includes(text) ? Promise.resolve() : new Promise<void>((done) => waiting.push({ text, done })));
    return { socket, closed, shows };
  };
  return { p, token, ticket, connect, from };
}
