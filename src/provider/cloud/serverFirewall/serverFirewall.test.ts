import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { signedIn } from '../../../../tests/support/signedIn.ts';
import { serverFirewall } from '../../../lib/contract/cloud/serverFirewall.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { translator } from '../../../lib/i18n/server.ts';

const groupId = demo.serverFirewallId;
const rule = { direction: 'in', protocol: 'ipv4', transport: 'tcp', source: '203.0.113.0/24', action: 'deny' } as const;

async function started() {
  const { p, token } = await signedIn();
  const group = async () => (await p.ok(serverFirewall.get, { groupId }, { token })).group;
  return { p, token, group };
}

test('templates: web is open to everybody, SSH to the caller’s address', async () => {
  const { p, token } = await started();
  const add = async (title: string, template: string, ip: string) =>
    ((await p.try(serverFirewall.add, { title, template }, { token, ip })).body.group as { rules: { portFrom: number; source: string }[] })
      .rules;
  expect((await add('a', 'web', '192.0.2.9')).map(({ portFrom, source }) => [portFrom, source])).toEqual([
    [80, '0.0.0.0/0'],
    [80, '::/0'],
    [443, '0.0.0.0/0'],
    [443, '::/0'],
    [null, '0.0.0.0/0'],
    [null, '::/0'],
  ]);
  expect((await add('b', 'ssh', '192.0.2.9')).map(({ portFrom, source }) => [portFrom, source])).toEqual([[22, '192.0.2.9/32']]);
  expect((await add('c', 'ssh', '2001:db8::9'))[0]?.source).toBe('2001:db8::9/128');
  expect((await p.try(serverFirewall.add, { title: 'WEB' }, { token })).body.code).toBe('serverFirewall:error.taken');
});

test('rules keep their order: added at a position, moved, deleted', async () => {
  const { p, token, group } = await started();
  const { rule: added } = await p.ok(serverFirewall.createRule, { groupId, ...rule, portFrom: 22, priority: 1 }, { token });
  expect(added).toMatchObject({ priority: 1, portFrom: 22, portTo: null });
  const ids = (await group()).rules.map(({ id }) => id);
  expect(ids).toEqual([added.id, demo.serverRuleId, demo.otherServerRuleId]);
  await p.ok(serverFirewall.reorderRules, { groupId, ids: ids.toReversed() }, { token });
  expect((await group()).rules.map(({ id, priority }) => [id, priority])).toEqual(ids.toReversed().map((id, index) => [id, index + 1]));
  expect((await p.try(serverFirewall.reorderRules, { groupId, ids: ids.slice(1) }, { token })).status).toBe(422);
  await p.ok(serverFirewall.deleteRule, { groupId, ruleId: added.id }, { token });
  expect((await p.try(serverFirewall.updateRule, { groupId, ruleId: added.id, ...rule }, { token })).status).toBe(404);
});

test('a change based on an outdated version is refused with the current group', async () => {
  const { p, token } = await started();
  await p.ok(serverFirewall.createRule, { groupId, ...rule, version: 1 }, { token });
  const before = await snapshot(p);
  for (const [call, input] of [
    [serverFirewall.createRule, rule],
    [serverFirewall.updateRule, { ...rule, ruleId: demo.serverRuleId }],
    [serverFirewall.deleteRule, { ruleId: demo.serverRuleId }],
    [serverFirewall.reorderRules, { ids: [] }],
    [serverFirewall.edit, { title: 'x' }],
  ] as const)
    expect(await p.try(call, { groupId, version: 1, ...input }, { token })).toMatchObject({
      status: 409,
      body: { code: 'error:versionConflict', group: { version: 2 } },
    });
  expect(await snapshot(p)).toBe(before);
});

test('a wrong value of a rule is refused at its field, in the caller’s language', async () => {
  const { p, token } = await started();
  const t = translator('fa');
  for (const [input, fields] of [
    [{ source: '2001:db8::/32' }, { source: t('serverFirewall:error.ipv4') }],
    [{ source: '10.0.0.1:22' }, { source: t('address:error.port') }],
    [{ transport: 'icmp', portFrom: 80 }, { portFrom: t('serverFirewall:error.noPorts') }],
    [{ portFrom: 90, portTo: 80 }, { portTo: t('serverFirewall:error.portOrder') }],
    [{ portFrom: 65_536 }, { portFrom: t('serverFirewall:error.port') }],
  ] as const) {
    const { body } = await p.try(serverFirewall.createRule, { groupId, ...rule, ...input }, { token, locale: 'fa' });
    expect(body.fields).toEqual(fields);
  }
});

test('a group in use can’t be deleted, and its servers are listed; at most one default group', async () => {
  const { p, token } = await started();
  const { status, body } = await p.try(serverFirewall.delete, { groupId }, { token });
  expect([status, body.code, (body.servers as { id: string }[])[0]?.id]).toEqual([409, 'serverFirewall:error.inUse', demo.serverId]);
  await p.ok(serverFirewall.edit, { groupId: demo.freeServerFirewallId, isDefault: true }, { token });
  const { groups } = await p.ok(serverFirewall.list, {}, { token });
  expect(groups.map(({ title, isDefault }) => [title, isDefault])).toEqual([
    ['ssh-office', true],
    ['web', false],
  ]);
  const { group, taskIds } = await p.ok(serverFirewall.detach, { groupId, serverIds: [demo.serverId] }, { token });
  expect([group.servers, taskIds.length]).toEqual([[], 1]);
  expect((await p.try(serverFirewall.delete, { groupId }, { token })).status).toBe(200);
});

test('another customer sees none, and can’t attach a server that isn’t theirs', async () => {
  const { p } = await started();
  const other = { token: await p.signIn(demo.second) };
  expect((await p.ok(serverFirewall.list, {}, other)).groups).toEqual([]);
  const { group } = await p.ok(serverFirewall.add, { title: 'own' }, other);
  expect((await p.try(serverFirewall.attach, { groupId: group.id, serverIds: [demo.serverId] }, other)).status).toBe(404);
});
