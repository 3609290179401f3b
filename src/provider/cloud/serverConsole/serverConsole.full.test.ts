import { expect, test } from 'vitest';
import { start } from '../../../../tests/support/server-console-cases.ts';
import { allowedIp } from '../../../lib/contract/account/allowedIp.ts';
import { demo } from '../../../lib/contract/fields.ts';

const serverId = demo.serverId;

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
  const { id } = await p.store.reader.selectFrom('user').select('id').where('email', '=', demo.second).executeTakeFirstOrThrow();
  await p.store.write('test', (tx) => tx.updateTable('server').set({ accountId: id }).where('id', '=', serverId).execute());
  expect(await open.closed).toBe(1000);
  expect(await connect(unused.token).closed).toBe(4001);
});
