import { describe, expect, test } from 'vitest';
import { EventReader } from '../../../../tests/support/events.ts';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import { jobContext } from '../../../../tests/support/notices.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { invited, joined, roleGrant, started } from '../../../../tests/support/team.ts';
import { lastEntry } from '../../../../tests/support/twoFactor.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { closing } from '../../../lib/contract/account/closing.ts';
import { team } from '../../../lib/contract/account/team.ts';
import type { NamedCall } from '../../../lib/contract/call.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { domain } from '../../../lib/contract/cdn/domain.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { task } from '../../../lib/contract/core/task.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { allCalls } from '../../../lib/contract/openapi.ts';
import { type Role, roles } from '../../../lib/rules/core/role.ts';
import { accessTo, callRealm, deniedByRole } from '../../../lib/rules/core/roles.ts';
import { MINUTE } from '../../../lib/time.ts';
import { notifyOwner } from '../../core/notification/notifyOwner.ts';

const calls = allCalls().filter(({ access }) => access === 'session') as NamedCall[];
const refusals = ['error:role', 'team:error.ownOnly'];
/** What a role is refused, without an input. */
async function refusedTo(p: TestProvider, token: string, call: NamedCall): Promise<boolean> {
  const { body, status } = await p.try(call, {}, { token });
  expect([401, 403, 500], call.id.join('.')).not.toContain(status);
  return refusals.includes(String(body.code));
}

describe('the table of roles', () => {
  test('has every call, and says what each role may do', () => {
    const realms = ['finance', 'support', 'domains', 'cloud', 'orders', 'keys', 'team', 'activity'] as const;
    const facts = (role: Role, level: 'read' | 'write' = 'write') =>
      Object.fromEntries(realms.map((realm) => [realm, accessTo({ role, level }, realm)]));
    for (const call of calls) expect(() => callRealm(call)).not.toThrow();
    const none = { cloud: 'none', keys: 'none' };
    expect(facts('billing')).toMatchObject({ ...none, finance: 'write', support: 'write', domains: 'none', team: 'none' });
    expect(facts('readOnly')).toMatchObject({ finance: 'read', domains: 'read', cloud: 'read', keys: 'none', team: 'read' });
    expect(facts('domains', 'read')).toMatchObject({ ...none, finance: 'none', domains: 'read', orders: 'none' });
    // A role without the right to change anything has it for no call at all, except about the person.
    for (const call of calls.filter(({ safe, id }) => !safe && id[0] !== 'task'))
      if (callRealm(call) !== 'self')
        expect([call.id.join('.'), deniedByRole({ role: 'readOnly', level: 'write' }, call)]).toEqual([call.id.join('.'), true]);
  });

  // An owner has the levels of an administrator.
  test('every call is refused or not, as the table says', async () => {
    for (const role of roles.filter((role) => role !== 'owner')) {
      const { p, member } = await joined(role);
      // These end what the test stands on, or need its own account.
      const allowed = ['auth.logout', 'team.switch', 'team.leave', 'task.stream', 'device.removeOthers'];
      for (const call of calls.filter(({ id }) => !allowed.includes(id.join('.')))) {
        const denied = callRealm(call) === 'own' || deniedByRole(roleGrant(role), call);
        // Of the role with chosen domains, what isn't about one of them is refused as well.
        const without = role === 'domains' && !call.safe && callRealm(call) === 'domains';
        if (!without) expect([call.id.join('.'), await refusedTo(p, member, call)], String(role)).toEqual([call.id.join('.'), denied]);
      }
    }
    // Thousands of calls.
  }, 90_000);

  test('chosen domains: others are unknown, for each call with a domain', async () => {
    const { p, member } = await joined('domains');
    expect((await p.ok(domain.list, {}, { token: member })).domains.map(({ id }) => id)).toEqual([demo.domainId]);
    for (const call of calls) {
      const example = call.example as Record<string, unknown>;
      if (call.body === 'multipart' || typeof example.domainId !== 'string' || callRealm(call) !== 'domains') continue;
      const { status } = await p.try(call, { ...example, domainId: demo.planDomainId }, { token: member });
      expect([call.id.join('.'), status]).toEqual([call.id.join('.'), 404]);
    }
    expect((await p.try(dns.create, dns.create.example, { token: member })).status).toBe(200);
  });

  test('chosen domains with read access change nothing', async () => {
    const { p, member } = await joined('domains', 'read');
    expect((await p.try(dns.list, { domainId: demo.domainId }, { token: member })).status).toBe(200);
    expect((await p.try(dns.create, dns.create.example, { token: member })).body.code).toBe('error:role');
  });
});

describe('an invitation', () => {
  test('is mailed, and seen by its recipient only', async () => {
    const { p, owner, member, invitationId, accountId } = await invited('billing');
    expect((await p.lastMail(demo.second))?.body).toContain(`/account/invitations/${invitationId}`);
    const operator = await p.signInOperator();
    for (const token of [owner, operator]) {
      expect((await p.try(team.invitation, { invitationId }, { token })).status).toBe(404);
      expect((await p.try(team.accept, { invitationId }, { token })).status).toBe(404);
    }
    expect(await p.ok(team.invitation, { invitationId }, { token: member })).toMatchObject({
      invitation: { role: 'billing', invitedBy: demo.email },
    });
    expect((await p.ok(team.accept, { invitationId }, { token: member })).accounts).toMatchObject([
      { own: true },
      { id: accountId, role: 'billing' },
    ]);
    expect((await p.ok(team.list, {}, { token: owner })).members).toMatchObject([
      { holder: true },
      { email: demo.second, role: 'billing' },
    ]);
  });

  test('accepted twice at once: one member', async () => {
    const { p, member, owner, invitationId } = await invited();
    const answers = await Promise.all([1, 2, 3].map(() => p.try(team.accept, { invitationId }, { token: member })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect((await p.ok(team.list, {}, { token: owner })).members).toHaveLength(2);
  });

  test('revoked and accepted at the same time: one of them', async () => {
    const { p, member, owner, invitationId } = await invited();
    const [revoked, accepted] = await Promise.all([
      p.try(team.revoke, { invitationId }, { token: owner }),
      p.try(team.accept, { invitationId }, { token: member }),
    ]);
    expect([revoked?.status, accepted?.status].sort()).toEqual([200, 404]);
    const { members, invitations } = await p.ok(team.list, {}, { token: owner });
    expect([members.length, invitations.length]).toEqual([accepted?.status === 200 ? 2 : 1, 0]);
  });

  test('expires after 7 days, and is valid again once it is sent again; declined it is gone', async () => {
    const { p, invitationId } = await invited();
    p.clock.now += 7 * 24 * 60 * MINUTE;
    const [owner, member] = [await p.signIn(), await p.signIn(demo.second)];
    expect((await p.try(team.accept, { invitationId }, { token: member })).status).toBe(404);
    expect((await p.ok(team.list, {}, { token: owner })).invitations).toMatchObject([{ expired: true }]);
    await p.ok(team.resend, { invitationId }, { token: owner });
    await p.ok(team.decline, { invitationId }, { token: member });
    expect((await p.ok(team.list, {}, { token: owner })).invitations).toEqual([]);
  });

  test('needs a recent sign-in, isn’t sent to a member or twice, and not endlessly', async () => {
    const { p, owner } = await invited();
    const invite = (email: string) => p.try(team.invite, { email, role: 'readOnly' }, { token: owner });
    expect((await invite(demo.second)).body.fields).toEqual({ email: expect.any(String) });
    expect((await invite(demo.email)).body.fields).toEqual({ email: expect.any(String) });
    const statuses: number[] = [];
    for (let i = 0; i < 20; i++) statuses.push((await invite(`n${i}@nasim.example`)).status);
    expect(statuses.slice(0, 17).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
    p.clock.now += 11 * MINUTE;
    expect((await invite('late@nasim.example')).body.code).toBe('auth:error.confirm');
  });

  test('with a domain of somebody else, or none, is refused', async () => {
    const { p, owner } = await started();
    for (const domainIds of [['nobody'], []])
      expect((await p.try(team.invite, { email: 'a@nasim.example', role: 'domains', domainIds }, { token: owner })).status).toBe(422);
  });
});

describe('a member', () => {
  test('acts for the account, is named in its log, and keeps their own account', async () => {
    const { p, member, accountId, memberId } = await joined();
    await p.ok(dns.create, dns.create.example, { token: member });
    expect(await lastEntry(p)).toMatchObject({ accountId, userId: memberId, actorName: demo.second });
    expect(await p.ok(auth.profile, {}, { token: member })).toMatchObject({
      profile: { id: memberId },
      acting: { id: accountId, role: 'admin' },
      accounts: [{ id: accountId, name: 'Sara Amini' }],
    });
    await p.ok(team.switch, { accountId: memberId }, { token: member });
    expect(await p.ok(auth.profile, {}, { token: member })).toMatchObject({ acting: null });
    expect((await p.try(dns.list, { domainId: demo.domainId }, { token: member })).status).toBe(404);
  });

  test('a window that shows another account is refused, before and after the switch', async () => {
    const { p, member, accountId, memberId } = await joined();
    const at = (id: string) => ({ token: member, headers: { 'x-account': id } });
    expect((await p.try(dns.create, dns.create.example, at(memberId))).body.code).toBe('error:otherAccount');
    expect((await p.try(dns.create, dns.create.example, at(accountId))).status).toBe(200);
    await p.ok(team.switch, { accountId: memberId }, at(accountId));
    expect((await p.try(wallet.balance, {}, at(accountId))).body.code).toBe('error:otherAccount');
  });

  test('removed: refused with the next call, the keys are gone, and the live stream ends', async () => {
    const { p, owner, member, accountId, memberId } = await joined();
    const { token: key } = await p.ok(apiKey.add, { name: 'K', access: { dns: 'read' } }, { token: member });
    expect((await p.try(dns.list, { domainId: demo.domainId }, { token: key })).status).toBe(200);
    const stream = await p.provider.answer(
      new Request(`http://provider${task.stream.path}`, { headers: { authorization: `Bearer ${member}` } }),
      { ip: '192.0.2.1' },
    );
    const events = new EventReader(stream);
    await events.until('ready');
    await p.ok(team.remove, { memberId }, { token: owner });
    expect((await p.try(dns.list, { domainId: demo.domainId }, { token: member })).status).toBe(404);
    expect((await p.try(dns.list, { domainId: demo.domainId }, { token: member, headers: { 'x-account': accountId } })).body.code).toBe(
      'error:otherAccount',
    );
    expect((await p.try(dns.list, { domainId: demo.domainId }, { token: key })).status).toBe(401);
    expect((await events.until('end')).data.reason).toBe('account');
    expect((await p.try(team.switch, { accountId }, { token: member })).status).toBe(404);
  });

  test('a changed role applies to the next call, also of a key', async () => {
    const { p, owner, member, memberId } = await joined();
    const { token: key } = await p.ok(apiKey.add, { name: 'K', access: { dns: 'write' } }, { token: member });
    await p.ok(team.edit, { memberId, role: 'billing' }, { token: owner });
    for (const token of [member, key]) expect((await p.try(dns.list, { domainId: demo.domainId }, { token })).body.code).toBe('error:role');
    expect((await p.try(wallet.balance, {}, { token: member })).status).toBe(200);
  });

  test('leaves; closing the account of a member leaves the others alone', async () => {
    const { p, owner, member, accountId } = await joined('billing');
    expect((await p.try(closing.request, { ...closing.request.example }, { token: member })).body.code).toBe('team:error.ownOnly');
    expect((await p.ok(team.leave, { accountId }, { token: member })).accounts).toMatchObject([{ own: true, current: true }]);
    expect((await p.ok(team.list, {}, { token: owner })).members).toHaveLength(1);
  });
});

describe('notices', () => {
  const notify = (p: TestProvider, accountId: string, event: 'invoice' | 'sslExpiry' | 'login') =>
    p.store.write('t', (tx) =>
      notifyOwner(tx, jobContext(p), {
        accountId,
        event,
        type: 'warning',
        title: 'team:title',
        description: 'team:lead',
        link: '/domains',
      }),
    );
  const listEvents = async (p: TestProvider, token: string) =>
    (await p.ok(notification.list, {}, { token })).notifications.map(({ event }) => event);

  test('go to members whose role covers them, by their own settings, and never those about the holder’s sign-in', async () => {
    const { p, owner, member, accountId } = await joined('billing');
    for (const event of ['invoice', 'sslExpiry', 'login'] as const) await notify(p, accountId, event);
    expect((await listEvents(p, owner)).sort()).toEqual(['invoice', 'login', 'sslExpiry']);
    expect(await listEvents(p, member)).toEqual(['invoice']);
    expect((await p.lastMail(demo.second))?.subject).toBe('Team');
  });

  test('of finance don’t go to members of chosen domains', async () => {
    const { p, member, accountId } = await joined('domains');
    for (const event of ['invoice', 'sslExpiry'] as const) await notify(p, accountId, event);
    expect(await listEvents(p, member)).toEqual([]);
  });
});

describe('owners', () => {
  test('the holder can’t be removed, demoted or leave; an administrator can’t change owners', async () => {
    const { p, owner, member, accountId, memberId } = await joined('owner');
    expect((await p.try(team.remove, { memberId: accountId }, { token: member })).body.code).toBe('team:error.holder');
    expect((await p.try(team.edit, { memberId: accountId, role: 'readOnly' }, { token: member })).body.code).toBe('team:error.holder');
    expect((await p.try(team.leave, { accountId }, { token: owner })).body.code).toBe('team:error.holder');
    expect((await p.try(team.edit, { memberId, role: 'admin' }, { token: member })).body.code).toBe('team:error.self');
    await p.ok(team.edit, { memberId, role: 'admin' }, { token: owner });
    expect((await p.try(team.invite, { email: 'b@nasim.example', role: 'owner' }, { token: member })).body.code).toBe(
      'team:error.ownersOnly',
    );
    const second = { token: await p.signInOperator() };
    await p.ok(team.invite, { email: demo.operator, role: 'owner' }, { token: owner });
    const [invitation] = (await p.ok(team.accounts, {}, second)).invitations;
    await p.ok(team.accept, { invitationId: invitation?.id ?? '' }, second);
    const secondId = await readAccountId(p, demo.operator);
    const byAdministrator = async (call: typeof team.edit | typeof team.remove, input: object) =>
      (await p.try(call, { memberId: secondId, ...input }, { token: member })).body.code;
    expect(await byAdministrator(team.edit, { role: 'billing' })).toBe('team:error.ownersOnly');
    expect(await byAdministrator(team.remove, {})).toBe('team:error.ownersOnly');
    await p.ok(team.edit, { memberId: secondId, role: 'billing' }, { token: owner });
    expect(await byAdministrator(team.edit, { role: 'owner' })).toBe('team:error.ownersOnly');
    p.clock.now += 11 * MINUTE;
    expect((await p.try(team.edit, { memberId, role: 'owner' }, { token: owner })).body.code).toBe('auth:error.confirm');
  });
});
