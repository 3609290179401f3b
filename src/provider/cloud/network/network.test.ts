import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { network } from '../../../lib/contract/cloud/network.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';

const { networkId, freeNetworkId, serverId } = demo;

async function started() {
  const { p, token } = await signedIn();
  const create = (cidr: string) => p.try(network.create, { name: 'n', cidr, datacenterId: 10 }, { token });
  return { p, token, create };
}

test('ranges don’t overlap, also at once', async () => {
  const { p, create } = await started();
  const both = await Promise.all([create('10.40.0.0/16'), create('10.40.9.0/24')]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const before = await snapshot(p);
  const { status, body } = await create('10.20.0.128/25');
  expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([409, 'network:error.overlap', ['cidr']]);
  expect(await snapshot(p)).toBe(before);
});

test('a wrong range or data center is refused at its field, in the caller’s language', async () => {
  const { p, token } = await started();
  const t = translator('fa');
  const before = await snapshot(p);
  for (const [input, fields] of [
    [{ cidr: '8.8.8.0/24' }, { cidr: t('network:error.private', { value: '8.8.8.0/24' }) }],
    [{ cidr: '10.9.0.0/40' }, { cidr: t('address:error.prefix', { prefix: '40', min: 0, max: 32 }) }],
    [{ datacenterId: 13 }, { datacenterId: t('network:error.center') }],
  ] as const) {
    const wanted = { name: 'n', cidr: '10.9.0.0/24', datacenterId: 10, ...input };
    expect((await p.try(network.create, wanted, { token, locale: 'fa' })).body.fields).toEqual(fields);
  }
  expect(await snapshot(p)).toBe(before);
});

test('a server gets the lowest free address, or the requested one', async () => {
  const { p, token } = await started();
  const attach = (input: object) => p.try(network.attach, { networkId: freeNetworkId, serverId, ...input }, { token });
  expect((await attach({ ip: '10.21.0.1' })).body.fields).toEqual({ ip: expect.any(String) });
  const { status, body } = await attach({});
  expect([status, (body.network as { servers: object[] }).servers]).toEqual([
    200,
    [expect.objectContaining({ serverId, ip: '10.21.0.2' })],
  ]);
  // It is being changed, and already in the network.
  expect((await attach({})).status).toBe(409);
});

test('a network with servers can’t be deleted, and they are listed; another customer sees none', async () => {
  const { p, token } = await started();
  const before = await snapshot(p);
  const { status, body } = await p.try(network.delete, { networkId }, { token });
  expect([status, body.code, (body.servers as { serverId: string }[])[0]?.serverId]).toEqual([409, 'network:error.inUse', serverId]);
  expect(await snapshot(p)).toBe(before);
  expect((await p.ok(network.list, {}, { token: await p.signIn(demo.second) })).networks).toEqual([]);
  await p.ok(network.detach, { networkId, serverId }, { token });
  expect((await p.try(network.delete, { networkId }, { token })).status).toBe(200);
});
