import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { updateStored } from '../../../../tests/support/stored.ts';
import { makeSockets } from '../../../adapter/sockets.ts';
import { allowedIp } from '../../../lib/contract/account/allowedIp.ts';
import { device } from '../../../lib/contract/account/device.ts';
import { serverConsole } from '../../../lib/contract/cloud/serverConsole.ts';
import { demo } from '../../../lib/contract/fields.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';
import { DriverFault } from '../../drivers/driver.ts';
import { TICKET_MS } from './serverConsole.ts';

const ORIGIN = 'https://panel.example.com';
const serverId = demo.serverId;

/** The provider with real sockets. */
async function start() {
  const { p, token } = await signedIn();
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

test('a ticket opens the console once; typed text is echoed', async () => {
  const { ticket, connect } = await start();
  const { token: code, url } = await ticket();
  expect(url).toBe('/server/console/socket');
  const first = connect(code);
  await first.shows('simulated server');
  first.socket.send(JSON.stringify({ columns: 100, rows: 30 }));
  first.socket.send(JSON.stringify({ data: 'size\r' }));
  await first.shows('100 columns');
  expect(await connect(code).closed).toBe(4001);
  first.socket.send(JSON.stringify({ data: 'exit\r' }));
  expect(await first.closed).toBe(1000);
});

test('a ticket is invalid after a minute, at another path, from another site, or when forged', async () => {
  const { p, ticket, connect } = await start();
  const old = await ticket();
  p.clock.now += TICKET_MS;
  expect(await connect(old.token).closed).toBe(4001);
  const { token: code } = await ticket();
  expect(await connect(code, { origin: 'https://evil.example' }).closed).toBe(0);
  expect(await connect(code, { path: '/api/other' }).closed).toBe(4001);
  expect(await connect('made-up').closed).toBe(4001);
  await connect(code).shows('simulated server');
});

test('a console is refused if the server is off or has none of that type', async () => {
  const { p, token } = await start();
  const refused = async (input: object) => {
    const { status, body } = await p.try(serverConsole.open, input, { token });
    return [status, body.code];
  };
  expect(await refused({ serverId: demo.offServerId, kind: 'serial' })).toEqual([409, 'server:reason.isOff']);
  expect(await refused({ serverId, kind: 'graphical' })).toEqual([409, 'server:reason.noConsole']);
  expect(await p.ok(serverConsole.kinds, { serverId }, { token })).toEqual({ kinds: ['serial'], bootLog: false });
});

test('a console closes when its session ends, and its ticket is then invalid', async () => {
  const { p, token, ticket, connect } = await start();
  const [first, unused] = [await ticket(), await ticket()];
  const open = connect(first.token);
  await open.shows('simulated server');
  await p.ok(device.removeOthers, {}, { token: await p.signIn() });
  expect((await p.try(serverConsole.open, { serverId, kind: 'serial' }, { token })).status).toBe(401);
  expect(await open.closed).toBe(1000);
  expect(await connect(unused.token).closed).toBe(4001);
});

test('closing a console voids its ticket and ends its socket, but only with its own server', async () => {
  const { p, token, ticket, connect } = await start();
  const [used, unused, other] = [await ticket(), await ticket(), await ticket()];
  const [open, untouched] = [connect(used.token), connect(other.token)];
  await Promise.all([open.shows('simulated server'), untouched.shows('simulated server')]);
  const close = (code: string, id: string = serverId) => p.try(serverConsole.close, { serverId: id, token: code }, { token });
  expect((await close(other.token, demo.offServerId)).status).toBe(200);
  for (const { token: code } of [used, unused, used]) expect((await close(code)).status).toBe(200);
  expect(await open.closed).toBe(1000);
  expect(await connect(unused.token).closed).toBe(4001);
  // It was checked as often as the one that closed.
  untouched.socket.send(JSON.stringify({ data: 'size\r' }));
  await untouched.shows('columns');
});

test('a console closes when its address is no longer allowed', async () => {
  const { p, token, ticket, connect, from } = await start();
  const unused = await ticket();
  from.ip = '203.0.113.9';
  const open = connect((await ticket()).token);
  await open.shows('simulated server');
  await p.ok(allowedIp.add, { ip: '192.0.2.1' }, { token });
  await p.ok(allowedIp.toggle, { enabled: true }, { token });
  expect(await open.closed).toBe(1000);
  expect(await connect(unused.token).closed).toBe(4001);
});

test('a console closes when the server is handed over, and its ticket is then invalid', async () => {
  const { p, ticket, connect } = await start();
  const [used, unused] = [await ticket(), await ticket()];
  const open = connect(used.token);
  await open.shows('simulated server');
  await updateStored(p, 'server', { id: serverId }, { accountId: await readAccountId(p, demo.second) });
  expect(await open.closed).toBe(1000);
  expect(await connect(unused.token).closed).toBe(4001);
});

test('a console that doesn’t respond closes with another code than an invalid ticket', async () => {
  const { p, ticket, connect } = await start();
  const drivers = p.provider.services.drivers as { compute: ComputeDriver }; // the default
  drivers.compute = { ...drivers.compute, console: () => Promise.reject(new Error('the host does not respond')) };
  expect(await connect((await ticket()).token).closed).toBe(4002);
});

test('the boot log of a server is plain text, and belongs to its owner', async () => {
  const { p, token } = await signedIn();
  const read = (input: object, caller: string) => p.try(serverConsole.log, input, { token: caller });
  expect(await read({ serverId }, token)).toMatchObject({ status: 409, body: { code: 'server:reason.noBootLog' } });
  const asked: string[] = [];
  const drivers = p.provider.services.drivers as { compute: ComputeDriver }; // the default
  const bootLog = async (id: string) => {
    asked.push(id);
    return '\x1b[1mLinux version 6\x1b[0m\r\nlogin:\r\n';
  };
  drivers.compute = { ...drivers.compute, bootLog };
  expect(await p.ok(serverConsole.kinds, { serverId }, { token })).toEqual({ kinds: ['serial'], bootLog: true });
  expect(await read({ serverId: demo.offServerId }, token)).toMatchObject({
    status: 200,
    body: { log: { text: 'Linux version 6\nlogin:', readAt: new Date(p.clock.now).toISOString() } },
  });
  const other = await p.signIn(demo.second);
  expect((await read({ serverId }, other)).status).toBe(404);
  expect(asked).toEqual([demo.offServerId]);
  const silent = new DriverFault('server:reason.noHost');
  drivers.compute = { ...drivers.compute, bootLog: () => Promise.reject(silent) };
  expect(await read({ serverId }, token)).toMatchObject({ status: 409, body: { code: 'server:reason.noHost' } });
});
