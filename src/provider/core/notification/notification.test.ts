import { expect, test } from 'vitest';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { notifyAccount } from '../../../../tests/support/notices.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';

async function started(count = 3) {
  const p = await startProvider();
  const token = await p.signIn();
  const accountId = await readAccountId(p);
  const notice = { event: 'domainStatus', title: 'domain:added', description: 'domain:error.notApex', link: '/domains' } as const;
  const params = { apex: 'parvaz.example' };
  for (let i = 0; i < count; i++) await notifyAccount(p, accountId, { ...notice, params, type: i === 0 ? 'warning' : 'success' });
  return { p, token };
}

test('are listed newest first, in the caller’s language', async () => {
  const { p, token } = await started();
  const { notifications, unread, nextCursor } = await p.ok(notification.list, {}, { token });
  expect([notifications.length, unread, nextCursor]).toEqual([3, 3, null]);
  expect(notifications.map(({ type }) => type)).toEqual(['success', 'success', 'warning']);
  expect(notifications[0]).toEqual({
    _id: expect.any(String),
    createdAt: new Date(p.clock.now).toISOString(),
    title: 'Domain added',
    type: 'success',
    description: translator('en')('domain:error.notApex', { apex: 'parvaz.example' }),
    image: null,
    event: 'domainStatus',
    link: '/domains',
    read: false,
  });
  const persian = await p.try(notification.list, {}, { token, locale: 'fa' });
  expect((persian.body.notifications as { title: string }[])[0]?.title).toBe('دامنه افزوده شد');
});

test('are paged and filtered', async () => {
  const { p, token } = await started(5);
  const ids: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await p.ok(notification.list, { limit: 2, ...(cursor && { cursor }) }, { token });
    ids.push(...page.notifications.map(({ _id }) => _id));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect(new Set(ids).size).toBe(5);
  const [first = ''] = ids;
  await p.ok(notification.read, { ids: [first] }, { token });
  expect((await p.ok(notification.list, { read: 'true' }, { token })).notifications.map(({ _id }) => _id)).toEqual([first]);
  expect((await p.ok(notification.list, { read: 'false', type: 'warning' }, { token })).notifications).toHaveLength(1);
});

test('are marked as read individually or all at once, and deleted; unknown ids are ignored', async () => {
  const { p, token } = await started();
  const [one] = (await p.ok(notification.list, {}, { token })).notifications;
  const id = one?._id ?? '';
  expect(await p.ok(notification.read, { ids: [id] }, { token })).toEqual({ unread: 2 });
  expect(await p.ok(notification.delete, { ids: [id, 'never-was'] }, { token })).toEqual({ unread: 2 });
  expect(await p.ok(notification.delete, { ids: [id] }, { token })).toEqual({ unread: 2 });
  expect(await p.ok(notification.read, { all: true }, { token })).toEqual({ unread: 0 });
  expect((await p.ok(notification.list, {}, { token })).notifications).toHaveLength(2);
});

test.each([{}, { ids: [] }, { ids: ['x'], all: true }, { all: false }, { ids: Array.from({ length: 201 }, () => 'x') }])(
  'to read %j is refused',
  async (input) => {
    const { p, token } = await started(1);
    expect((await p.try(notification.read, input, { token })).status).toBe(422);
    expect((await p.ok(notification.list, {}, { token })).unread).toBe(1);
  },
);

test('belong to their owner: a stranger can’t read, mark or delete them', async () => {
  const { p, token } = await started();
  const omid = await p.signIn(demo.second);
  const ids = (await p.ok(notification.list, {}, { token })).notifications.map(({ _id }) => _id);
  expect((await p.ok(notification.list, {}, { token: omid })).notifications).toEqual([]);
  expect(await p.ok(notification.read, { ids }, { token: omid })).toEqual({ unread: 0 });
  await p.ok(notification.delete, { ids }, { token: omid });
  expect(await p.ok(notification.list, {}, { token })).toMatchObject({ unread: 3, notifications: [{}, {}, {}] });
});
