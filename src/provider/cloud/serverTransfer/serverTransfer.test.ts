import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { runJobs } from '../../../../tests/support/jobs.ts';
import { move } from '../../../../tests/support/ledger.ts';
import { serverId, settings, started, untilReady } from '../../../../tests/support/serverTransfer.ts';
import { stored, storedOne, updateStored } from '../../../../tests/support/stored.ts';
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
import { DAY, HOUR } from '../../../lib/time.ts';
import type { ServerSettings } from '../../db/tables/cloud/server.ts';
import { cloudJobs } from '../jobs.ts';

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
    p.clock.now += 11 * 60_000;
    expect(await refused({})).toEqual([409, 'auth:error.confirm']);
    expect(await snapshot(p)).toBe(before);
  });

  test('is refused with the reason while something of the account is attached, or an action runs', async () => {
    const { p, owner, ownerId, set, offer } = await started();
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
    const ip = { id: 'ip', accountId: ownerId, serverId, kind: 'ipv4' as const, address: '192.0.2.7', carry: 0 };
    const row = { ...ip, meteredUntil: p.clock.now, createdAt: p.clock.now };
    await p.store.write('test', (tx) => tx.insertInto('serverIp').values(row).execute());
    expect(await refused()).toBe('serverTransfer:reason.addresses');
    await p.store.write('test', (tx) => tx.deleteFrom('serverIp').execute());
    await set({ protect: true });
    expect(await refused()).toBe('server:reason.protected');
    await set({ protect: false, suspendedAt: p.clock.now });
    expect(await refused()).toBe('server:reason.suspended');
    await set({ suspendedAt: null, expiresAt: p.clock.now + HOUR });
    expect(await refused()).toBe('serverTransfer:reason.oneDay');
    await set({ expiresAt: null });
    await updateStored(p, 'backup', { id: demo.lastBackupId }, { status: 'creating' });
    expect(await refused()).toBe('serverTransfer:reason.backup');
    await updateStored(p, 'backup', { id: demo.lastBackupId }, { status: 'ready' });
    await p.ok(serverAction.restart, { serverId }, { token: owner });
    expect(await refused()).toBe('server:reason.busy');
    await untilReady(p, owner);
    await offer();
    const again = await p.try(serverTransfer.offer, { serverId, email: 'x@nasim.example', confirm: 'web-fra-01' }, { token: owner });
    expect([again.status, again.body.code]).toEqual([409, 'serverTransfer:error.open']);
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

  test('is listed for the receiver until it is declined or has expired, and for nobody else', async () => {
    const { p, owner, receiver, offer } = await started();
    const listed = async (token: string) => (await p.ok(serverTransfer.offers, {}, { token })).offers;
    expect(await listed(receiver)).toEqual([]);
    const first = await offer();
    p.clock.now += 1000;
    const input = { serverId: demo.offServerId, email: demo.second, confirm: 'staging-01' };
    const { transfer } = await p.ok(serverTransfer.offer, input, { token: owner });
    expect(await listed(receiver)).toEqual([
      { transferToken: transfer.transferToken, sentBy: demo.email, name: 'staging-01', expiresAt: transfer.expiresAt },
      { transferToken: first, sentBy: demo.email, name: 'web-fra-01', expiresAt: new Date(p.clock.now - 1000 + 7 * DAY).toISOString() },
    ]);
    expect(await listed(owner)).toEqual([]);
    await p.ok(serverTransfer.cancel, { transferToken: first }, { token: receiver });
    expect((await listed(receiver)).map(({ name }) => name)).toEqual(['staging-01']);
    p.clock.now += 7 * DAY;
    expect(await listed(await p.signIn(demo.second))).toEqual([]);
  });

  test('can be cancelled by both, and expires after 7 days', async () => {
    const { p, owner, receiver, offer } = await started();
    const titles = async (token: string) => (await p.ok(notification.list, {}, { token })).notifications.map(({ title }) => title);
    const withdrawn = await offer();
    await p.ok(serverTransfer.cancel, { transferToken: withdrawn }, { token: owner });
    expect((await titles(receiver))[0]).toBe('The transfer of web-fra-01 was canceled');
    const declined = await offer();
    await p.ok(serverTransfer.cancel, { transferToken: declined }, { token: receiver });
    expect(await titles(owner)).toContain('The transfer of web-fra-01 was declined');
    for (const token of [owner, receiver])
      expect((await p.try(serverTransfer.cancel, { transferToken: declined }, { token })).status).toBe(404);
    const late = await offer();
    p.clock.now += 7 * DAY;
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const expired = await p.try(serverTransfer.accept, { transferToken: late }, { token: await p.signIn(demo.second), headers });
    expect(expired.status).toBe(404);
    await runJobs(p, cloudJobs.expireTransfers);
    expect(await stored(p, 'serverTransfer')).toEqual([]);
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
    await untilReady(p, receiver);
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
    const { firewallIds, ...rows } = (await row()).settings;
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
    const remaining = (await p.ok(snapshots.list, {}, { token: owner })).snapshots;
    expect(remaining).toMatchObject([{ id: demo.snapshotId, serverExists: false }]);

    const titles = async (token: string) => (await p.ok(log.list, {}, { token })).logs.map(({ group, action }) => `${group} ${action}`);
    expect(await titles(owner)).toContain('serverTransfer deploy');
    expect(await titles(receiver)).toContain('serverTransfer import');
    // Neither the address nor the session of the person who accepted.
    const entry = await storedOne(p, 'changeLog', { accountId: ownerId, action: 'deploy', entityType: 'serverTransfer' });
    expect(entry).toMatchObject({ userId: null, ip: '', actorName: '' });
    expect((await p.ok(notification.list, {}, { token: owner })).notifications[0]).toMatchObject({ title: 'web-fra-01 was transferred' });
    // A driver accepts the next action of the new owner.
    await p.ok(serverAction.restart, { serverId }, { token: receiver });
    await untilReady(p, receiver);
  });

  test('can be repeated with its key, and two at once move the server once', async () => {
    const { p, receiver, receiverId, offer } = await started();
    const transferToken = await offer();
    const send = (key: string) =>
      p.try(serverTransfer.accept, { transferToken }, { token: receiver, headers: { 'idempotency-key': key.repeat(20) } });
    const both = await Promise.all([send('a'), send('b')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    const first = both.find(({ status }) => status === 200);
    expect((await send(first === both[0] ? 'a' : 'b')).body).toMatchObject({ serverId, taskId: first?.body.taskId });
    expect(await stored(p, 'server', { accountId: receiverId })).toHaveLength(1);
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
    await set({ protect: true });
    expect(await refused()).toEqual([409, 'server:reason.protected']);
    await set({ protect: false });
    await updateStored(p, 'server', { id: demo.offServerId }, { accountId: receiverId, name: 'WEB-fra-01' });
    expect(await refused()).toEqual([409, 'server:error.taken']);
    const { balance } = await p.ok(wallet.balance, {}, { token: await p.signIn(demo.second) });
    await move(p, receiverId, 1 - balance);
    expect(await refused({ name: 'other' })).toEqual([402, 'serverTransfer:error.balance']);
    expect((await row()).accountId).toBe(ownerId);
    // Prepaid hours need no balance.
    await set({ period: 'month', meteredUntil: p.clock.now + 20 * DAY, autoRenew: true });
    expect((await accept(transferToken, { name: 'other' })).status).toBe(200);
    expect(await row()).toMatchObject({ accountId: receiverId, period: 'month', autoRenew: false, meteredUntil: p.clock.now + 20 * DAY });
  });

  test('accept and cancel at the same time: one of them succeeds', async () => {
    const { p, owner, receiverId, offer, accept, row } = await started();
    const transferToken = await offer();
    const [accepted, canceled] = await Promise.all([
      accept(transferToken),
      p.try(serverTransfer.cancel, { transferToken }, { token: owner }),
    ]);
    expect([accepted.status, canceled.status].sort()).toEqual([200, 404]);
    expect((await row()).accountId === receiverId).toBe(accepted.status === 200);
  });
});
