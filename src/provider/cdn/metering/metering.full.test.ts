import { expect, test } from 'vitest';
import { start } from '../../../../tests/support/metering-cases.ts';
import { given, storedOne } from '../../../../tests/support/stored.ts';
import { domain as domainCalls } from '../../../lib/contract/cdn/domain.ts';
import { plan } from '../../../lib/contract/cdn/plan.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { facts } from '../../../lib/rules/core/facts.ts';
import { monthOf } from '../../../lib/rules/core/month.ts';
import { plans } from '../../../lib/rules/core/plans.ts';
import { GB } from '../../../lib/rules/core/traffic.ts';
import { trafficCosts } from './usage.ts';

const HOUR = 3_600_000;
const free = facts.freeTraffic * GB;

test('without lines nothing is charged; traffic from before the first run isn’t either', async () => {
  const { p, domains, own, send, meter, charged, months } = await start();
  await send(domains[0].id, p.clock.now - HOUR, 900 * GB);
  await meter();
  p.clock.now += 3 * HOUR;
  await meter();
  expect([await charged(own), await months()]).toEqual([0, []]);
});

test('a larger plan applies to the whole month and returns free traffic; what was charged stays; a plan by contract has no limit', async () => {
  const { p, domains, own, send, meter, charged, months } = await start();
  const [{ id }] = domains;
  const setPlan = (plan: 'free' | 'com' | 'ent') => given(p, 'domain', { id }, { plan });
  const hour = async (gb: number) => {
    await send(id, p.clock.now, gb * GB);
    p.clock.now += HOUR;
    await meter();
  };
  await meter();
  await hour(310);
  expect(await charged(own)).toBe(10 * facts.trafficPrice);
  await setPlan('com');
  await hour(1);
  expect((await months())[0]).toMatchObject({ included: plans.com.traffic, free: 0, charged: 10 * GB });
  await setPlan('free');
  await hour(1_700);
  expect([await charged(own), (await months())[0]?.included]).toEqual([10 * facts.trafficPrice, plans.com.traffic]);
  await setPlan('ent');
  await hour(50_000);
  expect(await charged(own)).toBe(10 * facts.trafficPrice);
});

test('a removed domain pays for its last hours, and doesn’t get the traffic of its plan again when it is added again', async () => {
  const { p, domains, own, send, meter, charged } = await start();
  const [{ id, name }] = domains;
  const token = await p.signIn();
  await meter();
  await send(id, p.clock.now, 310 * GB);
  await p.ok(domainCalls.delete, { domainId: id, confirm: name }, { token });
  p.clock.now += HOUR;
  await meter();
  await meter();
  expect(await charged(own, id)).toBe(10 * facts.trafficPrice);
  const again = crypto.randomUUID();
  const row = { ...(await storedOne(p, 'domain', { id: demo.planDomainId })), id: again, name, plan: 'free' } as const;
  await p.store.write('test', (tx) => tx.insertInto('domain').values(row).execute());
  await send(again, p.clock.now, 5 * GB);
  p.clock.now += HOUR;
  await meter();
  expect(await charged(own, again)).toBe(5 * facts.trafficPrice);
});

test('a stopped domain isn’t charged for the hours of the stop', async () => {
  const { p, domains, own, send, meter, charged } = await start();
  const [{ id }] = domains;
  await meter();
  await send(id, p.clock.now, 310 * GB);
  p.clock.now += HOUR;
  const stop = { domainId: id, reason: 'cap', didPause: 0, suspendedAt: p.clock.now } as const;
  await p.store.write('test', (tx) => tx.insertInto('domainSuspension').values(stop).execute());
  await send(id, p.clock.now, 50 * GB);
  p.clock.now += HOUR;
  await meter();
  await p.store.write('test', (tx) => tx.deleteFrom('domainSuspension').where('domainId', '=', id).execute());
  await send(id, p.clock.now - HOUR, GB);
  await send(id, p.clock.now, GB);
  p.clock.now += HOUR;
  await meter();
  expect(await charged(own)).toBe(11 * facts.trafficPrice);
});

test('a domain that moves to another account: each pays for its own hours, also for late lines', async () => {
  const { p, domains, own, send, meter, charged, months } = await start();
  const [{ id }, , { accountId: other }] = domains;
  await meter();
  await send(id, p.clock.now, 310 * GB);
  p.clock.now += HOUR;
  await meter();
  await given(p, 'domain', { id }, { accountId: other });
  await send(id, p.clock.now - HOUR, GB);
  await send(id, p.clock.now, 302 * GB);
  p.clock.now += HOUR;
  await meter();
  expect([await charged(own), await charged(other)]).toEqual([11 * facts.trafficPrice, 2 * facts.trafficPrice]);
  expect((await months()).map(({ accountId, month }) => `${accountId} ${month}`).sort()).toEqual(
    [own, other].map((accountId) => `${accountId} ${monthOf(p.clock.now)}`).sort(),
  );
});

test('all traffic of a month has its price, also what is counted in the next one; a new price is shown before it is valid', async () => {
  const { p, domains, own, send, meter, charged } = await start(Date.UTC(2027, 4, 31, 20));
  const { id } = domains[0];
  const price = facts.trafficPrice + 5;
  const row = { month: '2027-06', price, version: 1, actor: demo.operator, createdAt: p.clock.now };
  await p.store.write('test', (tx) => tx.insertInto('trafficPrice').values(row).execute());
  await meter();
  const used = (plans.free.traffic ?? 0) * GB + free;
  await send(id, p.clock.now, used + 10 * GB);
  p.clock.now += HOUR;
  await meter();
  expect(await charged(own)).toBe(10 * facts.trafficPrice);
  const usage = async () => (await p.ok(plan.usage, { domainId: id }, { token: await p.signIn() })).usage.traffic;
  expect(await usage()).toMatchObject({ price: facts.trafficPrice, next: { month: '2027-06', price }, cost: 10 * facts.trafficPrice });

  // The last lines of May arrive in June.
  const late = p.clock.now;
  p.clock.now = Date.UTC(2027, 5, 1, 2);
  await send(id, late, 2 * GB);
  await send(id, Date.UTC(2027, 5, 1, 0, 30), used + 3 * GB);
  await meter();
  expect(await charged(own)).toBe(12 * facts.trafficPrice + 3 * price);
  expect(await usage()).toMatchObject({ price, next: null, cost: 3 * price });
  expect(await trafficCosts(p.store.reader, { id: own }, p.clock.now)).toEqual([{ name: domains[0].name, perDay: 3 * price }]);
});
