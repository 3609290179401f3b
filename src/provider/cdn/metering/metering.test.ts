import fc from 'fast-check';
import { expect, test } from 'vitest';
import { start } from '../../../../tests/support/metering-cases.ts';
import { plan } from '../../../lib/contract/cdn/plan.ts';
import { budget } from '../../../lib/contract/finance/budget.ts';
import { walletDetail } from '../../../lib/contract/finance/walletDetail.ts';
import { chargedCost } from '../../../lib/rules/cdn/plan/traffic.ts';
import { facts } from '../../../lib/rules/core/facts.ts';
import { plans } from '../../../lib/rules/core/plans.ts';
import { GB } from '../../../lib/rules/core/traffic.ts';
import { trafficCosts } from './usage.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Bytes that cost a mill, so that no sum is rounded. */
const UNIT = GB / facts.trafficPrice;
const free = facts.freeTraffic * GB;

test('late lines, repeated batches, and runs that are late, repeated or killed: each hour is charged once', async () => {
  const { p, logs, domains, send, meter, charged } = await start();
  const included = [plans.free, plans.eco, plans.free].map(({ traffic }) => (traffic ?? 0) * GB);
  const accounts = [...new Set(domains.map(({ accountId }) => accountId))];
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        of: fc.nat(2),
        ago: fc.nat(DAY),
        units: fc.integer({ min: 1, max: 12_000 }),
        times: fc.integer({ min: 1, max: 2 }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 40 * HOUR }) }) },
    { weight: 3, arbitrary: fc.record({ runs: fc.integer({ min: 1, max: 2 }), isKilled: fc.boolean() }) },
  );
  const starts = fc.constantFrom(Date.UTC(2028, 1, 28, 9), Date.UTC(2027, 1, 27, 20), Date.UTC(2026, 11, 30, 5), Date.UTC(2027, 3, 28));
  const { write } = p.store;
  await fc.assert(
    fc.asyncProperty(starts, fc.array(step, { minLength: 6, maxLength: 25 }), async (begin, steps) => {
      await p.store.write('test', async (tx) => {
        for (const table of ['trafficHour', 'domainTraffic', 'trafficMeter'] as const) await tx.deleteFrom(table).execute();
      });
      for (const { id } of domains) await logs.forget(id);
      const before = await Promise.all(accounts.map((id) => charged(id)));
      const sent: { of: number; at: number; bytes: number }[] = [];
      p.clock.now = begin;
      await meter();
      for (const one of steps) {
        if ('wait' in one) p.clock.now += one.wait;
        else if ('of' in one) {
          const at = Math.max(begin, p.clock.now - one.ago);
          sent.push({ of: one.of, at, bytes: one.units * UNIT });
          await send(domains[one.of]?.id ?? '', at, one.units * UNIT, one.times);
        } else {
          // Ends after the charges of the first account, or before the run is recorded.
          if (one.isKilled)
            p.store.write = async (lock, work) => {
              if (lock === 'traffic.meter' || lock === `account:${accounts[1]}`) throw new Error('killed');
              return write(lock, work);
            };
          await meter();
          p.store.write = write;
          for (let i = 1; i < one.runs; i++) await meter();
        }
      }
      p.clock.now += HOUR;
      await meter();
      for (const [i, accountId] of accounts.entries()) {
        let cost = 0;
        const theirs = sent.filter(({ of }) => domains[of]?.accountId === accountId);
        for (const month of new Set(theirs.map(({ at }) => new Date(at).toISOString().slice(0, 7)))) {
          const beyond = domains.map((_, of) => {
            const lines = theirs.filter((line) => line.of === of && new Date(line.at).toISOString().startsWith(month));
            return Math.max(0, lines.reduce((sum, { bytes }) => sum + bytes, 0) - (included[of] ?? 0));
          });
          cost += Math.max(0, beyond.reduce((sum, bytes) => sum + bytes) - free) / UNIT;
        }
        expect((await charged(accountId)) - (before[i] ?? 0)).toBe(cost);
      }
    }),
    { numRuns: 12 },
  );
});

test('the plan comes first, then the free traffic that the domains share, then the wallet; the result is the same hour by hour', async () => {
  const results = [];
  for (const isLate of [false, true]) {
    const { p, domains, own, send, meter, charged, months } = await start();
    await meter();
    // An odd number of bytes, which is rounded down once.
    for (let hour = 0; hour < 8; hour++) {
      for (const { id } of domains.slice(0, 2)) await send(id, p.clock.now, 99 * GB + 12_345_678);
      p.clock.now += HOUR;
      if (!isLate) await meter();
    }
    await meter();
    const [basic, eco] = [domains[0].id, domains[1].id];
    const rows = (await months()).map(({ domainId, free, charged, booked }) => ({ domainId, free, charged, booked }));
    results.push(rows);
    const bytes = 8 * (99 * GB + 12_345_678);
    const [a, b] = [rows.find((row) => row.domainId === basic), rows.find((row) => row.domainId === eco)];
    expect((a?.free ?? 0) + (b?.free ?? 0)).toBe(free);
    expect((a?.charged ?? 0) + (b?.charged ?? 0)).toBe(2 * bytes - 600 * GB - free);
    expect(await charged(own, basic)).toBe(chargedCost(a?.charged ?? 0, facts.trafficPrice));
    expect(await charged(own)).toBe(chargedCost(a?.charged ?? 0, facts.trafficPrice) + chargedCost(b?.charged ?? 0, facts.trafficPrice));
  }
  expect(results[0]).toEqual(results[1]);
});

test('a month is shown with its plan, the shared traffic and a forecast, and counted by the wallet and the budget', async () => {
  const { p, domains, own, send, meter } = await start(Date.UTC(2027, 4, 1));
  const [{ id, name }] = domains;
  // A session is shorter than this test.
  const shown = async (month?: string) =>
    (await p.ok(plan.usage, { domainId: id, ...(month && { month }) }, { token: await p.signIn() })).usage;
  expect(await shown()).toMatchObject({ measured: false, traffic: { used: null } });
  await meter();
  await send(id, p.clock.now, 310 * GB);
  p.clock.now += DAY;
  await meter();
  expect(await shown()).toEqual({
    month: '2027-05',
    measured: true,
    countedUntil: '2027-05-02T00:00:00.000Z',
    traffic: { used: 310, included: 100, shared: 200, sharedUsed: 200, overage: 10, cost: 400, price: 40, next: null, forecast: 310 * 31 },
    requests: { used: 1, included: 5e6 },
  });
  expect((await shown('2027-04')).measured).toBe(false);
  const token = await p.signIn();
  const { usage } = await p.ok(walletDetail.usage, {}, { token });
  expect(usage.items).toContainEqual({ service: 'cdn', name, amount: 400 });
  // Nothing is charged for the rest of the day: it is expected at the same pace for the 30 days that are left.
  expect(usage.forecast).toBeGreaterThanOrEqual(400 + 30 * 400);
  expect((await p.ok(budget.get, {}, { token })).domains).toContainEqual({ id, name, spent: 400 });
  expect(await trafficCosts(p.store.reader, { id: own }, p.clock.now)).toEqual([{ name, perDay: 400 }]);
  // On the first day of a month the free traffic is complete again.
  expect(await trafficCosts(p.store.reader, { id: own }, Date.UTC(2027, 5, 1))).toEqual([]);
});

test('runs at the same time charge an hour once', async () => {
  const { p, domains, own, send, meter, charged } = await start();
  await meter();
  await send(domains[0].id, p.clock.now, 310 * GB);
  p.clock.now += HOUR;
  const { jobs } = p.provider.services;
  const run = async (key: string) => {
    await p.store.write('test', (tx) => jobs.enqueue(tx, 'traffic.meter', { key }));
    await jobs.runDue();
  };
  await Promise.all(['a', 'b', 'c'].map(run));
  expect(await charged(own)).toBe(10 * facts.trafficPrice);
});
