import { describe, expect, test } from 'vitest';
import { allow, at, decision, deny, plain, trace, wall } from '../../../../../tests/support/edgeSample.ts';
import { covers, parseNetwork } from '../../core/network.ts';
import type { EdgeConfig } from './config.ts';
import type { EdgeRequest } from './types.ts';

/** The reasons of this layer, and whether they block. */
const blocks = {
  firewallNone: false,
  firewallAllow: false,
  firewallDeny: true,
  firewallDefaultDeny: true,
  countryListed: false,
  countryNotListed: true,
  countryUnknown: true,
};
type Case = [sentence: string, config: EdgeConfig, request: Partial<EdgeRequest>, reason: keyof typeof blocks];
const office = { id: 'g1', title: 'Office', ipAddresses: ['198.51.100.0/28', '2001:db8:1::/48', '192.0.2.9'] };
const both = (...rules: EdgeConfig['firewall']['rules']) => wall({ rules });
const countries = (...list: string[]) => ({ countryWhitelist: { enabled: true, countries: list } });

describe('firewall', () => {
  test.each<Case>([
    // Product rule: "Firewall rule: IP or country or AS number, mode (allow or deny), description, priority."
    ['IP, deny', both(deny('ip', '198.51.100.7')), {}, 'firewallDeny'],
    ['IP, deny, another address', both(deny('ip', '198.51.100.8')), {}, 'firewallNone'],
    ['IP, allow', both(allow('ip', '198.51.100.7')), {}, 'firewallAllow'],
    ['range, first address', both(deny('ip', '198.51.100.0/24')), { ip: '198.51.100.0' }, 'firewallDeny'],
    ['range, last address', both(deny('ip', '198.51.100.0/24')), { ip: '198.51.100.255' }, 'firewallDeny'],
    ['range, the one before', both(deny('ip', '198.51.100.0/24')), { ip: '198.51.99.255' }, 'firewallNone'],
    ['range, the one after', both(deny('ip', '198.51.100.0/24')), { ip: '198.51.101.0' }, 'firewallNone'],
    ['range of half a byte', both(deny('ip', '10.0.0.0/12')), { ip: '10.15.255.255' }, 'firewallDeny'],
    ['range of half a byte, outside', both(deny('ip', '10.0.0.0/12')), { ip: '10.16.0.0' }, 'firewallNone'],
    ['range with bits of the host', both(deny('ip', '198.51.100.77/24')), {}, 'firewallDeny'],
    ['all of IPv4', both(deny('ip', '0.0.0.0/0')), {}, 'firewallDeny'],
    ['all of IPv4 is nothing of IPv6', both(deny('ip', '0.0.0.0/0')), { ip: '2001:db8::1' }, 'firewallNone'],
    ['all of IPv6', both(deny('ip', '::/0')), { ip: '2001:db8::1' }, 'firewallDeny'],
    ['IPv6 range', both(deny('ip', '2001:db8::/33')), { ip: '2001:db8:7fff::1' }, 'firewallDeny'],
    ['IPv6 range, outside', both(deny('ip', '2001:db8::/33')), { ip: '2001:db8:8000::1' }, 'firewallNone'],
    ['IPv6 in another form', both(deny('ip', '2001:DB8:0:0::1')), { ip: '2001:db8::1' }, 'firewallDeny'],
    ['IPv4 in IPv6 is the IPv4 address', both(deny('ip', '198.51.100.0/24')), { ip: '::ffff:198.51.100.7' }, 'firewallDeny'],
    ['a range of IPv4 in IPv6', both(deny('ip', '::ffff:198.51.100.0/120')), {}, 'firewallDeny'],
    ['what is no address fits nobody', both(deny('ip', '198.51.100.0/33'), deny('ip', 'all', 2)), {}, 'firewallNone'],
    ['a request without a readable address', both(deny('ip', '0.0.0.0/0')), { ip: 'unknown' }, 'firewallNone'],
    ['country', both(deny('country', 'DE')), {}, 'firewallDeny'],
    ['country, case', both(deny('country', 'de')), { country: 'De' }, 'firewallDeny'],
    ['another country', both(deny('country', 'FR')), {}, 'firewallNone'],
    ['unknown country', both(deny('country', 'DE')), { country: undefined }, 'firewallNone'],
    ['unknown country and an empty rule', both(deny('country', '')), { country: '' }, 'firewallNone'],
    ['AS number', both(deny('asn', '64496')), {}, 'firewallDeny'],
    ['AS number as people write it', both(deny('asn', 'AS64496')), {}, 'firewallDeny'],
    ['another AS number', both(deny('asn', 'AS64497')), {}, 'firewallNone'],
    ['unknown AS number', both(deny('asn', 'AS0')), { asn: undefined }, 'firewallNone'],
    // Product rule: "Firewall group: title, IP addresses."
    ['group, range', wall({ rules: [deny('group', 'g1')], groups: [office] }), {}, 'firewallDeny'],
    ['group, IPv6', wall({ rules: [deny('group', 'g1')], groups: [office] }), { ip: '2001:db8:1::5' }, 'firewallDeny'],
    ['group, address', wall({ rules: [deny('group', 'g1')], groups: [office] }), { ip: '192.0.2.9' }, 'firewallDeny'],
    ['group, outside', wall({ rules: [deny('group', 'g1')], groups: [office] }), { ip: '192.0.2.8' }, 'firewallNone'],
    ['a group that is gone fits nobody', both(deny('group', 'g1')), {}, 'firewallNone'],
    // Product rule: "a rule higher in the list wins."
    ['allow above deny', both(allow('ip', '198.51.100.7', 1), deny('country', 'DE', 2)), {}, 'firewallAllow'],
    ['deny above allow', both(allow('ip', '198.51.100.7', 2), deny('country', 'DE', 1)), {}, 'firewallDeny'],
    ['by priority, not by place', both(deny('country', 'DE', 2), allow('ip', '198.51.100.7', 1)), {}, 'firewallAllow'],
    ['a higher rule that does not fit', both(allow('country', 'FR', 1), deny('asn', '64496', 2)), {}, 'firewallDeny'],
    // Product rule: "Rules have a deploy toggle (save, or save and deploy)."
    ['saved is not deployed', both({ ...deny('country', 'DE'), deploy: false }), {}, 'firewallNone'],
    [
      'deployed, with an edit that is only saved',
      both({ ...allow('country', 'DE'), deploy: false, deployed: deny('country', 'DE') }),
      {},
      'firewallDeny',
    ],
    // API: FirewallRule.expiresAt
    ['before its end', both({ ...deny('country', 'DE'), expiresAt: at(1) }), {}, 'firewallDeny'],
    ['at its end', both({ ...deny('country', 'DE'), expiresAt: at(0) }), {}, 'firewallNone'],
    [
      'after its end the next one decides',
      both({ ...allow('country', 'DE'), expiresAt: at(-1) }, deny('country', 'DE', 2)),
      {},
      'firewallDeny',
    ],
    // Product rule: "firewall rules and country whitelist"
    ['country on the list', wall(countries('IR', 'de')), {}, 'countryListed'],
    ['country not on the list', wall(countries('IR')), {}, 'countryNotListed'],
    ['an empty list lets nobody in', wall(countries()), {}, 'countryNotListed'],
    ['unknown country and a list', wall(countries('DE')), { country: undefined }, 'countryUnknown'],
    ['a list that is off', wall({ countryWhitelist: { enabled: false, countries: ['IR'] } }), {}, 'firewallNone'],
    ['a rule comes before the list', wall({ rules: [allow('asn', '64496')], ...countries('IR') }), {}, 'firewallAllow'],
    ['a denied address of a listed country', wall({ rules: [deny('asn', '64496')], ...countries('DE') }), {}, 'firewallDeny'],
    ['default deny', wall({ defaultMode: 'deny' }), {}, 'firewallDefaultDeny'],
    ['default deny, allowed', wall({ defaultMode: 'deny', rules: [allow('country', 'DE')] }), {}, 'firewallAllow'],
    ['default deny, listed', wall({ defaultMode: 'deny', ...countries('DE') }), {}, 'countryListed'],
    ['nothing set', plain, {}, 'firewallNone'],
  ])('%s', (_, config, request, reason) => {
    const result = trace(config, request);
    expect(decision(result, 'firewall').reason).toBe(reason);
    expect([result.outcome, result.status]).toEqual(blocks[reason] ? ['blocked', 403] : ['forwarded', null]);
  });

  test('the step has the name of the rule, or the title of a group', () => {
    const result = trace(wall({ rules: [deny('group', 'g1', 4)], groups: [office] }));
    expect(decision(result, 'firewall')).toMatchObject({
      item: { id: 'deny g1 4', title: 'Office' },
      matched: true,
      action: 'block',
      params: { value: 'Office' },
    });
  });

  test('with equal priorities, the order of reading has no influence', () => {
    const rules = [allow('country', 'DE'), deny('asn', '64496')];
    expect(trace(both(...rules.toReversed()))).toEqual(trace(both(...rules)));
  });

  test('the draft includes rules that are only saved', () => {
    const config = both({ ...deny('country', 'DE'), deploy: false });
    expect(trace(config, {}, 'draft').outcome).toBe('blocked');
  });
});

describe('networks', () => {
  test.each([
    ['192.0.2.0/24', '192.0.2.128/25', true],
    ['192.0.2.0/25', '192.0.2.128/25', false],
    ['192.0.2.128/25', '192.0.2.0/24', false],
    ['192.0.2.0/25', '192.0.2.0/24', false],
    ['2001:db8::/32', '2001:db8:5::/48', true],
    ['2001:db8::/47', '2001:db8:1::/48', true],
    ['2001:db8::/47', '2001:db8:2::/48', false],
    ['0.0.0.0/0', '::/0', false],
  ])('%s covers %s: %s', (outer, inner, expected) => {
    const [a, b] = [parseNetwork(outer), parseNetwork(inner)];
    expect(a && b && covers(a, b)).toBe(expected);
  });
  test.each(['', '1.2.3', '1.2.3.4/', '1.2.3.4/x', '1.2.3.4/-1', '::1/129', '::ffff:1.2.3.4/95', '1.2.3.4/24/8', '01.2.3.4'])(
    '%j is none',
    (text) => expect(parseNetwork(text)).toBeNull(),
  );
});
