import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paid, serverId, started } from '../../../../tests/support/server-transfer.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverTransfer } from '../../../lib/contract/cloud/serverTransfer.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { catalogueRates, planTraffic } from '../../../lib/rules/cloud/rates.ts';
import { GB } from '../../../lib/rules/cloud/space/limits.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';
import { HOUR } from '../server/meter.ts';

describe('the charges', () => {
  test('whenever the server changes its owner and the job runs: each hour is paid once, by its owner', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 40 * HOUR }),
        fc.integer({ min: 0, max: 40 * HOUR }),
        fc.boolean(),
        async (before, after, isMetered) => {
          const { p, ownerId, receiverId, set, run, row } = await started();
          // The end of a month is near.
          const from = Date.UTC(2026, 10, 29, 13, 20);
          p.clock.now = from;
          await p.store.write('test', (tx) => tx.deleteFrom('server').where('id', '!=', serverId).execute());
          await set({ meteredUntil: from, createdAt: from, trafficUntil: from });
          const { hourlyRate } = await row();
          p.clock.now += before;
          if (isMetered) await run('server.meter');
          const owner = await p.signIn();
          const { transfer } = await p.ok(serverTransfer.offer, { serverId, email: demo.second, confirm: 'web-fra-01' }, { token: owner });
          await p.ok(
            serverTransfer.accept,
            { transferToken: transfer.transferToken },
            { token: await p.signIn(demo.second), headers: { 'idempotency-key': crypto.randomUUID() } },
          );
          p.clock.now += after;
          await run('server.meter');
          await run('server.meter');
          const first = Math.ceil(before / HOUR);
          const hours = [first, Math.ceil((before + after) / HOUR) - first] as const;
          const usage = await p.store.reader
            .selectFrom('serverUsage')
            .select(['accountId', 'hours', 'microMills'])
            .where('serverId', '=', serverId)
            .execute();
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
    const { p, ownerId, receiverId, set, run } = await started();
    const drivers = p.provider.services.drivers as { compute: ComputeDriver };
    const { compute } = drivers;
    const state = { isDown: false };
    // 100 MB a second.
    drivers.compute = {
      ...compute,
      async metrics(_id, { from, to, step }) {
        if (state.isDown) throw new Error('no response');
        const first = Math.ceil(from / step);
        const times = Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => (first + i) * step);
        const all = (value: number) => times.map(() => value);
        const values = { cpu: all(0), ram: all(0), diskRead: all(0), diskWrite: all(0), netIn: all(0), netOut: all(100_000_000) };
        return { times, values };
      },
    };
    const from = Date.UTC(2026, 10, 1, 0, 0);
    p.clock.now = from;
    await p.store.write('test', (tx) => tx.deleteFrom('serverTraffic').where('serverId', '=', serverId).execute());
    await set({ meteredUntil: from, createdAt: from, trafficUntil: from });
    const included = planTraffic.pro * GB;
    // Ten minutes past an hour, with the included amount used up.
    const used = Math.ceil(included / (100_000_000 * 3600)) * HOUR + 10 * 60_000;
    p.clock.now = from + used;
    const [owner, receiver] = [await p.signIn(), await p.signIn(demo.second)];
    const { transfer } = await p.ok(serverTransfer.offer, { serverId, email: demo.second, confirm: 'web-fra-01' }, { token: owner });
    const take = () =>
      p.try(
        serverTransfer.accept,
        { transferToken: transfer.transferToken },
        { token: receiver, headers: { 'idempotency-key': crypto.randomUUID() } },
      );
    state.isDown = true;
    expect((await take()).body.code).toBe('serverTransfer:error.traffic');
    state.isDown = false;
    expect((await take()).status).toBe(200);
    const cost = (ms: number) =>
      Math.max(0, Math.round((((ms / 1000) * 100_000_000 - included) / GB) * (catalogueRates.traffic / 1_000_000)));
    expect(Math.abs((await paid(p, ownerId, 'serverTraffic')) - cost(used))).toBeLessThanOrEqual(1);
    p.clock.now = from + used + 110 * 60_000;
    await run('server.traffic');
    expect(await paid(p, ownerId, 'serverTraffic')).toBeLessThanOrEqual(cost(used) + 1);
    const rest = cost(used + 110 * 60_000) - cost(used);
    expect(rest).toBeGreaterThan(0);
    expect(Math.abs((await paid(p, receiverId, 'serverTraffic')) - rest)).toBeLessThanOrEqual(2);
    const shown = (await p.ok(server.traffic, { serverId }, { token: await p.signIn(demo.second) })).traffic;
    expect(shown.cost).toBe(await paid(p, receiverId, 'serverTraffic'));
  });
});
