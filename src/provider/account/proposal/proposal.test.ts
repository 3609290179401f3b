import { describe, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../../../tests/support/provider.ts';
import { joined } from '../../../../tests/support/team.ts';
import { type ApiKeyForm, apiKey } from '../../../lib/contract/account/apiKey.ts';
import { proposal } from '../../../lib/contract/account/proposal.ts';
import { type Area, areas, type NamedCall } from '../../../lib/contract/call.ts';
import { dns } from '../../../lib/contract/cdn/dns.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { notification } from '../../../lib/contract/core/notification.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { allCalls } from '../../../lib/contract/openapi.ts';
import { type Proposable, proposable } from '../../../lib/rules/core/proposals.ts';
import { DAY } from '../../../lib/time.ts';

const every = Object.fromEntries(areas.filter((area) => area !== 'finance').map((area) => [area, 'write'])) as Record<Area, 'write'>; // all but one area

async function withKey(form: Partial<ApiKeyForm> = {}) {
  const p = await startProvider();
  const session = await p.signIn();
  const made = await p.ok(apiKey.add, { name: 'Agent', access: { dns: 'write' }, needsApproval: true, ...form }, { token: session });
  const propose = async (call: Proposable, input: object, reason = 'Because it is needed.') =>
    (await p.ok(proposal.create, { call, arguments: { ...input }, reason }, { token: made.token })).proposal;
  return { p, session, token: made.token, id: made.apiKey.id, propose };
}
const record = async (p: TestProvider, token: string) =>
  (await p.ok(dns.get, { domainId: demo.domainId, recordId: demo.recordId }, { token })).record;
const ttl = { domainId: demo.domainId, recordId: demo.recordId, ttl: 600 };

describe('a key whose changes need approval', () => {
  test('reads, and changes nothing itself', async () => {
    const { p, token } = await withKey({ access: every });
    await p.ok(dns.list, { domainId: demo.domainId }, { token });
    const calls = allCalls().filter(({ area, safe, access }) => area !== null && area !== 'finance' && !safe && access === 'session');
    for (const call of calls as NamedCall[])
      expect([call.id.join('.'), (await p.try(call, {}, { token })).body.code]).toEqual([call.id.join('.'), 'apiKey:error.needsApproval']);
  });

  test('proposes a change, which is shown and made only when a person approves it', async () => {
    const { p, session, token, propose } = await withKey();
    const before = await record(p, session);
    const made = await propose('dns.update', ttl);
    expect(made).toMatchObject({ state: 'pending', keyName: 'Agent', reason: 'Because it is needed.', decidedBy: null });
    expect(made.changes).toMatchObject([
      { action: 'update', entity: { type: 'dnsRecord', id: demo.recordId }, changes: [{ field: 'ttl', label: 'TTL', after: 600 }] },
    ]);
    expect(await record(p, session)).toEqual(before);
    const [notice] = (await p.ok(notification.list, {}, { token: session })).notifications;
    expect(notice).toMatchObject({ title: 'Agent proposes a change', link: '/account/api-keys', read: false });
    expect((await p.ok(proposal.list, {}, { token: session })).proposals.map(({ id }) => id)).toEqual([made.id]);

    const approved = await p.ok(proposal.approve, { proposalId: made.id }, { token: session });
    expect(approved.proposal).toMatchObject({ state: 'approved', decidedBy: demo.email });
    expect((await record(p, session)).ttl).toBe(600);
    expect((await p.ok(proposal.get, { proposalId: made.id }, { token })).proposal.state).toBe('approved');
    // The change is the key's, and the decision the person's.
    const { logs } = await p.ok(log.list, { limit: 5 }, { token: session });
    expect(logs.slice(0, 3).map(({ actor, entity, action }) => [actor.type, actor.name, entity.type, action])).toEqual(
      expect.arrayContaining([
        ['apiKey', 'Agent', 'dnsRecord', 'update'],
        ['user', demo.email, 'proposal', 'update'],
        ['apiKey', 'Agent', 'proposal', 'create'],
      ]),
    );
    // Once.
    expect((await p.try(proposal.approve, { proposalId: made.id }, { token: session })).body.code).toBe('proposal:error.decided');
  });

  test('a rejected one changes nothing and can’t be approved anymore', async () => {
    const { p, session, propose } = await withKey();
    const before = await record(p, session);
    const { id: proposalId } = await propose('dns.update', ttl);
    expect((await p.ok(proposal.reject, { proposalId }, { token: session })).proposal.state).toBe('rejected');
    expect((await p.try(proposal.approve, { proposalId }, { token: session })).body.code).toBe('proposal:error.decided');
    expect(await record(p, session)).toEqual(before);
  });

  test('two approvals at once make it once', async () => {
    const { p, session, propose } = await withKey();
    const { id: proposalId } = await propose('dns.create', dns.create.example);
    const answers = await Promise.all([1, 2].map(() => p.try(proposal.approve, { proposalId }, { token: session })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { records } = await p.ok(dns.list, { domainId: demo.domainId, q: 'shop' }, { token: session });
    expect(records.filter(({ name }) => name === 'shop')).toHaveLength(1);
  });
});

describe('a proposal is refused', () => {
  test('when what it changes has changed since', async () => {
    const { p, session, propose } = await withKey();
    const { id: proposalId } = await propose('dns.update', ttl);
    await p.ok(dns.update, { domainId: demo.domainId, recordId: demo.recordId, content: '203.0.113.99' }, { token: session });
    const before = await record(p, session);
    expect(await p.try(proposal.approve, { proposalId }, { token: session })).toMatchObject({
      status: 409,
      body: { code: 'proposal:error.changed' },
    });
    expect(await record(p, session)).toEqual(before);
    expect((await p.ok(proposal.get, { proposalId }, { token: session })).proposal.state).toBe('pending');
    // Or if it is gone.
    await p.ok(dns.delete, { domainId: demo.domainId, recordId: demo.recordId }, { token: session });
    expect((await p.try(proposal.approve, { proposalId }, { token: session })).status).toBe(404);
  });

  test('with the access that the key has at that time, and after its end', async () => {
    const { p, session, id, propose } = await withKey();
    const { id: proposalId } = await propose('dns.update', ttl);
    await p.ok(apiKey.edit, { apiKeyId: id, access: { caching: 'write' } }, { token: session });
    expect((await p.try(proposal.approve, { proposalId }, { token: session })).body.code).toBe('apiKey:error.area');
    await p.ok(apiKey.edit, { apiKeyId: id, access: { dns: 'write' }, domainIds: [demo.planDomainId] }, { token: session });
    expect((await p.try(proposal.approve, { proposalId }, { token: session })).status).toBe(404);
    await p.ok(apiKey.remove, { apiKeyId: id }, { token: session });
    expect((await p.try(proposal.approve, { proposalId }, { token: session })).status).toBe(404);
  });

  test('after seven days', async () => {
    const { p, propose } = await withKey();
    const { id: proposalId } = await propose('dns.update', ttl);
    p.clock.now += 7 * DAY;
    const session = await p.signIn();
    expect((await p.ok(proposal.get, { proposalId }, { token: session })).proposal.state).toBe('expired');
    expect((await p.try(proposal.approve, { proposalId }, { token: session })).body.code).toBe('proposal:error.decided');
  });

  test('at once, for a wrong input, another area, another customer’s item, and what changes nothing', async () => {
    const { p, session, token } = await withKey();
    const code = async (call: Proposable, input: object) => {
      const { status, body } = await p.try(proposal.create, { call, arguments: { ...input }, reason: 'x' }, { token });
      return [status, body.code];
    };
    expect(await code('dns.create', { domainId: demo.domainId, name: 'a', type: 'A', content: 'nowhere' })).toEqual([
      422,
      expect.anything(),
    ]);
    expect(await code('cache.delete', { domainId: demo.domainId, scope: 'all' })).toEqual([409, 'apiKey:error.area']);
    const current = await record(p, session);
    expect(await code('dns.update', { ...ttl, ttl: current.ttl })).toEqual([409, 'proposal:error.nothing']);
    expect(await code('dns.update', { ...ttl, domainId: 'nobody' })).toEqual([404, 'error:notFound']);
    expect((await p.try(proposal.create, { call: 'server.delete', arguments: {}, reason: 'x' }, { token })).status).toBe(422);
    expect((await p.ok(proposal.list, {}, { token: session })).proposals).toEqual([]);
  });

  test('when twenty of the key wait', async () => {
    const { p, token, propose } = await withKey();
    for (let n = 0; n < 20; n++) await propose('dns.create', { ...dns.create.example, name: `n${n}` });
    const more = await p.try(proposal.create, { call: 'dns.create', arguments: { ...dns.create.example }, reason: 'x' }, { token });
    expect(more.body.code).toBe('proposal:error.limit');
  });
});

describe('who may', () => {
  test('propose: keys; decide: signed-in people who manage keys, never a key', async () => {
    const { p, session, token, propose } = await withKey({ access: every });
    const { id: proposalId } = await propose('dns.update', ttl);
    for (const call of [proposal.approve, proposal.reject, proposal.list])
      expect([call.id[1], (await p.try(call, { proposalId }, { token })).body.code]).toEqual([call.id[1], 'error:sessionOnly']);
    expect((await p.try(proposal.create, proposal.create.example, { token: session })).body.code).toBe('proposal:error.keyOnly');
    // Another customer doesn't find it, and neither does another key.
    const other = await p.signIn(demo.second);
    for (const call of [proposal.get, proposal.approve, proposal.reject])
      expect((await p.try(call, { proposalId }, { token: other })).status).toBe(404);
    const second = await p.ok(apiKey.add, { name: 'Other', access: { dns: 'read' } }, { token: session });
    expect((await p.try(proposal.get, { proposalId }, { token: second.token })).status).toBe(404);
    // A key that may only read proposes nothing.
    const reading = await p.try(proposal.create, { call: 'dns.update', arguments: { ...ttl }, reason: 'x' }, { token: second.token });
    expect(reading.body.code).toBe('apiKey:error.readOnly');
  });

  test('members decide as they manage keys', async () => {
    for (const [role, expected] of [
      ['admin', 404],
      ['readOnly', 409],
      ['billing', 409],
    ] as const) {
      const { p, member } = await joined(role);
      expect([role, (await p.try(proposal.approve, { proposalId: 'none' }, { token: member })).status]).toEqual([role, expected]);
    }
  });
});

test('finding out what a call would change stores nothing of it', async () => {
  const p = await startProvider();
  const session = await p.signIn();
  const { token } = await p.ok(apiKey.add, { name: 'Agent', access: every }, { token: session });
  const calls = new Map(allCalls().map((call) => [call.id.join('.'), call]));
  const dump = async () => {
    const tables = await p.store.reader.introspection.getTables();
    const ignored = ['proposal', 'notification', 'changeLog', 'live', 'throttle', 'apiKey', 'apiKeyCall', 'logPlace', 'job'];
    const rows = await Promise.all(
      tables
        .filter(({ name }) => !ignored.includes(name))
        .map(
          async ({ name }) =>
            [
              name,
              await p.store.reader
                .selectFrom(name as 'domain')
                .selectAll()
                .execute(),
            ] as const,
        ), // every table
    );
    return JSON.stringify(rows);
  };
  const before = await dump();
  const failed: unknown[] = [];
  for (const call of proposable) {
    const input = { ...(calls.get(call)?.example as object) };
    const { status, body } = await p.try(proposal.create, { call, arguments: input, reason: 'Test' }, { token });
    if (status !== 200) failed.push([call, status, body]);
  }
  expect(failed).toEqual([]);
  expect(await dump()).toBe(before);
  const { proposals } = await p.ok(proposal.list, {}, { token: session });
  expect(proposals).toHaveLength(proposable.length);
  for (const { call, changes } of proposals) expect([call, changes.length]).not.toEqual([call, 0]);
});
