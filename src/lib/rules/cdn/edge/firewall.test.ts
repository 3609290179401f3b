import { describe, expect, test } from 'vitest';
import { covers, parseAsn, parseNetwork } from '../../core/network.ts';
import type { EdgeConfig } from './config.ts';
import { allow, at, decision, deny, plain, trace, wall } from './sample.ts';
import type { EdgeRequest, Outcome } from './types.ts';

type Case = [sentence: string, config: EdgeConfig, request: Partial<EdgeRequest>, outcome: Outcome, reason: string];
const office = { id: 'g1', title: 'Office', ipAddresses: ['198.51.100.0/28', '2001:db8:1::/48', '192.0.2.9'] };
const both = (...rules: EdgeConfig['firewall']['rules']) => wall({ rules });

describe('firewall', () => {
  test.each<Case>([
    // Product rule: "Firewall rule: IP or country or AS number, mode (allow or deny), description, priority."
    ['IP, deny', both(deny('ip', '198.51.100.7')), {}, 'blocked', 'firewallDeny'],
    ['IP, deny, another address', both(deny('ip', '198.51.100.8')), {}, 'forwarded', 'firewallNone'],
    ['IP, allow', both(allow('ip', '198.51.100.7')), {}, 'forwarded', 'firewallAllow'],
    ['range, first address', both(deny('ip', '198.51.100.0/24')), { ip: '198.51.100.0' }, 'blocked', 'firewallDeny'],
    ['range, last address', both(deny('ip', '198.51.100.0/24')), { ip: '198.51.100.255' }, 'blocked', 'firewallDeny'],
    ['range, the one before', both(deny('ip', '198.51.100.0/24')), { ip: '198.51.99.255' }, 'forwarded', 'firewallNone'],
    ['range, the one after', both(deny('ip', '198.51.100.0/24')), { ip: '198.51.101.0' }, 'forwarded', 'firewallNone'],
    ['range of half a byte', both(deny('ip', '10.0.0.0/12')), { ip: '10.15.255.255' }, 'blocked', 'firewallDeny'],
    ['range of half a byte, outside', both(deny('ip', '10.0.0.0/12')), { ip: '10.16.0.0' }, 'forwarded', 'firewallNone'],
    ['range with bits of the host', both(deny('ip', '198.51.100.77/24')), {}, 'blocked', 'firewallDeny'],
    ['all of IPv4', both(deny('ip', '0.0.0.0/0')), {}, 'blocked', 'firewallDeny'],
    ['all of IPv4 is nothing of IPv6', both(deny('ip', '0.0.0.0/0')), { ip: '2001:db8::1' }, 'forwarded', 'firewallNone'],
    ['all of IPv6', both(deny('ip', '::/0')), { ip: '2001:db8::1' }, 'blocked', 'firewallDeny'],
    ['IPv6 range', both(deny('ip', '2001:db8::/33')), { ip: '2001:db8:7fff::1' }, 'blocked', 'firewallDeny'],
    ['IPv6 range, outside', both(deny('ip', '2001:db8::/33')), { ip: '2001:db8:8000::1' }, 'forwarded', 'firewallNone'],
    ['IPv6 in another form', both(deny('ip', '2001:DB8:0:0::1')), { ip: '2001:db8::1' }, 'blocked', 'firewallDeny'],
    ['IPv4 in IPv6 is the IPv4 address', both(deny('ip', '198.51.100.0/24')), { ip: '::ffff:198.51.100.7' }, 'blocked', 'firewallDeny'],
    ['a range of IPv4 in IPv6', both(deny('ip', '::ffff:198.51.100.0/120')), {}, 'blocked', 'firewallDeny'],
    ['what is no address fits nobody', both(deny('ip', '198.51.100.0/33'), deny('ip', 'all', 2)), {}, 'forwarded', 'firewallNone'],
    ['a request without a readable address', both(deny('ip', '0.0.0.0/0')), { ip: 'unknown' }, 'forwarded', 'firewallNone'],
    ['country', both(deny('country', 'DE')), {}, 'blocked', 'firewallDeny'],
    ['country, case', both(deny('country', 'de')), { country: 'De' }, 'blocked', 'firewallDeny'],
    ['another country', both(deny('country', 'FR')), {}, 'forwarded', 'firewallNone'],
    ['unknown country', both(deny('country', 'DE')), { country: undefined }, 'forwarded', 'firewallNone'],
    ['unknown country and an empty rule', both(deny('country', '')), { country: '' }, 'forwarded', 'firewallNone'],
    ['AS number', both(deny('asn', '64496')), {}, 'blocked', 'firewallDeny'],
    ['AS number as people write it', both(deny('asn', 'AS64496')), {}, 'blocked', 'firewallDeny'],
    ['another AS number', both(deny('asn', 'AS64497')), {}, 'forwarded', 'firewallNone'],
    ['unknown AS number', both(deny('asn', 'AS0')), { asn: undefined }, 'forwarded', 'firewallNone'],
    // Product rule: "Firewall group: title, IP addresses."
    ['group, range', wall({ rules: [deny('group', 'g1')], groups: [office] }), {}, 'blocked', 'firewallDeny'],
    ['group, IPv6', wall({ rules: [deny('group', 'g1')], groups: [office] }), { ip: '2001:db8:1::5' }, 'blocked', 'firewallDeny'],
    ['group, address', wall({ rules: [deny('group', 'g1')], groups: [office] }), { ip: '192.0.2.9' }, 'blocked', 'firewallDeny'],
    ['group, outside', wall({ rules: [deny('group', 'g1')], groups: [office] }), { ip: '192.0.2.8' }, 'forwarded', 'firewallNone'],
    ['a group that is gone fits nobody', both(deny('group', 'g1')), {}, 'forwarded', 'firewallNone'],
    // Product rule: "a rule higher in the list wins."
    ['allow above deny', both(allow('ip', '198.51.100.7', 1), deny('country', 'DE', 2)), {}, 'forwarded', 'firewallAllow'],
    ['deny above allow', both(allow('ip', '198.51.100.7', 2), deny('country', 'DE', 1)), {}, 'blocked', 'firewallDeny'],
    ['by priority, not by place', both(deny('country', 'DE', 2), allow('ip', '198.51.100.7', 1)), {}, 'forwarded', 'firewallAllow'],
    ['a higher rule that does not fit', both(allow('country', 'FR', 1), deny('asn', '64496', 2)), {}, 'blocked', 'firewallDeny'],
    // Product rule: "Rules have a deploy toggle (save, or save and deploy)."
    ['saved is not deployed', both({ ...deny('country', 'DE'), deploy: false }), {}, 'forwarded', 'firewallNone'],
    [
      'deployed, with an edit that is only saved',
      both({ ...allow('country', 'DE'), deploy: false, deployed: deny('country', 'DE') }),
      {},
      'blocked',
      'firewallDeny',
    ],
    // API: FirewallRule.expiresAt
    ['before its end', both({ ...deny('country', 'DE'), expiresAt: at(1) }), {}, 'blocked', 'firewallDeny'],
    ['at its end', both({ ...deny('country', 'DE'), expiresAt: at(0) }), {}, 'forwarded', 'firewallNone'],
    [
      'after its end the next one decides',
      both({ ...allow('country', 'DE'), expiresAt: at(-1) }, deny('country', 'DE', 2)),
      {},
      'blocked',
      'firewallDeny',
    ],
    // Product rule: "firewall rules and country whitelist"
    ['country on the list', wall({ countryWhitelist: { enabled: true, countries: ['IR', 'de'] } }), {}, 'forwarded', 'countryListed'],
    ['country not on the list', wall({ countryWhitelist: { enabled: true, countries: ['IR'] } }), {}, 'blocked', 'countryNotListed'],
    ['an empty list lets nobody in', wall({ countryWhitelist: { enabled: true, countries: [] } }), {}, 'blocked', 'countryNotListed'],
    [
      'unknown country and a list',
      wall({ countryWhitelist: { enabled: true, countries: ['DE'] } }),
      { country: undefined },
      'blocked',
      'countryUnknown',
    ],
    ['a list that is off', wall({ countryWhitelist: { enabled: false, countries: ['IR'] } }), {}, 'forwarded', 'firewallNone'],
    [
      'a rule comes before the list',
      wall({ rules: [allow('asn', '64496')], countryWhitelist: { enabled: true, countries: ['IR'] } }),
      {},
      'forwarded',
      'firewallAllow',
    ],
    [
      'a denied address of a listed country',
      wall({ rules: [deny('asn', '64496')], countryWhitelist: { enabled: true, countries: ['DE'] } }),
      {},
      'blocked',
      'firewallDeny',
    ],
    ['default deny', wall({ defaultMode: 'deny' }), {}, 'blocked', 'firewallDefaultDeny'],
    ['default deny, allowed', wall({ defaultMode: 'deny', rules: [allow('country', 'DE')] }), {}, 'forwarded', 'firewallAllow'],
    [
      'default deny, listed',
      wall({ defaultMode: 'deny', countryWhitelist: { enabled: true, countries: ['DE'] } }),
      {},
      'forwarded',
      'countryListed',
    ],
    ['nothing set', plain, {}, 'forwarded', 'firewallNone'],
  ])('%s', (_, config, request, outcome, reason) => {
    const result = trace(config, request);
    expect([result.outcome, decision(result, 'firewall').reason]).toEqual([outcome, reason]);
    if (outcome === 'blocked') expect(result.status).toBe(403);
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
  test.each<[string, number | null]>([
    ['AS64511', 64_511],
    ['as 64511', 64_511],
    ['4294967295', 4_294_967_295],
    ['4294967296', null],
    ['', null],
    ['ASX', null],
    ['-1', null],
  ])('AS number %j is %s', (text, expected) => expect(parseAsn(text)).toBe(expected));
});
