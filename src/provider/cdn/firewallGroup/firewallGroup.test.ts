import { expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { startProvider } from '../../../../tests/support/provider.ts';
import { storedOne } from '../../../../tests/support/stored.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { log } from '../../../lib/contract/core/log.ts';
import { demo } from '../../../lib/contract/fields.ts';
import { locales } from '../../../lib/i18n/locales.ts';
import { translator } from '../../../lib/i18n/server.ts';

const { domainId } = demo;

async function started() {
  const p = await startProvider();
  const token = await p.signIn();
  const add = (input: object) => p.try(firewallGroup.add, { title: 'Partners', ipAddresses: ['203.0.113.9'], ...input }, { token });
  const groups = async (input = {}) => (await p.ok(firewallGroup.list, input, { token })).groups;
  const idOf = async (name: string) => (await storedOne(p, 'domain', { name })).id;
  return { p, token, add, groups, idOf };
}

test('groups belong to the account or to one domain, and list where they are used', async () => {
  const { p, groups, idOf } = await started();
  expect((await p.ok(firewallGroup.list, {}, { token: await p.signIn(demo.second) })).groups).toEqual([]);
  const titles = async (input = {}) => (await groups(input)).map(({ title }) => title);
  expect(await titles()).toEqual(['Offices', 'Uptime monitoring']);
  expect(await titles({ domainId })).toEqual(['Offices', 'Uptime monitoring']);
  expect(await titles({ domainId: await idOf('ketabnama.example') })).toEqual(['Offices']);
  expect((await groups())[0]?.usedBy).toEqual([{ ruleId: demo.firewallRules[0], domainId, domain: 'parvaz.example', priority: 1 }]);
});

test('addresses are stored in canonical form', async () => {
  const { add } = await started();
  const { body } = await add({ ipAddresses: [' 203.0.113.9/32', '2001:DB8::0', '203.0.113.0/25'] });
  expect((body.group as { ipAddresses: string[] }).ipAddresses).toEqual(['203.0.113.9', '2001:db8::', '203.0.113.0/25']);
});

test.each(locales)('says in %s what is wrong with each address, at its position', async (locale) => {
  const { p, token } = await started();
  const before = await snapshot(p);
  const t = translator(locale);
  const ipAddresses = ['203.0.113.9', 'nobody', '203.0.113.9/32', '10.0.0.1/8'];
  const { status, body } = await p.try(firewallGroup.add, { title: 'Partners', ipAddresses: ipAddresses.slice(0, 2) }, { token, locale });
  expect([status, body.fields]).toEqual([422, { 'ipAddresses.1': t('address:error.ip', { value: 'nobody' }) }]);
  const twice = await p.try(firewallGroup.add, { title: 'Partners', ipAddresses: [ipAddresses[0], ipAddresses[2]] }, { token, locale });
  expect(twice.body.fields).toEqual({ 'ipAddresses.1': t('firewall:error.repeated', { value: '203.0.113.9' }) });
  const nothing = await p.try(firewallGroup.add, { title: ' ', ipAddresses: [] }, { token, locale });
  expect(nothing.body.fields).toEqual({ title: t('firewallGroup:error.title'), ipAddresses: t('firewallGroup:error.empty') });
  expect(await snapshot(p)).toBe(before);
});

test('two groups with one name are refused, also at once', async () => {
  const { p, token, add } = await started();
  const both = await Promise.all([add({}), add({ title: 'partners' })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await p.try(firewallGroup.edit, { groupId: demo.freeFirewallGroupId, title: 'Offices' }, { token })).toMatchObject({
    status: 409,
    body: { code: 'firewallGroup:error.taken', fields: { title: expect.any(String) } },
  });
});

test('an update keeps absent fields', async () => {
  const { p, token } = await started();
  const { group } = await p.ok(firewallGroup.edit, { groupId: demo.firewallGroupId, title: 'All offices' }, { token });
  const ipAddresses = ['192.0.2.16/28', '192.0.2.77', '2001:db8:a1::/48'];
  expect(group).toMatchObject({ title: 'All offices', ipAddresses, version: 2 });
});

test('a group used by a rule, saved or deployed, can’t be deleted, and the response lists the rules', async () => {
  const { p, token } = await started();
  const drop = () => p.try(firewallGroup.delete, { groupId: demo.firewallGroupId }, { token });
  const before = await snapshot(p);
  const rules = [{ ruleId: demo.firewallRules[0], domainId, domain: 'parvaz.example', priority: 1 }];
  expect(await drop()).toMatchObject({ status: 409, body: { code: 'firewallGroup:error.inUse', rules } });
  expect(await snapshot(p)).toBe(before);
  const ruleId = demo.firewallRules[0];
  await p.ok(firewall.update, { domainId, ruleId, kind: 'ip', value: '192.0.2.77', deploy: false }, { token });
  expect((await drop()).status).toBe(409);
  await p.ok(firewall.toggleDeploy, { domainId, ruleId, deploy: true }, { token });
  expect((await drop()).status).toBe(200);
  expect((await drop()).status).toBe(404);
  const { logs } = await p.ok(log.list, { group: 'firewallGroup', limit: 5 }, { token });
  expect(logs.map(({ action, entity }) => [action, entity.name])).toEqual([['delete', 'Offices']]);
});

test('of a rule that references a group and the deletion of the group at once, one succeeds', async () => {
  const { p, token } = await started();
  const rule = { domainId, kind: 'group', value: demo.freeFirewallGroupId, mode: 'allow', deploy: true };
  const [created, deleted] = await Promise.all([
    p.try(firewall.create, rule, { token }),
    p.try(firewallGroup.delete, { groupId: demo.freeFirewallGroupId }, { token }),
  ]);
  expect([created.status, deleted.status]).toSatisfy(([a, b]) => (a === 200 && b === 409) || (a === 422 && b === 200));
});

test('a group of one domain can’t be used by another domain', async () => {
  const { p, token, idOf } = await started();
  const other = { domainId: await idOf('ketabnama.example'), kind: 'group', mode: 'allow', deploy: true };
  expect((await p.try(firewall.create, { ...other, value: demo.freeFirewallGroupId }, { token })).status).toBe(422);
  expect((await p.try(firewall.create, { ...other, value: demo.firewallGroupId }, { token })).status).toBe(200);
});

test('a group and the rule that uses it are added together, as one change, or not at all', async () => {
  const { p, token, groups } = await started();
  const rules = async () => (await p.ok(firewall.list, { domainId }, { token })).rules;
  const whole = { domainId, title: 'Scrapers', ipAddresses: ['203.0.113.9/32', '2001:DB8::0'], mode: 'deny', deploy: true };
  const attempt = (input: object) => p.try(firewallGroup.addWithRule, { ...whole, ...input }, { token });
  const before = await snapshot(p);
  const expected: [object, number, string][] = [
    [{ title: 'Offices' }, 409, 'firewallGroup:error.taken'],
    [{ ipAddresses: ['203.0.113.9', 'nobody'] }, 422, 'error:validation'],
    [{ priority: 1 }, 409, 'rules:error.duplicatePriority'],
    [{ expiresAt: '2020-01-01T00:00:00.000Z' }, 422, 'firewall:error.expiryPast'],
    [{ ipAddresses: ['192.0.2.1'], priority: 900 }, 409, 'firewall:error.selfBlock'],
  ];
  for (const [input, status, code] of expected) {
    const answer = await attempt(input);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await snapshot(p)).toBe(before);
  }
  const changes = async () => (await p.ok(log.list, {}, { token })).logs.length;
  const [entries, list] = [await changes(), (await rules()).length];
  const { status, body } = await attempt({});
  expect([status, await changes(), (await rules()).length]).toEqual([200, entries + 1, list + 1]);
  const made = (await groups()).find(({ title }) => title === 'Scrapers');
  expect(made).toMatchObject({ ipAddresses: ['203.0.113.9', '2001:db8::'], domainId, usedBy: [{ domain: 'parvaz.example' }] });
  expect(body.rule).toMatchObject({ kind: 'group', value: made?.id, mode: 'deny', deploy: true });
});
