import { describe, expect, test } from 'vitest';
import { readAccountId } from '../../../../tests/support/ledger.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { joined, rights } from '../../../../tests/support/team.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';
import { team } from '../../../lib/contract/account/team.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { type Role, roles } from '../../../lib/rules/core/role.ts';
import { accessTo, exceedsRole } from '../../../lib/rules/core/roles.ts';
import { MINUTE } from '../../../lib/time.ts';

describe('the API keys of a member who leaves', () => {
  /** A member with two keys, and what the tests do with them. */
  async function withKeys() {
    const all = await joined();
    const { p, member } = all;
    const form = { access: { dns: 'read' as const }, allowedIps: ['192.0.2.0/24'], expireDate: '2100-01-01T00:00:00.000Z' };
    const first = await p.ok(apiKey.add, { name: 'Build', ...form }, { token: member });
    const second = await p.ok(apiKey.add, { name: 'Script', ...form }, { token: member });
    const status = async (token: string) => (await p.try(dns.list, { domainId: demo.domainId }, { token })).status;
    return { ...all, first, second, status };
  }
  /** The operator joins as a third person. */
  async function third(p: TestProvider, owner: string, role: Role) {
    const token = await p.signInOperator();
    await p.ok(team.invite, { email: demo.operator, ...rights(role) }, { token: owner });
    const invitationId = (await p.ok(team.accounts, {}, { token })).invitations[0]?.id ?? '';
    await p.ok(team.accept, { invitationId }, { token });
    await p.ok(team.switch, { accountId: await readAccountId(p) }, { token });
    return token;
  }
  const notices = async (p: TestProvider, token: string) =>
    (await p.ok(notification.list, {}, { token })).notifications.filter(({ event }) => event === 'account').map(({ title }) => title);
  const actions = async (p: TestProvider, token: string) =>
    (await p.ok(log.list, {}, { token })).logs
      .filter(({ entity }) => entity.type === 'apiKey')
      .map(({ action, entity }) => `${entity.name} ${action}`);

  test('a transferred one is the holder’s with a new token; the others are deleted', async () => {
    const { p, owner, memberId, accountId, first, second, status } = await withKeys();
    const { apiKeys } = await p.ok(apiKey.list, {}, { token: owner });
    expect(apiKeys.filter(({ creatorId }) => creatorId === memberId).map(({ name }) => name)).toEqual(['Script', 'Build']);
    const { transferredKeys } = await p.ok(team.remove, { memberId, transferKeyIds: [first.apiKey.id] }, { token: owner });
    expect(transferredKeys).toEqual([{ id: first.apiKey.id, name: 'Build', token: expect.stringMatching(/^nsm_[\w-]{43}$/) }]);
    expect([await status(first.token), await status(second.token), await status(transferredKeys[0]?.token ?? '')]).toEqual([401, 401, 200]);
    const current = (await p.ok(apiKey.get, { apiKeyId: first.apiKey.id }, { token: owner })).apiKey;
    expect(current).toMatchObject({
      creatorId: accountId,
      name: 'Build',
      access: first.apiKey.access,
      allowedIps: ['192.0.2.0/24'],
      expireDate: first.apiKey.expireDate,
      rolledUntil: null,
    });
    expect(await actions(p, owner)).toEqual(expect.arrayContaining(['Build transfer', 'Script delete']));
    // The holder did it: an email, as for every new token, and no notice in the panel.
    expect((await p.lastMail(demo.email))?.subject).toBe('API keys were transferred to you');
    expect(await notices(p, owner)).toEqual([]);
  });

  test('transferred by an administrator: the holder is notified, without the token', async () => {
    const { p, owner, memberId, first } = await withKeys();
    const token = await third(p, owner, 'admin');
    const { transferredKeys } = await p.ok(team.remove, { memberId, transferKeyIds: [first.apiKey.id] }, { token });
    const mail = await p.lastMail(demo.email);
    expect(mail?.body).toContain(`${demo.operator} removed ${demo.second}`);
    expect(mail?.body).toContain('Build');
    expect(mail?.body).not.toContain(transferredKeys[0]?.token);
    expect(await notices(p, owner)).toEqual(['API keys were transferred to you']);
  });

  test('need a recent sign-in to be transferred, and belong to the member: else nothing changes', async () => {
    const { p, owner, memberId, first, second, status } = await withKeys();
    const remove = (ids: string[]) => p.try(team.remove, { memberId, transferKeyIds: ids }, { token: owner });
    for (const foreign of [demo.apiKeyId, 'unknown']) {
      const refused = await remove([first.apiKey.id, foreign]);
      expect([refused.status, refused.body.code]).toEqual([422, 'team:error.unknownKey']);
    }
    p.clock.now += 11 * MINUTE;
    expect((await remove([first.apiKey.id])).body.code).toBe('auth:error.confirm');
    expect([await status(first.token), await status(second.token)]).toEqual([200, 200]);
    expect((await p.ok(team.list, {}, { token: owner })).members).toHaveLength(2);
    // Without a new token, the session is enough, as before.
    expect((await remove([])).status).toBe(200);
    expect(await status(first.token)).toBe(401);
  });

  test('removed twice at once: one removal, one new token', async () => {
    const { p, owner, memberId, first, status } = await withKeys();
    const answers = await Promise.all(
      [1, 2].map(() => p.try(team.remove, { memberId, transferKeyIds: [first.apiKey.id] }, { token: owner })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const done = answers.find(({ status }) => status === 200)?.body as unknown as { transferredKeys: { token: string }[] };
    expect(await status(done.transferredKeys[0]?.token ?? '')).toBe(200);
    expect((await actions(p, owner)).filter((one) => one === 'Build transfer')).toHaveLength(1);
  });

  test('are transferred by nobody who may not remove members, and not by themselves', async () => {
    const { p, owner, member, memberId, first, status } = await withKeys();
    const input = { memberId, transferKeyIds: [first.apiKey.id] };
    expect((await p.try(team.remove, input, { token: member })).body.code).toBe('team:error.self');
    const token = await third(p, owner, 'billing');
    const thirdId = await readAccountId(p, demo.operator);
    for (const role of roles.filter((role) => accessTo({ role, level: 'write' }, 'team') !== 'write')) {
      await p.ok(team.edit, { memberId: thirdId, ...rights(role) }, { token: owner });
      expect([role, (await p.try(team.remove, input, { token })).body.code]).toEqual([role, 'error:role']);
      expect([role, (await p.try(apiKey.list, {}, { token })).body.code]).toEqual([role, 'error:role']);
    }
    expect(await status(first.token)).toBe(200);
  });

  test('end when they leave by themselves, who can list them before', async () => {
    const { p, owner, member, accountId, first, second, status } = await withKeys();
    const { accounts } = await p.ok(team.accounts, {}, { token: member });
    expect(accounts.find(({ id }) => id === accountId)?.apiKeys).toEqual(['Build', 'Script']);
    expect(accounts.find(({ own }) => own)?.apiKeys).toEqual([]);
    await p.ok(team.leave, { accountId }, { token: member });
    expect([await status(first.token), await status(second.token)]).toEqual([401, 401]);
    expect(await actions(p, owner)).toEqual(expect.arrayContaining(['Build delete', 'Script delete']));
  });

  test('aren’t shown to a role that can do less than the key', () => {
    const dnsKey = { access: { dns: 'write', servers: 'read' }, domainIds: null, serverIds: null } as const;
    const exceeds = (role: Role, level: 'read' | 'write' = 'write', domainIds: string[] | null = null) =>
      exceedsRole({ role, level, domainIds }, dnsKey);
    expect(roles.filter((role) => exceeds(role))).toEqual(['billing', 'readOnly', 'domains', 'custom']);
    const ofDomain = { access: { dns: 'read' }, domainIds: ['a'], serverIds: null } as const;
    const grant = (domainIds: string[]) => ({ role: 'domains', level: 'read', domainIds }) as const;
    expect([exceedsRole(grant(['a', 'b']), ofDomain), exceedsRole(grant(['b']), ofDomain)]).toEqual([false, true]);
    expect(exceedsRole(grant(['a']), { ...ofDomain, domainIds: null })).toBe(true);
    const ofServer = { access: { servers: 'read' }, domainIds: null, serverIds: ['a'] } as const;
    const custom = { role: 'custom', level: 'write', access: { cloud: 'read' }, serverIds: ['a', 'b'] } as const;
    expect([exceedsRole(custom, ofServer), exceedsRole(custom, { ...ofServer, serverIds: ['c'] })]).toEqual([false, true]);
    // A key for all servers also has object storage.
    expect(exceedsRole({ ...custom, serverIds: null }, { ...ofServer, serverIds: null })).toBe(true);
    expect(exceedsRole({ ...custom, access: { cloud: 'read', spaces: 'read' }, serverIds: null }, { ...ofServer, serverIds: null })).toBe(
      false,
    );
  });
});
