import { expect, test } from 'vitest';
import { logLine } from '../../../../tests/support/log-lines.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { why } from '../../../lib/contract/cdn/why.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';

async function withBlocked() {
  const p = await startProvider();
  const at = p.clock.now - 60_000;
  const { domainId } = demo;
  const lines = [
    logLine({ id: 'stopped', at, domainId, status: 403, outcome: 'blocked', layer: 'firewall', reason: 'firewallDeny', path: '/shop' }),
    logLine({ id: 'page', at, domainId }),
  ];
  await p.provider.services.logs.ingest({ id: 'one', lines, receivedAt: p.clock.now });
  const told = async () => {
    const { notifications } = await p.ok(notification.list, {}, { token: await p.signIn() });
    return notifications.filter(({ link }) => link?.includes('?request='));
  };
  return { p, told };
}

test('one address can’t ask without end', async () => {
  const { p } = await withBlocked();
  const statuses = new Set<number>();
  for (let i = 0; i < 11; i++) statuses.add((await p.try(why.report, { requestId: 'unknown' }, { ip: '203.0.113.77' })).status);
  expect([...statuses]).toEqual([404, 429]);
  expect((await p.try(why.report, { requestId: 'stopped' }, { ip: '203.0.113.78' })).status).toBe(200);
});
