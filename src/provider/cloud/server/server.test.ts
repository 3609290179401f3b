import { expect, test } from 'vitest';
import { startProvider } from '../../../../tests/support/provider.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import { translation } from '../../../lib/contract/core/translation.ts';
import { demo } from '../../../lib/contract/fields.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';

test('the price list has prices in whole mills and exact rates, for the caller’s account only', async () => {
  const { p, token } = await signedIn();
  const { profile } = await p.ok(auth.profile, {}, { token });
  const { data } = await p.ok(server.price, { userId: profile.id }, { token });
  expect(data.find(({ item }) => item === 'cpu')).toEqual({
    service: 'CLOUD',
    item: 'cpu',
    datacenter_id: null,
    price: { hourly: 4, daily: 96, monthly: 2920, annual: 35_040 },
    rate: 4_000_000,
  });
  expect((await p.try(server.price, { userId: profile.id }, { token: await p.signIn('second@nasim.example') })).status).toBe(404);
});

test('reference data: one default data center, the OS of the plans, and the servers of the account', async () => {
  const { p, token } = await signedIn();
  const locations = await p.ok(server.dataCenters, {}, { token });
  expect(locations.filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([10]);
  expect((await p.ok(server.osList, {}, { token })).find(({ id }) => id === 98)).toMatchObject({ type: 'ubuntu', version: '22' });
  expect((await p.ok(server.list, {}, { token })).servers.map(({ name, state, power }) => [name, state, power])).toEqual([
    ['staging-01', 'ready', 'off'],
    ['web-fra-01', 'ready', 'on'],
    ['worker-dxb-01', 'installingOs', 'on'],
  ]);
  expect(await p.ok(server.list, {}, { token: await p.signIn('second@nasim.example') })).toEqual({ servers: [], total: 0 });
  const newest = await p.ok(server.list, { newest: 2 }, { token });
  const all = await p.ok(server.list, {}, { token });
  const byTime = [...all.servers].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  expect(newest.servers.map(({ createdAt }) => createdAt)).toEqual(byTime.slice(0, 2).map(({ createdAt }) => createdAt));
  expect([newest.total, all.total]).toEqual([all.servers.length, all.servers.length]);
});

test('a server is reached at its addresses, or through ports of its host', async () => {
  const { p, token } = await signedIn();
  const { serverId } = demo;
  const access = () => p.ok(server.access, { serverId }, { token });
  expect(await access()).toEqual({ access: null });
  const drivers = p.provider.services.drivers as { compute: ComputeDriver }; // the default
  const forwarded = { address: '203.0.113.5', user: 'root', ports: [{ port: 20_001, serverPort: 22, protocol: 'tcp' as const }] };
  drivers.compute = { ...drivers.compute, access: async () => forwarded };
  expect(await access()).toEqual({ access: forwarded });
  expect((await p.try(server.access, { serverId }, { token: await p.signIn('second@nasim.example') })).status).toBe(404);
});

test('public data: config, capabilities, plans and texts', async () => {
  const p = await startProvider();
  const { config } = await p.ok(provider.config, {});
  expect(config).toMatchObject({ currency: 'USD', divisor: 10, minorDigits: 2, upload: { maxFiles: 5, maxBytes: 31_457_280 } });
  expect((await p.ok(provider.capabilities, {})).capabilities).toMatchObject({ edge: 'none', compute: 'simulated' });
  const { plans } = await p.ok(domain.plans, {});
  expect(plans.map(({ code, price, traffic, requests, pageRules }) => [code, price.monthly, traffic, requests, pageRules])).toEqual([
    ['free', 0, 100, 5e6, 5],
    ['eco', 20_000, 500, 15e6, 25],
    ['com', 80_000, 2048, 30e6, 50],
    ['pro', 200_000, 10_240, 50e6, 75],
    ['ent', null, null, null, null],
  ]);
  expect((await p.ok(translation.all, {})).map(({ language }) => language)).toEqual(['en', 'fa', 'ar', 'es']);
});

test('reverse DNS is kept per address, is brought to the driver, and refuses what isn’t a hostname or its address', async () => {
  const { p, token } = await signedIn();
  const { serverId, serverAddress: address } = demo;
  const set = (host: string, at: string = address) => p.try(server.reverseDns, { serverId, address: at, host }, { token });
  expect((await set('Mail.Example.com.')).status).toBe(200);
  const { ips } = await p.ok(server.ips, { serverId }, { token });
  expect(ips.map(({ kind, host }) => [kind, host])).toEqual([
    ['ipv4', 'mail.example.com'],
    ['ipv6', null],
  ]);
  await p.provider.services.jobs.runDue();
  expect((await storedOne(p, 'simulated', { id: `server:${serverId}` })).spec).toMatchObject({
    reverseDns: [{ address, host: 'mail.example.com' }],
  });
  for (const host of ['mail', 'a b.example', '*.example.com', 'my_host.example.com', '192.0.2.1'])
    expect(await set(host), host).toMatchObject({ status: 422, body: { fields: { host: expect.stringContaining('full host name') } } });
  expect(await set('mail.example.com', '192.0.2.1')).toMatchObject({ status: 422 });
  expect((await set('')).body).toMatchObject({ ips: [{ address, host: null }, {}] });
});
