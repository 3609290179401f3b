import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { measure } from '../../../../tests/support/measured.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { serverId, started } from '../../../../tests/support/serverTransfer.ts';
import { stored, storedOne } from '../../../../tests/support/stored.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverTransfer } from '../../../lib/contract/cloud/serverTransfer.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { catalogRates, planTraffic } from '../../../lib/rules/cloud/rates.ts';
import { GB } from '../../../lib/rules/cloud/space/limits.ts';
import { HOUR } from '../../../lib/time.ts';
import { cloudJobs } from '../jobs.ts';

/** Offers the server unless it is offered, and accepts it. */
async function handOver(p: TestProvider) {
  const owner = { token: await p.signIn() };
  const offered = (await p.ok(serverTransfer.get, { serverId }, owner)).transfer;
  const offer = async () => (await p.ok(serverTransfer.offer, { serverId, email: demo.second, confirm: 'web-fra-01' }, owner)).transfer;
  const { transferToken } = offered ?? (await offer());
  const headers = { 'idempotency-key': crypto.randomUUID() };
  return p.try(serverTransfer.accept, { transferToken }, { token: await p.signIn(demo.second), headers });
}
/** What an account has paid for the hours or the traffic of servers, in mills. */
async function paid(p: TestProvider, accountId: string, what: 'serverUsage' | 'serverTraffic'): Promise<number> {
  const { id } = await storedOne(p, 'ledgerAccount', { ownerId: accountId });
  const entries = (await stored(p, 'ledgerEntry')).filter(({ reference }) => reference?.startsWith(`${what}:`)).map((one) => one.id);
  const lines = (await stored(p, 'ledgerLine', { accountId: id })).filter(({ entryId }) => entries.includes(entryId));
  return -lines.reduce((sum, { amount }) => sum + Number(amount), 0);
}

test('whenever the server changes its owner and the job runs: each hour is paid once, by its owner', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 40 * HOUR }),
      fc.integer({ min: 0, max: 40 * HOUR }),
      fc.boolean(),
      async (before, after, isMetered) => {
        const { p, ownerId, receiverId, set, row } = await started();
        // The end of a month is near.
        const from = Date.UTC(2026, 10, 29, 13, 20);
        p.clock.now = from;
        await p.store.write('test', (tx) => tx.deleteFrom('server').where('id', '!=', serverId).execute());
        await set({ meteredUntil: from, createdAt: from, trafficUntil: from });
        const { hourlyRate } = await row();
        p.clock.now += before;
        if (isMetered) await runJobs(p, cloudJobs.meterServers);
        expect((await handOver(p)).status).toBe(200);
        p.clock.now += after;
        await runJobs(p, cloudJobs.meterServers);
        await runJobs(p, cloudJobs.meterServers);
        const first = Math.ceil(before / HOUR);
        const hours = [first, Math.ceil((before + after) / HOUR) - first] as const;
        const usage = await stored(p, 'serverUsage', { serverId });
        const sum = (accountId: string) =>
          usage.filter((one) => one.accountId === accountId).reduce((total, one) => total + Number(one.hours), 0);
        expect([sum(ownerId), sum(receiverId)]).toEqual(hours);
        expect(usage.reduce((total, one) => total + Number(one.microMills), 0)).toBe((hours[0] + hours[1]) * hourlyRate);
        for (const accountId of [ownerId, receiverId])
          expect(Math.abs((await paid(p, accountId, 'serverUsage')) - (sum(accountId) * hourlyRate) / 1_000_000)).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 4 },
  );
});

test('traffic until the accept is the former owner’s; the included amount isn’t granted twice', async () => {
  const { p, ownerId, receiverId, set } = await started();
  const state = { isDown: false };
  // 100 MB a second.
  measure(p, (name) => {
    if (state.isDown) throw new Error('no response');
    return name === 'netOut' ? 100_000_000 : 0;
  });
  const from = Date.UTC(2026, 10, 1, 0, 0);
  p.clock.now = from;
  await p.store.write('test', (tx) => tx.deleteFrom('serverTraffic').where('serverId', '=', serverId).execute());
  await set({ meteredUntil: from, createdAt: from, trafficUntil: from });
  const included = planTraffic.pro * GB;
  // Ten minutes past an hour, with the included amount used up.
  const used = Math.ceil(included / (100_000_000 * 3600)) * HOUR + 10 * 60_000;
  p.clock.now = from + used;
  state.isDown = true;
  expect((await handOver(p)).body.code).toBe('serverTransfer:error.traffic');
  state.isDown = false;
  expect((await handOver(p)).status).toBe(200);
  const cost = (ms: number) => Math.max(0, Math.round((((ms / 1000) * 100_000_000 - included) / GB) * (catalogRates.traffic / 1_000_000)));
  expect(Math.abs((await paid(p, ownerId, 'serverTraffic')) - cost(used))).toBeLessThanOrEqual(1);
  p.clock.now = from + used + 110 * 60_000;
  await runJobs(p, cloudJobs.meterTraffic);
  expect(await paid(p, ownerId, 'serverTraffic')).toBeLessThanOrEqual(cost(used) + 1);
  const rest = cost(used + 110 * 60_000) - cost(used);
  expect(rest).toBeGreaterThan(0);
  expect(Math.abs((await paid(p, receiverId, 'serverTraffic')) - rest)).toBeLessThanOrEqual(2);
  const shown = (await p.ok(server.traffic, { serverId }, { token: await p.signIn(demo.second) })).traffic;
  expect(shown.cost).toBe(await paid(p, receiverId, 'serverTraffic'));
});
