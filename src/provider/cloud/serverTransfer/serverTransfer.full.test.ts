import { describe, expect, test } from 'vitest';
import { DAY, serverId, started } from '../../../../tests/support/server-transfer.ts';
import { serverTransfer } from '../../../lib/contract/cloud/serverTransfer.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';

describe('the offer', () => {
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
    expect((await p.try(serverTransfer.offers, {}, {})).status).toBe(401);
    await p.ok(serverTransfer.cancel, { transferToken: first }, { token: receiver });
    expect((await listed(receiver)).map(({ name }) => name)).toEqual(['staging-01']);
    p.clock.now += 7 * DAY;
    expect(await listed(await p.signIn(demo.second))).toEqual([]);
  });

  test('can be cancelled by both, and expires after 7 days', async () => {
    const { p, owner, receiver, offer, accept, run } = await started();
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
    expect((await accept(late)).status).not.toBe(200);
    await run('server.transfers');
    expect(await p.store.reader.selectFrom('serverTransfer').selectAll().execute()).toEqual([]);
    const again = await p.signIn();
    expect(await titles(again)).toContain('The transfer of web-fra-01 has expired');
    expect((await p.ok(serverTransfer.get, { serverId }, { token: again })).transfer).toBeNull();
  });
});

describe('the accept', () => {
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
});
