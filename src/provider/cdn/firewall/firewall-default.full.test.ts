import { describe, expect, test } from 'vitest';
import { snapshot } from '../../../../tests/support/calls.ts';
import { domainId, me, started } from '../../../../tests/support/firewall.ts';
import type { TestProvider } from '../../../../tests/support/provider.ts';
import { firewall } from '../../../lib/contract/cdn/firewall.ts';
import { firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { demo } from '../../../lib/contract/fields.ts';

describe('changes that would block the caller', () => {
  const asks = async (p: TestProvider, call: Parameters<TestProvider['try']>[0], input: object, token: string, ip?: string) => {
    const before = await snapshot(p);
    const { status, body } = await p.try(call, { domainId, ...input }, { token, ...(ip && { ip }) });
    expect([status, body.code]).toEqual([409, 'firewall:error.selfBlock']);
    expect(body).toMatchObject({ ip: ip ?? me, country: null });
    expect(body.message).toContain(ip ?? me);
    expect(await snapshot(p)).toBe(before);
    const meant = await p.try(call, { domainId, ...input, confirmSelfBlock: true }, { token, ...(ip && { ip }) });
    expect([meant.status, meant.body.message]).toEqual([200, undefined]);
  };
  const rule = (value: string, more: object = {}) => ({ kind: 'ip', value, mode: 'deny', deploy: true, ...more });

  test('an IPv6 address, and a group that contains it', async () => {
    const { p, token } = await started();
    await asks(p, firewall.create, rule('2001:db8:77::/48'), token, '2001:db8:77::9');
    await p.ok(
      firewall.delete,
      { domainId, ruleId: (await p.ok(firewall.list, { domainId }, { token })).rules.at(-1)?.id ?? '' },
      { token },
    );
    await asks(p, firewall.create, { kind: 'group', value: demo.freeFirewallGroupId, mode: 'deny', deploy: true }, token, '198.51.100.201');
  });

  test('a new order', async () => {
    const { p, token, made } = await started();
    const { id } = await made({ value: me, mode: 'allow' });
    await made({ value: '192.0.2.0/24' });
    const ids = (await p.ok(firewall.list, { domainId }, { token })).rules.map((one) => one.id);
    const last = [...ids.filter((one) => one !== id), id];
    await asks(p, firewall.reorder, { ids: last }, token);
  });

  test('the allowlist, because the country of the caller is unknown, with a message that says so', async () => {
    const { p, token } = await started();
    const { body } = await p.try(firewall.countryUpdate, { domainId, enabled: true, countries: ['DE'] }, { token });
    expect(body.message).toContain('the country of this address is unknown');
    await asks(p, firewall.countryUpdate, { enabled: true, countries: ['DE'] }, token);
  });

  test('adding the caller’s address to a group that a rule blocks', async () => {
    const { p, token, made } = await started();
    await made({ kind: 'group', value: demo.freeFirewallGroupId });
    await asks(p, firewallGroup.edit, { groupId: demo.freeFirewallGroupId, ipAddresses: ['198.51.100.201', me] }, token);
  });
});
