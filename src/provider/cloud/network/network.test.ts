import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { network } from '../../../lib/contract/cloud/network.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';

const { networkId, freeNetworkId, serverId } = demo;

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
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

test.each(locales)('says in %s why a range or data center is refused', async (locale) => {
  const { p, token } = await started();
  const t = translator(locale);
  const before = await snapshot(p);
  const refused = async (input: object) =>
    (await p.try(network.create, { name: 'n', cidr: '10.9.0.0/24', datacenterId: 10, ...input }, { token, locale })).body.fields;
  expect(await refused({ cidr: '8.8.8.0/24' })).toEqual({ cidr: t('network:error.private', { value: '8.8.8.0/24' }) });
  expect(await refused({ cidr: '10.9.0.1/24' })).toEqual({
    cidr: t('network:error.hostBits', { value: '10.9.0.1/24', range: '10.9.0.0/24' }),
  });
  expect(await refused({ datacenterId: 13 })).toEqual({ datacenterId: t('network:error.center') });
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

test('a network with servers can’t be deleted, and they are listed', async () => {
  const { p, token } = await started();
  const before = await snapshot(p);
  const { status, body } = await p.try(network.delete, { networkId }, { token });
  expect([status, body.code, (body.servers as { serverId: string }[])[0]?.serverId]).toEqual([409, 'network:error.inUse', serverId]);
  expect(await snapshot(p)).toBe(before);
  await p.ok(network.detach, { networkId, serverId }, { token });
  expect((await p.try(network.delete, { networkId }, { token })).status).toBe(200);
});

test('another customer can’t see or change any', async () => {
  const { p } = await started();
  const token = await p.signIn(demo.second);
  const before = await snapshot(p);
  expect((await p.ok(network.list, {}, { token })).networks).toEqual([]);
  for (const call of [network.delete, network.attach, network.detach])
    expect((await p.try(call, { networkId, serverId }, { token })).status).toBe(404);
  expect(await snapshot(p)).toBe(before);
});
