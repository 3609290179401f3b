import { expect, test } from 'vitest';
import { start } from '../../../../tests/support/server-console-cases.ts';
import { device } from '../../../lib/contract/account/device.ts';
import { serverConsole } from '../../../lib/contract/cloud/serverConsole.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { TICKET_MS } from './serverConsole.ts';

const serverId = demo.serverId;

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
  expect(await p.ok(serverConsole.kinds, { serverId }, { token })).toEqual({ kinds: ['serial'] });
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
  const [open, kept] = [connect(used.token), connect(other.token)];
  await Promise.all([open.shows('simulated server'), kept.shows('simulated server')]);
  const close = (code: string, id: string = serverId) => p.try(serverConsole.close, { serverId: id, token: code }, { token });
  expect((await close(other.token, demo.offServerId)).status).toBe(200);
  for (const { token: code } of [used, unused, used]) expect((await close(code)).status).toBe(200);
  expect(await open.closed).toBe(1000);
  expect(await connect(unused.token).closed).toBe(4001);
  // It was checked as often as the one that closed.
  kept.socket.send(JSON.stringify({ data: 'size\r' }));
  await kept.shows('columns');
});
