import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { move } from '../../../../tests/support/ledger.ts';
import { createLogEntry } from '../../../../tests/support/logEntries.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { storedOne, updateStored } from '../../../../tests/support/stored.ts';
import { domain as domainCalls } from '../../../lib/contract/cdn/domain.ts';
import { plan } from '../../../lib/contract/cdn/plan.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { budget } from '../../../lib/contract/finance/budget.ts';
import { walletDetail } from '../../../lib/contract/finance/walletDetail.ts';
import { chargedCost } from '../../../lib/rules/cdn/plan/traffic.ts';
import { facts } from '../../../lib/rules/core/facts.ts';
import { monthKey } from '../../../lib/rules/core/month.ts';
import { plans } from '../../../lib/rules/core/plans.ts';
import { GB } from '../../../lib/rules/core/traffic.ts';
import { DAY, HOUR } from '../../../lib/time.ts';
import { cdnJobs } from '../jobs.ts';
import { trafficCosts } from './usage.ts';

/** Bytes that cost a mill, so that no sum is rounded. */
const UNIT = GB / facts.trafficPrice;
const free = facts.freeTraffic * GB;

/** Two domains of one customer and one of another, with money in both wallets and no other work to do. */
async function start(at = Date.UTC(2027, 4, 10, 9)) {
  const p = await startProvider();
  const { jobs, logs } = p.provider.services;
  p.clock.now = at;
  const rows = await p.store.reader.selectFrom('domain').select(['id', 'accountId', 'name']).orderBy('id').execute();
  const pick = (of: (row: (typeof rows)[number]) => boolean) => rows.find(of) ?? expect.fail('no such domain');
  const first = pick(({ id }) => id === demo.domainId);
  const domains = [first, pick(({ id }) => id === demo.planDomainId), pick(({ accountId }) => accountId !== first.accountId)] as const;
  await p.store.write('test', async (tx) => {
    await tx.updateTable('domain').set({ plan: 'free' }).execute();
    await tx.updateTable('domain').set({ plan: 'eco' }).where('id', '=', demo.planDomainId).execute();
    await tx.deleteFrom('domainPlan').execute();
  });
  for (const wallet of new Set(domains.map(({ accountId }) => accountId))) await move(p, wallet, 1e12);
  let batches = 0;
  const send = async (domainId: string, time: number, bytes: number, times = 1) => {
    const id = `batch-${++batches}`;
    const lines = [createLogEntry({ id, at: time, domainId, bytes })];
    for (let i = 0; i < times; i++) await logs.ingest({ id, lines, receivedAt: p.clock.now });
  };
  const meter = async () => {
    await p.store.write('test', async (tx) => {
      await tx.deleteFrom('job').execute();
      await jobs.enqueue(tx, cdnJobs.meterTraffic, {});
    });
    await jobs.runDue();
  };
  /** Mills that the traffic of a domain, or of an account's domains, has cost. */
  const charged = async (accountId: string, domainId?: string) => {
    let query = p.store.reader
      .selectFrom('ledgerLine')
      .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
      .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
      .select((e) => e.fn.sum<number | string>('amount').as('sum'))
      .where(sql.ref('ledgerEntry.description'), 'like', '%plan:ledger.traffic%')
      .where('ledgerAccount.ownerId', '=', accountId);
    if (domainId) query = query.where('reference', '=', domainId);
    return 0 - Number((await query.executeTakeFirstOrThrow()).sum ?? 0);
  };
  const months = () => p.store.reader.selectFrom('domainTraffic').selectAll().orderBy('month').execute();
  const own = domains[0].accountId;
  return { p, logs, domains, own, send, meter, charged, months };
}

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
    await p.store.write('test', (tx) => jobs.enqueue(tx, cdnJobs.meterTraffic, {}, { key }));
    await jobs.runDue();
  };
  await Promise.all(['a', 'b', 'c'].map(run));
  expect(await charged(own)).toBe(10 * facts.trafficPrice);
});

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
  const setPlan = (plan: 'free' | 'com' | 'ent') => updateStored(p, 'domain', { id }, { plan });
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
  const stop = { domainId: id, reason: 'cap', didPause: false, suspendedAt: p.clock.now } as const;
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
  await updateStored(p, 'domain', { id }, { accountId: other });
  await send(id, p.clock.now - HOUR, GB);
  await send(id, p.clock.now, 302 * GB);
  p.clock.now += HOUR;
  await meter();
  expect([await charged(own), await charged(other)]).toEqual([11 * facts.trafficPrice, 2 * facts.trafficPrice]);
  expect((await months()).map(({ accountId, month }) => `${accountId} ${month}`).sort()).toEqual(
    [own, other].map((accountId) => `${accountId} ${monthKey(p.clock.now)}`).sort(),
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
