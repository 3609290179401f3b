import fc from 'fast-check';
import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { started } from '../../../../tests/support/server-addresses.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { key } from '../../../lib/i18n/key.ts';
import { addressRate, maxAddresses } from '../../../lib/rules/cloud/server/address.ts';
import { uuidv7 } from '../../core/ids.ts';
import { balanceOf, book } from '../../core/ledger/ledger.ts';
import { HOUR } from './meter.ts';

const { serverId, serverAddress } = demo;

test('an address is ordered from the driver, is shown everywhere, gets a host name, and loses both when it is removed', async () => {
  const { p, ips, extra, add, remove, rest, held } = await started();
  const added = await add('ipv6');
  expect([added.status, added.body.additional, added.body.ips]).toMatchObject([200, 1, [{ isPrimary: true }, { isPrimary: true }]]);
  // One action at a time.
  expect((await add()).body.code).toBe('server:reason.busy');
  await rest();
  const [one] = await extra();
  expect(one).toMatchObject({ kind: 'ipv6', address: expect.stringMatching(/^2001:db8:/), host: null });
  const address = one?.address ?? '';
  const token = await p.signIn();
  const { server: shown } = await p.ok(server.get, { serverId }, { token });
  expect(shown).toMatchObject({ state: 'ready', ip: [serverAddress, expect.any(String), address] });
  expect((await p.ok(server.list, {}, { token })).servers.find(({ id }) => id === serverId)?.ip).toContain(address);
  await p.ok(server.reverseDns, { serverId, address, host: 'mail.example.com' }, { token });
  await rest(2);
  expect(await held()).toMatchObject({ addresses: [{ kind: 'ipv6' }], reverseDns: [{ address }] });
  expect((await remove(address)).status).toBe(200);
  await rest();
  expect(await ips()).toHaveLength(2);
  expect(await held()).toMatchObject({ addresses: [], reverseDns: [] });
});

test('primary and foreign addresses aren’t removed, the limit and the balance hold, and nothing is written', async () => {
  const { p, add, remove, extra, rest } = await started();
  const before = await snapshot(p);
  expect(await remove(serverAddress)).toMatchObject({ status: 409, body: { code: 'server:error.addressPrimary' } });
  expect(await remove('192.0.2.1')).toMatchObject({ status: 422, body: { fields: { address: expect.any(String) } } });
  const other = { token: await p.signIn(demo.second) };
  expect((await p.try(server.addIp, { serverId, kind: 'ipv4' }, other)).status).toBe(404);
  expect((await p.try(server.removeIp, { serverId, address: serverAddress }, other)).status).toBe(404);
  expect(await snapshot(p)).toBe(before);
  const { accountId } = await p.store.reader.selectFrom('server').select('accountId').where('id', '=', serverId).executeTakeFirstOrThrow();
  const values = { accountId, serverId, kind: 'ipv4' as const, meteredUntil: p.clock.now + HOUR, carry: 0, createdAt: p.clock.now };
  await p.store.write('test', async (tx) => {
    for (let n = 1; n < maxAddresses; n++)
      await tx
        .insertInto('serverIp')
        .values({ ...values, id: uuidv7(p.clock.now), address: `192.0.2.${n}` })
        .execute();
  });
  // Two at once: one is the last.
  const both = await Promise.all([add(), add()]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await rest();
  expect(await extra()).toHaveLength(maxAddresses);
  expect(await add()).toMatchObject({ status: 409, body: { code: 'server:error.addressLimit' } });
  await p.store.write('test', async (tx) => {
    await tx.deleteFrom('serverIp').execute();
    const description = { key: key('server:ledger.usage'), params: { name: 'x', month: '2026-11' } };
    const [from, amount] = [{ wallet: accountId }, await balanceOf(tx, accountId)];
    await book(tx, { now: p.clock.now, newId: () => uuidv7(p.clock.now) }, { kind: 'usage', from, to: 'revenue', amount, description });
  });
  expect(await add()).toMatchObject({ status: 402, body: { code: 'server:error.addressBalance', needed: 96, balance: 0 } });
});

test('with the same key a repeated order is one address', async () => {
  const { p, extra, rest } = await started();
  const options = { token: await p.signIn(), headers: { 'idempotency-key': 'one' } };
  const sent = [
    await p.try(server.addIp, { serverId, kind: 'ipv4' }, options),
    await p.try(server.addIp, { serverId, kind: 'ipv4' }, options),
  ];
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  await rest();
  expect(await extra()).toHaveLength(1);
});

test('hours are charged exactly from the assignment, however late or often the job runs', async () => {
  const { p, add, rest, meter, charged } = await started();
  await add();
  await meter();
  await rest();
  const { meteredUntil } = await p.store.reader.selectFrom('serverIp').select('meteredUntil').executeTakeFirstOrThrow();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9 * HOUR }), fc.integer({ min: 1, max: 2 })), { maxLength: 4 }),
      async (runs) => {
        for (const [wait, times] of runs) {
          p.clock.now += wait;
          for (let i = 0; i < times; i++) await meter();
        }
        await meter();
        expect(await charged()).toBe((Math.ceil((p.clock.now - meteredUntil) / HOUR) * addressRate('ipv4')) / 1_000_000);
      },
    ),
    { numRuns: 5 },
  );
});
