import { describe, expect, test } from 'vitest';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { invitedWith, joined, joinedWith, started } from '../../../../tests/support/team.ts';
import { apiKey } from '../../../lib/contract/account/apiKey.ts';
import { auth } from '../../../lib/contract/account/auth.ts';
import { team } from '../../../lib/contract/account/team.ts';
import type { NamedCall } from '../../../lib/contract/call.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { network } from '../../../lib/contract/cloud/network.ts';
import { server } from '../../../lib/contract/cloud/server.ts';
import { space } from '../../../lib/contract/cloud/space.ts';
import { spaceObject } from '../../../lib/contract/cloud/spaceObject.ts';
import { sshKey } from '../../../lib/contract/cloud/sshKey.ts';
import { volume } from '../../../lib/contract/cloud/volume.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { wallet } from '../../../lib/contract/core/wallet.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { operatorTicket } from '../../../lib/contract/support/operatorTicket.ts';
import { supportPlan } from '../../../lib/contract/support/supportPlan.ts';
import { ticket } from '../../../lib/contract/support/ticket.ts';

describe('areas', () => {
  const refused = async (p: TestProvider, token: string, call: NamedCall, input: object = {}) => {
    const { status, body } = await p.try(call, input, { token });
    return status === 200 ? 200 : (body.code ?? status);
  };

  test('a member has what was chosen, and nothing else', async () => {
    const { p, member } = await joinedWith({ role: 'custom', access: { domains: 'read', finance: 'write' } });
    expect(await refused(p, member, dns.list, { domainId: demo.domainId })).toBe(200);
    expect(await refused(p, member, dns.create, dns.create.example)).toBe('error:role');
    expect(await refused(p, member, wallet.balance)).toBe(200);
    for (const call of [server.list, space.list, team.list, log.list, apiKey.list, supportPlan.list])
      expect([call.id.join('.'), await refused(p, member, call)]).toEqual([call.id.join('.'), 'error:role']);
    expect(await p.ok(auth.profile, {}, { token: member })).toMatchObject({
      acting: {
        role: 'custom',
        access: { domains: 'read', orders: 'none', finance: 'write', cloud: 'none', tickets: 'write', support: 'none' },
      },
    });
  });

  test('chosen servers: others are unknown, and what belongs to none of them is refused', async () => {
    const { p, owner, member } = await joinedWith({ role: 'custom', access: { cloud: 'write' }, serverIds: [demo.serverId] });
    const all = (await p.ok(server.list, {}, { token: owner })).servers;
    const other = all.find(({ id }) => id !== demo.serverId)?.id ?? '';
    expect(other).not.toBe('');
    expect((await p.ok(server.list, {}, { token: member })).servers.map(({ id }) => id)).toEqual([demo.serverId]);
    expect(await refused(p, member, server.get, { serverId: other })).toBe('error:notFound');
    expect(await refused(p, member, server.edit, { serverId: demo.serverId, name: 'renamed' })).toBe(200);
    for (const call of [sshKey.list, volume.list, network.list]) expect(await refused(p, member, call)).toBe('error:role');
    expect(await p.ok(auth.profile, {}, { token: member })).toMatchObject({ acting: { access: { cloud: 'write', allServers: 'none' } } });
  });

  test('chosen spaces: others are unknown, and none is created', async () => {
    const { p, member } = await joinedWith({ role: 'custom', access: { spaces: 'write' }, spaceIds: [demo.spaceId] });
    expect((await p.ok(space.list, {}, { token: member })).spaces.map(({ id }) => id)).toEqual([demo.spaceId]);
    expect(await refused(p, member, space.get, { spaceId: demo.emptySpaceId })).toBe('error:notFound');
    expect(await refused(p, member, spaceObject.list, { spaceId: demo.spaceId })).toBe(200);
    expect(await refused(p, member, spaceObject.list, { spaceId: demo.emptySpaceId })).toBe('error:notFound');
    expect(await refused(p, member, space.create, space.create.example)).toBe('error:role');
    expect(await refused(p, member, server.list)).toBe('error:role');
  });

  test('need one at least, and items of the account; adding domains needs all of them', async () => {
    const { p, owner } = await started();
    const invite = async (form: object) => {
      const { status, body } = await p.try(team.invite, { email: 'a@nasim.example', role: 'custom', ...form }, { token: owner });
      return status === 200 ? 200 : Object.keys((body.fields as object) ?? {});
    };
    expect(await invite({})).toEqual(['access']);
    expect(await invite({ access: { domains: 'write' }, domainIds: [] })).toEqual(['domainIds']);
    expect(await invite({ access: { cloud: 'read' }, serverIds: [] })).toEqual(['serverIds']);
    expect(await invite({ access: { spaces: 'read' }, spaceIds: [] })).toEqual(['spaceIds']);
    expect(await invite({ access: { cloud: 'read' }, serverIds: ['nobody'] })).toEqual(['serverIds']);
    expect(await invite({ access: { spaces: 'read' }, spaceIds: ['nobody'] })).toEqual(['spaceIds']);
    expect(await invite({ access: { domains: 'write', orders: 'write' }, domainIds: [demo.domainId] })).toEqual(['access']);
    expect(await invite({ access: { orders: 'write' } })).toEqual(['access']);
    expect(await invite({ access: { activity: 'write' } })).toEqual(['access.activity']);
    expect(await invite({ access: { keys: 'write' } })).toEqual(['access']);
    expect(await invite({ access: { domains: 'write', orders: 'write' } })).toBe(200);
  });

  test('are named in the list, and for the invited person', async () => {
    const { p, owner, member, invitationId } = await invitedWith({
      role: 'custom',
      access: { domains: 'read', cloud: 'read', spaces: 'read' },
      domainIds: [demo.domainId],
      serverIds: [demo.serverId],
      spaceIds: [demo.spaceId],
    });
    const nameOf = async (call: typeof server.list | typeof space.list) => {
      const answer = await p.ok(call, {}, { token: owner });
      const all: readonly { id: string; name: string }[] = 'servers' in answer ? answer.servers : answer.spaces;
      return all.find(({ id }) => id === demo.serverId || id === demo.spaceId)?.name;
    };
    const names = { domains: ['parvaz.example'], servers: [await nameOf(server.list)], spaces: [await nameOf(space.list)] };
    expect((await p.ok(team.list, {}, { token: owner })).invitations).toMatchObject([names]);
    expect((await p.ok(team.invitation, { invitationId }, { token: member })).invitation).toMatchObject(names);
    await p.ok(team.accept, { invitationId }, { token: member });
    expect((await p.ok(team.list, {}, { token: owner })).members[1]).toMatchObject(names);
    // A member without access to the list sees only what they have themselves.
    expect((await p.ok(team.accounts, {}, { token: member })).accounts[1]).toMatchObject(names);
  });

  test('that change apply to the next call', async () => {
    const { p, owner, member, memberId } = await joinedWith({ role: 'custom', access: { domains: 'write' } });
    await p.ok(team.edit, { memberId, role: 'custom', access: { domains: 'write' }, domainIds: [demo.planDomainId] }, { token: owner });
    expect(await refused(p, member, dns.list, { domainId: demo.domainId })).toBe('error:notFound');
    await p.ok(team.edit, { memberId, role: 'custom', access: { finance: 'read' } }, { token: owner });
    expect(await refused(p, member, dns.list, { domainId: demo.planDomainId })).toBe('error:role');
  });

  test('a domain that was removed since can stay in the form of a member', async () => {
    const { p, owner, memberId } = await joinedWith({ role: 'domains', domainIds: [demo.domainId, demo.planDomainId] });
    await p.store.write('t', (tx) => tx.updateTable('domain').set({ accountId: memberId }).where('id', '=', demo.planDomainId).execute());
    const form = { memberId, role: 'domains', level: 'read', domainIds: [demo.domainId, demo.planDomainId] } as const;
    expect((await p.ok(team.edit, { ...form, domainIds: [...form.domainIds] }, { token: owner })).members[1]).toMatchObject({
      domainIds: [demo.domainId],
      domains: ['parvaz.example'],
    });
  });
});

describe('tickets', () => {
  test('a member without those of the account has their own, about what they have access to', async () => {
    const { p, owner, member } = await joined('domains');
    expect(await p.ok(ticket.subjects, {}, { token: member })).toMatchObject({ domains: [{ id: demo.domainId }], servers: [] });
    expect((await p.ok(ticket.list, { state: 'active' }, { token: member })).tickets).toEqual([]);
    expect((await p.try(ticket.get, { ticketId: demo.ticketId }, { token: member })).status).toBe(404);
    const { domainId, ...form } = ticket.create.example;
    const mine = await p.ok(ticket.create, { ...form, domainId }, { token: member });
    expect((await p.try(ticket.create, { ...form, domainId: demo.planDomainId }, { token: member })).status).toBe(404);
    expect((await p.try(ticket.create, { ...form, serverId: demo.serverId }, { token: member })).status).toBe(404);
    expect((await p.ok(ticket.list, { state: 'active' }, { token: member })).tickets.map(({ id }) => id)).toEqual([mine.ticket.id]);
    expect((await p.try(supportPlan.list, {}, { token: member })).body.code).toBe('error:role');
    // The account sees it among the others.
    expect((await p.ok(ticket.list, { state: 'active' }, { token: owner })).tickets.map(({ id }) => id)).toContain(mine.ticket.id);
    await p.ok(ticket.reply, { ...ticket.reply.example, ticketId: mine.ticket.id }, { token: owner });
    await p.ok(ticket.reply, { ...ticket.reply.example, ticketId: mine.ticket.id }, { token: member });
  });

  test('the member who wrote one is notified of the reply', async () => {
    const { p, member } = await joined('domains');
    const mine = await p.ok(ticket.create, ticket.create.example, { token: member });
    const operator = await p.signInOperator();
    const listEvents = async () => (await p.ok(notification.list, {}, { token: member })).notifications.map(({ event }) => event);
    await p.ok(operatorTicket.reply, { ...operatorTicket.reply.example, ticketId: demo.ticketId }, { token: operator });
    expect(await listEvents()).toEqual([]);
    await p.ok(operatorTicket.reply, { ...operatorTicket.reply.example, ticketId: mine.ticket.id }, { token: operator });
    expect(await listEvents()).toEqual(['ticketReply']);
  });
});
