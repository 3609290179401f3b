import { expect, test } from 'vitest';
import type { FirewallSpec } from '../../lib/rules/cloud/compute/spec.ts';
import { toSecurityRules } from './securityRules.ts';

type Rule = FirewallSpec['rules'][number];
const rule = (more: Partial<Rule>): Rule => ({
  direction: 'in',
  protocol: 'ipv4',
  transport: 'tcp',
  portFrom: 22,
  portTo: null,
  source: 'any',
  action: 'allow',
  ...more,
});
const everything = { transport: 'any', portFrom: null } as const;
const short = (...rules: Rule[]) =>
  toSecurityRules(rules).allowed.map(({ direction, protocol, portFrom, portTo, remote }) =>
    [direction, protocol, portFrom, portTo, remote].join(' '),
  );

test('rules become those of a security group, each once', () => {
  expect(short(rule({}), rule({}), rule({ portFrom: 80, portTo: 90, source: '192.0.2.1' }))).toEqual([
    'ingress tcp 22 22 ',
    'ingress tcp 80 90 192.0.2.1/32',
  ]);
  expect(short(rule({ protocol: 'ipv6', transport: 'icmp', portFrom: null, source: '2001:db8::/32' }))).toEqual([
    'ingress ipv6-icmp   2001:db8::/32',
  ]);
});

test('a rule that blocks is left out where nothing later allows the same, and ends what follows if it blocks everything', () => {
  expect(short(rule({}), rule({ action: 'deny' }), rule({ portFrom: 80 }))).toHaveLength(2);
  expect(short(rule({}), rule({ ...everything, action: 'deny' }), rule({ portFrom: 80 }))).toEqual(['ingress tcp 22 22 ']);
  expect(() => short(rule({ action: 'deny', source: '192.0.2.1' }), rule({}))).toThrow('server:reason.denyRule');
  expect(() => short(rule({ action: 'deny' }), rule(everything))).toThrow('server:reason.denyRule');
});

test('outgoing traffic is only limited by a rule that blocks the rest', () => {
  const out = { direction: 'out' as const };
  const open = toSecurityRules([rule(out)]);
  expect(open.open).toEqual({ ipv4: true, ipv6: true });
  // Another group may limit it.
  expect(open.allowed).toMatchObject([{ direction: 'egress', protocol: 'tcp', portFrom: 22 }]);
  const closed = toSecurityRules([rule(out), rule({ ...out, ...everything, action: 'deny' })]);
  expect(closed.open).toEqual({ ipv4: false, ipv6: true });
  expect(closed.allowed).toMatchObject([{ direction: 'egress', protocol: 'tcp', portFrom: 22 }]);
  expect(() => toSecurityRules([rule({ ...out, action: 'deny' })])).toThrow('server:reason.denyRule');
});
