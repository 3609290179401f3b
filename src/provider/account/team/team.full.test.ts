import { describe, expect, test } from 'vitest';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { joined } from '../../../../tests/support/team-cases.ts';
import { closing } from '../../../lib/contract/account/closing.ts';
import { team } from '../../../lib/contract/account/team.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { uuidv7 } from '../../core/ids.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';

describe('the table of roles', () => {
  test('chosen domains with read access change nothing', async () => {
    const { p, member } = await joined('domains', 'read');
    expect((await p.try(dns.list, { domainId: demo.domainId }, { token: member })).status).toBe(200);
    expect((await p.try(dns.create, dns.create.example, { token: member })).body.code).toBe('error:role');
  });
});

describe('a member', () => {
  test('leaves; closing the account of a member leaves the others alone', async () => {
    const { p, owner, member, accountId } = await joined('billing');
    expect((await p.try(closing.request, { ...closing.request.example }, { token: member })).body.code).toBe('team:error.ownOnly');
    expect((await p.ok(team.leave, { accountId }, { token: member })).accounts).toMatchObject([{ own: true, current: true }]);
    expect((await p.ok(team.list, {}, { token: owner })).members).toHaveLength(1);
  });
});

describe('notices', () => {
  const tell = (p: TestProvider, accountId: string, event: 'invoice' | 'sslExpiry' | 'login') =>
    p.store.write('t', (tx) =>
      notifyOwner(
        tx,
        { now: p.clock.now, newId: () => uuidv7(p.clock.now), env: p.env, jobs: p.provider.services.jobs },
        { accountId, event, type: 'warning', title: 'team:title', description: 'team:lead', link: '/domains' },
      ),
    );
  const told = async (p: TestProvider, token: string) =>
    (await p.ok(notification.list, {}, { token })).notifications.map(({ event }) => event);

  test('of finance don’t go to members of chosen domains', async () => {
    const { p, member, accountId } = await joined('domains');
    for (const event of ['invoice', 'sslExpiry'] as const) await tell(p, accountId, event);
    expect(await told(p, member)).toEqual([]);
  });
});
