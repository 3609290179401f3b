import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { domainId, me, started, visit } from '../../../../tests/support/firewall.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { demo } from '../../../lib/contract/fields.ts';

describe('the default and the country allowlist', () => {
  test('the default applies when no rule matches', async () => {
    const { p, token } = await started();
    await p.ok(firewall.create, { domainId, kind: 'ip', value: me, mode: 'allow', deploy: true }, { token });
    const { defaultMode, version } = await p.ok(firewall.mode, { domainId, defaultMode: 'deny', version: 0 }, { token });
    expect([defaultMode, version]).toEqual(['deny', 1]);
    expect([await visit(p, { ip: me }), await visit(p, { ip: '203.0.113.9' })]).toEqual(['forwarded', 'blocked']);
  });

  test('the allowlist allows its countries, without duplicates and in order, and is kept while it is off', async () => {
    const { p, token } = await started();
    await p.ok(firewall.create, { domainId, kind: 'ip', value: me, mode: 'allow', deploy: true }, { token });
    const update = async (input: object) => (await p.ok(firewall.countryUpdate, { domainId, ...input }, { token })).countryWhitelist;
    expect(await update({ enabled: true, countries: ['ir', 'DE', 'IR'] })).toEqual({ enabled: true, countries: ['DE', 'IR'], version: 1 });
    expect(await visit(p, { ip: '203.0.113.9', country: 'DE' })).toBe('forwarded');
    expect(await visit(p, { ip: '203.0.113.9', country: 'FR' })).toBe('blocked');
    expect(await update({ enabled: false })).toEqual({ enabled: false, countries: ['DE', 'IR'], version: 2 });
    expect(await visit(p, { ip: '203.0.113.9', country: 'FR' })).toBe('forwarded');
    expect(await update({ enabled: true })).toMatchObject({ enabled: true, countries: ['DE', 'IR'] });
    expect((await p.ok(firewall.countryGet, { domainId }, { token })).countryWhitelist.version).toBe(3);
  });

  test('an empty allowlist is refused, and so is an unknown country', async () => {
    const { p, token } = await started();
    const empty = await p.try(firewall.countryUpdate, { domainId, enabled: true }, { token });
    expect([empty.status, Object.keys(empty.body.fields ?? {})]).toEqual([422, ['countries']]);
    const bad = await p.try(firewall.countryUpdate, { domainId, enabled: true, countries: ['DE', 'XX'] }, { token });
    expect([bad.status, Object.keys(bad.body.fields ?? {})]).toEqual([422, ['countries.1']]);
  });
});

describe('changes that would block the caller', () => {
  const expectConfirmation = async (
    p: TestProvider,
    call: Parameters<TestProvider['try']>[0],
    input: object,
    token: string,
    ip?: string,
  ) => {
    const before = await snapshot(p);
    const { status, body } = await p.try(call, { domainId, ...input }, { token, ...(ip && { ip }) });
    expect([status, body.code]).toEqual([409, 'firewall:error.selfBlock']);
    expect(body).toMatchObject({ ip: ip ?? me, country: null });
    expect(body.message).toContain(ip ?? me);
    expect(await snapshot(p)).toBe(before);
    const meant = await p.try(call, { domainId, ...input, confirmSelfBlock: true }, { token, ...(ip && { ip }) });
    expect([meant.status, meant.body.message]).toEqual([200, undefined]);
  };
  const rule = (value: string) => ({ kind: 'ip', value, mode: 'deny', deploy: true });
  const dropLast = async (p: TestProvider, token: string) => {
    const { rules } = await p.ok(firewall.list, { domainId }, { token });
    await p.ok(firewall.delete, { domainId, ruleId: rules.at(-1)?.id ?? '' }, { token });
  };

  test('a new rule', async () => {
    const { p, token } = await started();
    await expectConfirmation(p, firewall.create, rule('192.0.2.0/28'), token);
  });

  test('an updated rule, but not a draft of it; then its deployment', async () => {
    const { p, token, made } = await started();
    const { id } = await made({ value: '203.0.113.9' });
    await p.ok(firewall.update, { domainId, ruleId: id, value: me, deploy: false }, { token });
    await expectConfirmation(p, firewall.toggleDeploy, { ruleId: id, deploy: true }, token);
    await p.ok(firewall.update, { domainId, ruleId: id, value: '203.0.113.9', deploy: true }, { token });
    await expectConfirmation(p, firewall.update, { ruleId: id, value: me, deploy: true }, token);
  });

  test('the default, and then turning off or deleting the rule that exempts the caller', async () => {
    const { p, token, made } = await started();
    await expectConfirmation(p, firewall.mode, { defaultMode: 'deny' }, token);
    const { id } = await made({ value: me, mode: 'allow' });
    await expectConfirmation(p, firewall.toggleDeploy, { ruleId: id, deploy: false }, token);
    await p.ok(firewall.toggleDeploy, { domainId, ruleId: id, deploy: true }, { token });
    await expectConfirmation(p, firewall.delete, { ruleId: id }, token);
  });

  test('a caller who is already blocked can go on, and X-Forwarded-For counts as the caller’s address', async () => {
    const { p, token } = await started();
    await p.ok(firewall.mode, { domainId, defaultMode: 'deny', confirmSelfBlock: true }, { token });
    await p.ok(firewall.create, { domainId, ...rule('192.0.2.0/24') } as never, { token });
    await p.ok(firewall.mode, { domainId, defaultMode: 'allow' }, { token });
    await dropLast(p, token);
    const claimed = { token, headers: { 'x-forwarded-for': '203.0.113.50' } };
    expect((await p.try(firewall.create, { domainId, ...rule('203.0.113.50') }, claimed)).status).toBe(200);
    expect((await p.try(firewall.create, { domainId, ...rule(me) }, claimed)).status).toBe(409);
  });

  test('an IPv6 address, and a group that contains it', async () => {
    const { p, token } = await started();
    await expectConfirmation(p, firewall.create, rule('2001:db8:77::/48'), token, '2001:db8:77::9');
    await dropLast(p, token);
    await expectConfirmation(
      p,
      firewall.create,
      { kind: 'group', value: demo.freeFirewallGroupId, mode: 'deny', deploy: true },
      token,
      '198.51.100.201',
    );
  });

  test('a new order', async () => {
    const { p, token, made } = await started();
    const { id } = await made({ value: me, mode: 'allow' });
    await made({ value: '192.0.2.0/24' });
    const ids = (await p.ok(firewall.list, { domainId }, { token })).rules.map((one) => one.id);
    const last = [...ids.filter((one) => one !== id), id];
    await expectConfirmation(p, firewall.reorder, { ids: last }, token);
  });

  test('the allowlist, because the country of the caller is unknown, with a message that says so', async () => {
    const { p, token } = await started();
    const { body } = await p.try(firewall.countryUpdate, { domainId, enabled: true, countries: ['DE'] }, { token });
    expect(body.message).toContain('the country of this address is unknown');
    await expectConfirmation(p, firewall.countryUpdate, { enabled: true, countries: ['DE'] }, token);
  });

  test('adding the caller’s address to a group that a rule blocks', async () => {
    const { p, token, made } = await started();
    await made({ kind: 'group', value: demo.freeFirewallGroupId });
    await expectConfirmation(p, firewallGroup.edit, { groupId: demo.freeFirewallGroupId, ipAddresses: ['198.51.100.201', me] }, token);
  });
});
