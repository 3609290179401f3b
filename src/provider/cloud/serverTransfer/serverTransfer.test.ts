import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { alarm } from '../../../lib/contract/cloud/alarm.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { serverAction } from '../../../lib/contract/cloud/serverAction.ts';
import { serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { serverTransfer } from '../../../lib/contract/cloud/serverTransfer.ts';
import { snapshot as snapshots } from '../../../lib/contract/cloud/snapshot.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { task } from '../../../lib/contract/core/task.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { planTraffic, trafficRate } from '../../../lib/rules/cloud/rates.ts';
import { GB } from '../../../lib/rules/cloud/space/limits.ts';
import { uuidv7 } from '../../core/ids.ts';
import { book } from '../../core/ledger/ledger.ts';
import type { ComputeDriver } from '../../drivers/compute/compute.ts';
import { HOUR } from '../server/meter.ts';
import type { ServerSettings } from '../server/spec.ts';

const DAY = 24 * HOUR;
const { serverId } = demo;

/** The demo customer owns `web-fra-01`, with nothing attached that prevents a transfer; the second one has a balance. */
async function started() {
  const p = await startProvider();
  const owner = await p.signIn();
  const receiver = await p.signIn(demo.second);
  const id = async (token: string) => (await p.ok(auth.profile, {}, { token })).profile.id;
  const [ownerId, receiverId] = [await id(owner), await id(receiver)];
  await settings(p, (before) => ({ ...before, volumeIds: [], networks: [] }));
  await credit(p, receiverId, 1_000_000_000);
  const offer = async (extra: object = {}) =>
    (await p.ok(serverTransfer.offer, { serverId, email: demo.second, confirm: 'web-fra-01', ...extra }, { token: owner })).transfer
      .transferToken;
  const accept = (transferToken: string, input: object = {}) =>
    p.try(serverTransfer.accept, { transferToken, ...input }, { token: receiver, headers: { 'idempotency-key': crypto.randomUUID() } });
  const row = () => p.store.reader.selectFrom('server').selectAll().where('id', '=', serverId).executeTakeFirstOrThrow();
  const set = (values: object) => p.store.write('test', (tx) => tx.updateTable('server').set(values).where('id', '=', serverId).execute());
  const run = async (kind: 'server.meter' | 'server.traffic' | 'server.transfers') => {
    await p.store.write('test', (tx) => p.provider.services.jobs.enqueue(tx, kind));
    await p.provider.services.jobs.runDue();
  };
  return { p, owner, receiver, ownerId, receiverId, offer, accept, row, set, run };
}

async function settings(p: TestProvider, change: (before: ServerSettings) => ServerSettings): Promise<void> {
  await p.store.write('test', async (tx) => {
    const row = await tx.selectFrom('server').select('settings').where('id', '=', serverId).executeTakeFirstOrThrow();
    const next = JSON.stringify(change(JSON.parse(row.settings) as ServerSettings)); // as the seed writes it
    await tx.updateTable('server').set({ settings: next }).where('id', '=', serverId).execute();
  });
}

const credit = (p: TestProvider, accountId: string, amount: number) =>
  p.store.write('test', (tx) =>
    book(
      tx,
      { now: p.clock.now, newId: () => uuidv7(p.clock.now) },
      { kind: 'topUp', from: 'funding', to: { wallet: accountId }, amount, description: { key: 'domain:ledger.demoCredit' } },
    ),
  );

const spend = (p: TestProvider, accountId: string, amount: number) =>
  p.store.write('test', (tx) =>
    book(
      tx,
      { now: p.clock.now, newId: () => uuidv7(p.clock.now) },
      { kind: 'usage', from: { wallet: accountId }, to: 'revenue', amount, description: { key: 'domain:ledger.demoCredit' } },
    ),
  );

/** What an account has paid for the hours or the traffic of servers, in mills. */
async function paid(p: TestProvider, accountId: string, what: 'serverUsage' | 'serverTraffic'): Promise<number> {
  const row = await p.store.reader
    .selectFrom('ledgerLine')
    .innerJoin('ledgerEntry', 'ledgerEntry.id', 'ledgerLine.entryId')
    .innerJoin('ledgerAccount', 'ledgerAccount.id', 'ledgerLine.accountId')
    .select((e) => e.fn.sum<number>('amount').as('sum'))
    .where('reference', 'like', `${what}:%`)
    .where('ledgerAccount.ownerId', '=', accountId)
    .executeTakeFirstOrThrow();
  return -Number(row.sum ?? 0);
}

async function rest(p: TestProvider, token: string): Promise<void> {
  for (let i = 0; i < 30 && (await p.ok(server.get, { serverId }, { token })).server.state !== 'ready'; i++) {
    await p.provider.services.jobs.runDue();
    p.clock.now += 3_000;
  }
}

describe('the offer', () => {
  test('is emailed, shown in the panel, and tells nothing about the address', async () => {
    const { p, owner, receiver, offer } = await started();
    const known = await offer();
    expect((await p.lastMail(demo.second))?.body).toContain(`/servers/transfers/${known}`);
    const { notifications } = await p.ok(notification.list, {}, { token: receiver });
    expect(notifications[0]).toMatchObject({
      link: `/servers/transfers/${known}`,
      title: `${demo.email} offers you the server web-fra-01`,
    });
    const input = { serverId: demo.offServerId, email: 'nobody@nasim.example', confirm: 'Staging-01' };
    const { transfer } = await p.ok(serverTransfer.offer, input, { token: owner });
    expect(transfer).toEqual({
      transferToken: expect.any(String),
      email: 'nobody@nasim.example',
      sentBy: demo.email,
      createdAt: new Date(p.clock.now).toISOString(),
      expiresAt: new Date(p.clock.now + 7 * DAY).toISOString(),
    });
    expect((await p.lastMail('nobody@nasim.example'))?.subject).toBe(`${demo.email} offers you the server staging-01`);
    expect(await p.ok(serverTransfer.get, { serverId: demo.offServerId }, { token: owner })).toEqual({ transfer, reason: null });
  });

  test('shows the receiver what they take over, and nobody else', async () => {
    const { p, owner, receiver, offer, row } = await started();
    const transferToken = await offer();
    const { transfer } = await p.ok(serverTransfer.incoming, { transferToken }, { token: receiver });
    expect(transfer).toMatchObject({
      sentBy: demo.email,
      server: { name: 'web-fra-01', plan: 'pro-2023', ip: [demo.serverAddress, expect.any(String)] },
      hourlyMicroMills: (await row()).hourlyRate,
      paidUntil: new Date((await row()).meteredUntil).toISOString(),
      isPrepaid: false,
      firewalls: ['web'],
      reason: null,
    });
    // What is the owner's own isn't shown.
    expect(Object.keys(transfer.server)).not.toContain('id');
    for (const [call, token] of [
      [serverTransfer.incoming, owner],
      [serverTransfer.accept, owner],
    ] as const)
      expect((await p.try(call, { transferToken }, { token, headers: { 'idempotency-key': 'k'.repeat(20) } })).status).toBe(404);
  });

  test('requires the server’s name, a recent sign-in and another account', async () => {
    const { p, owner } = await started();
    const before = await snapshot(p);
    const refused = async (input: object) => {
      const { status, body } = await p.try(
        serverTransfer.offer,
        { serverId, email: demo.second, confirm: 'web-fra-01', ...input },
        { token: owner },
      );
      return [status, body.code];
    };
    expect(await refused({ confirm: 'web' })).toEqual([422, 'server:error.confirm']);
    expect(await refused({ email: demo.email })).toEqual([422, 'serverTransfer:error.self']);
    expect(await refused({ serverId: 'nobody' })).toEqual([404, 'error:notFound']);
    p.clock.now += 11 * 60_000;
    expect(await refused({})).toEqual([409, 'auth:error.confirm']);
    expect(await snapshot(p)).toBe(before);
  });

  test('is refused with the reason while something of the account is attached, or an action runs', async () => {
    const { p, owner, set, offer } = await started();
    const refused = async () => {
      const { status, body } = await p.try(serverTransfer.offer, { serverId, email: demo.second, confirm: 'web-fra-01' }, { token: owner });
      const { reason } = await p.ok(serverTransfer.get, { serverId }, { token: owner });
      expect([status, reason]).toEqual([409, body.message]);
      return body.code;
    };
    const attached = async (change: Partial<ServerSettings>) => {
      await settings(p, (before) => ({ ...before, volumeIds: [], networks: [], spaces: [], backups: false, ...change }));
      return refused();
    };
    expect(await attached({ volumeIds: [demo.volumeId] })).toBe('serverTransfer:reason.volumes');
    expect(await attached({ networks: [{ networkId: demo.networkId, address: '10.20.0.2' }] })).toBe('serverTransfer:reason.networks');
    expect(await attached({ spaces: [{ spaceId: demo.spaceId, mountPoint: '/mnt/media' }] })).toBe('serverTransfer:reason.spaces');
    expect(await attached({ backups: true })).toBe('serverTransfer:reason.schedule');
    await settings(p, (before) => ({ ...before, backups: false }));
    const { accountId } = await p.store.reader
      .selectFrom('server')
      .select('accountId')
      .where('id', '=', serverId)
      .executeTakeFirstOrThrow();
    const ip = { id: 'ip', accountId, serverId, kind: 'ipv4' as const, address: '192.0.2.7', meteredUntil: p.clock.now, carry: 0 };
    await p.store.write('test', (tx) =>
      tx
        .insertInto('serverIp')
        .values({ ...ip, createdAt: p.clock.now })
        .execute(),
    );
    expect(await refused()).toBe('serverTransfer:reason.addresses');
    await p.store.write('test', (tx) => tx.deleteFrom('serverIp').execute());
    await set({ protect: 1 });
    expect(await refused()).toBe('server:reason.protected');
    await set({ protect: 0, suspendedAt: p.clock.now });
    expect(await refused()).toBe('server:reason.suspended');
    await set({ suspendedAt: null, expiresAt: p.clock.now + HOUR });
    expect(await refused()).toBe('serverTransfer:reason.oneDay');
    await set({ expiresAt: null });
    await p.store.write('test', (tx) => tx.updateTable('backup').set({ status: 'creating' }).where('id', '=', demo.lastBackupId).execute());
    expect(await refused()).toBe('serverTransfer:reason.backup');
    await p.store.write('test', (tx) => tx.updateTable('backup').set({ status: 'ready' }).where('id', '=', demo.lastBackupId).execute());
    await p.ok(serverAction.restart, { serverId }, { token: owner });
    expect(await refused()).toBe('server:reason.busy');
    await rest(p, owner);
    await offer();
    const again = await p.try(serverTransfer.offer, { serverId, email: 'x@nasim.example', confirm: 'web-fra-01' }, { token: owner });
    expect([again.status, again.body.code]).toEqual([409, 'serverTransfer:error.open']);
  });

  test('can be cancelled by both, and expires after 7 days', async () => {
    const { p, owner, receiver, offer, accept, run } = await started();
    const titles = async (token: string) => (await p.ok(notification.list, {}, { token })).notifications.map(({ title }) => title);
    const withdrawn = await offer();
    await p.ok(serverTransfer.cancel, { transferToken: withdrawn }, { token: owner });
    expect((await titles(receiver))[0]).toBe('The transfer of web-fra-01 was cancelled');
    const declined = await offer();
    await p.ok(serverTransfer.cancel, { transferToken: declined }, { token: receiver });
    expect(await titles(owner)).toContain('The transfer of web-fra-01 was declined');
    for (const token of [owner, receiver])
      expect((await p.try(serverTransfer.cancel, { transferToken: declined }, { token })).status).toBe(404);
    const late = await offer();
    p.clock.now += 7 * DAY;
    expect((await accept(late)).status).not.toBe(200);
    await run('server.transfers');
    expect(await p.store.reader.selectFrom('serverTransfer').selectAll().execute()).toEqual([]);
    const again = await p.signIn();
    expect(await titles(again)).toContain('The transfer of web-fra-01 has expired');
    expect((await p.ok(serverTransfer.get, { serverId }, { token: again })).transfer).toBeNull();
  });
});

describe('the accept', () => {
  test('moves the server with its addresses, and nothing of the former owner’s', async () => {
    const { p, owner, receiver, ownerId, offer, accept, row } = await started();
    await settings(p, (before) => ({ ...before, sshKeys: ['ssh-ed25519 AAAA'], userData: 'secret: 1' }));
    await p.ok(server.reverseDns, { serverId, address: demo.serverAddress, host: 'mail.example.com' }, { token: owner });
    const before = await row();
    const { status, body } = await accept(await offer(), { name: 'web-new' });
    expect(status).toBe(200);
    await rest(p, receiver);
    const moved = (await p.ok(server.get, { serverId }, { token: receiver })).server;
    expect(moved).toMatchObject({
      name: 'web-new',
      state: 'ready',
      ip: [before.ipv4, before.ipv6],
      hasPassword: false,
      snapshots: 0,
      backups: { count: 0, every: null },
    });
    expect((await p.ok(task.get, { taskId: String(body.taskId) }, { token: receiver })).task).toMatchObject({ status: 'done' });
    const { firewallIds, ...rows } = JSON.parse((await row()).settings) as ServerSettings; // as the code under test writes it
    expect(rows).toMatchObject({ sshKeys: [], userData: null, reverseDns: { [demo.serverAddress]: 'mail.example.com' } });
    // The rules stay in force, as a group of the new owner.
    const { groups } = await p.ok(serverFirewall.list, {}, { token: receiver });
    expect(groups).toMatchObject([{ id: firewallIds[0], title: 'web', servers: [{ id: serverId }] }]);
    const former = (await p.ok(serverFirewall.get, { groupId: demo.serverFirewallId }, { token: owner })).group;
    expect([former.servers, former.rules.length]).toEqual([[], groups[0]?.rules.length]);

    expect((await p.ok(server.events, { serverId }, { token: receiver })).events.map(({ action }) => action)).toEqual(['transfer']);
    expect((await p.ok(alarm.list, { serverId }, { token: receiver })).alarms).toEqual([]);
    expect((await p.try(server.get, { serverId }, { token: owner })).status).toBe(404);
    expect((await p.try(serverAction.restart, { serverId }, { token: owner })).status).toBe(404);
    const kept = (await p.ok(snapshots.list, {}, { token: owner })).snapshots;
    expect(kept).toMatchObject([{ id: demo.snapshotId, serverExists: false }]);

    const titles = async (token: string) => (await p.ok(log.list, {}, { token })).logs.map(({ group, action }) => `${group} ${action}`);
    expect(await titles(owner)).toContain('serverTransfer deploy');
    expect(await titles(receiver)).toContain('serverTransfer import');
    // Neither the address nor the session of the person who accepted.
    const entry = await p.store.reader
      .selectFrom('changeLog')
      .select(['userId', 'ip', 'actorName'])
      .where('accountId', '=', ownerId)
      .where('action', '=', 'deploy')
      .where('entityType', '=', 'serverTransfer')
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ userId: null, ip: '', actorName: '' });
    expect((await p.ok(notification.list, {}, { token: owner })).notifications[0]).toMatchObject({ title: 'web-fra-01 was handed over' });
    // A driver accepts the next action of the new owner.
    await p.ok(serverAction.restart, { serverId }, { token: receiver });
    await rest(p, receiver);
  });

  test('can be repeated with its key, and two at once move the server once', async () => {
    const { p, receiver, ownerId, receiverId, offer } = await started();
    const transferToken = await offer();
    const send = (key: string) =>
      p.try(serverTransfer.accept, { transferToken }, { token: receiver, headers: { 'idempotency-key': key.repeat(20) } });
    const both = await Promise.all([send('a'), send('b')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const first = both.find(({ status }) => status === 200);
    expect((await send(first === both[0] ? 'a' : 'b')).body).toMatchObject({ serverId, taskId: first?.body.taskId });
    const servers = await p.store.reader.selectFrom('server').select('accountId').where('accountId', 'in', [ownerId, receiverId]).execute();
    expect(servers.filter(({ accountId }) => accountId === receiverId)).toHaveLength(1);
  });

  test('accept and cancel at the same time: one of them succeeds', async () => {
    const { p, owner, receiverId, offer, accept, row } = await started();
    const transferToken = await offer();
    const [taken, cancelled] = await Promise.all([
      accept(transferToken),
      p.try(serverTransfer.cancel, { transferToken }, { token: owner }),
    ]);
    expect([taken.status, cancelled.status].sort()).toEqual([200, 404]);
    expect((await row()).accountId === receiverId).toBe(taken.status === 200);
  });

  test('is refused without balance, place, a free name, or at another price, and then changes nothing', async () => {
    const { p, ownerId, receiverId, offer, accept, set, row } = await started();
    const transferToken = await offer();
    const refused = async (input: object = {}) => {
      const before = await snapshot(p);
      const { status, body } = await accept(transferToken, input);
      expect(await snapshot(p)).toBe(before);
      return [status, body.code];
    };
    // The traffic is counted first, which isn't undone.
    await accept(transferToken, { hourlyMicroMills: 1 });
    expect(await refused({ hourlyMicroMills: 1 })).toEqual([409, 'serverTransfer:error.changed']);
    await set({ protect: 1 });
    expect(await refused()).toEqual([409, 'server:reason.protected']);
    await set({ protect: 0 });
    await p.store.write('test', (tx) =>
      tx.updateTable('server').set({ accountId: receiverId, name: 'WEB-fra-01' }).where('id', '=', demo.offServerId).execute(),
    );
    expect(await refused()).toEqual([409, 'server:error.taken']);
    const { balance } = await p.ok(wallet.balance, {}, { token: await p.signIn(demo.second) });
    await spend(p, receiverId, balance - 1);
    expect(await refused({ name: 'other' })).toEqual([402, 'serverTransfer:error.balance']);
    expect((await row()).accountId).toBe(ownerId);
    // Prepaid hours need no balance.
    await set({ period: 'month', meteredUntil: p.clock.now + 20 * DAY, autoRenew: 1 });
    expect((await accept(transferToken, { name: 'other' })).status).toBe(200);
    expect(await row()).toMatchObject({ accountId: receiverId, period: 'month', autoRenew: 0, meteredUntil: p.clock.now + 20 * DAY });
  });
});

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
    const cost = (ms: number) => Math.max(0, Math.round((((ms / 1000) * 100_000_000 - included) / GB) * (trafficRate / 1_000_000)));
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
