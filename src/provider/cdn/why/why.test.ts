import { expect, test } from 'vitest';
import { createLogEntry } from '../../../../tests/support/logEntries.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { why } from '../../../lib/contract/cdn/why.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';

async function withBlocked() {
  const p = await startProvider();
  const at = p.clock.now - 60_000;
  const { domainId } = demo;
  const lines = [
    createLogEntry({
      id: 'stopped',
      at,
      domainId,
      status: 403,
      outcome: 'blocked',
      layer: 'firewall',
      reason: 'firewallDeny',
      path: '/shop',
    }),
    createLogEntry({
      id: 'unread',
      at,
      domainId,
      status: 403,
      outcome: 'blocked',
      layer: 'waf',
      reason: 'wafUnreadBlock',
      findings: ['protocol-body-json'],
    }),
    createLogEntry({ id: 'page', at, domainId }),
  ];
  await p.provider.services.logs.ingest({ id: 'one', lines, receivedAt: p.clock.now });
  const listNotices = async () => {
    const { notifications } = await p.ok(notification.list, {}, { token: await p.signIn() });
    return notifications.filter(({ link }) => link?.includes('?request='));
  };
  return { p, listNotices };
}

test('a visitor reads why a request was stopped, in four languages, and nothing about other requests', async () => {
  const { p } = await withBlocked();
  for (const requestId of ['stopped', 'unread']) {
    const messages = new Set<unknown>();
    for (const locale of locales) {
      const { status, body } = await p.try(why.get, { requestId }, { locale });
      expect(status).toBe(200);
      const answer = body.why as { message: string };
      expect(Object.keys(answer).sort()).toEqual(['host', 'layer', 'message', 'requestId', 'time']);
      messages.add(answer.message);
    }
    expect(messages.size).toBe(locales.length);
    if (requestId === 'unread') expect(messages).toContain('The WAF can’t inspect the request’s body: it isn’t valid JSON.');
  }
  for (const requestId of ['page', 'unknown']) expect((await p.try(why.get, { requestId }, {})).status).toBe(404);
});

test('a reported false alarm reaches the owner once, with a link to the request', async () => {
  const { p, listNotices } = await withBlocked();
  await Promise.all(Array.from({ length: 3 }, () => p.ok(why.report, { requestId: 'stopped' })));
  await p.ok(why.report, { requestId: 'stopped' });
  const notices = await listNotices();
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatchObject({ link: '/domains/parvaz.example/events?request=stopped' });
  expect(notices[0]?.description).toContain('/shop');
  expect((await p.try(why.report, { requestId: 'page' }, {})).status).toBe(404);
});

test('one address can’t ask without end', async () => {
  const { p } = await withBlocked();
  const statuses = new Set<number>();
  for (let i = 0; i < 11; i++) statuses.add((await p.try(why.report, { requestId: 'unknown' }, { ip: '203.0.113.77' })).status);
  expect([...statuses]).toEqual([404, 429]);
  expect((await p.try(why.report, { requestId: 'stopped' }, { ip: '203.0.113.78' })).status).toBe(200);
});
