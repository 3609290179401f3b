import { expect, test } from 'vitest';
import type { FirewallSpec } from '../../lib/rules/cloud/compute/spec.ts';
import { openPorts } from './forwards.ts';

type Rule = FirewallSpec['rules'][number];
const rule = (more: Partial<Rule>): Rule => ({
  direction: 'in',
  protocol: 'ipv4',
  transport: 'tcp',
  portFrom: null,
  portTo: null,
  source: '0.0.0.0/0',
  action: 'allow',
  ...more,
});
const ports = (...rules: Rule[]) =>
  openPorts([{ id: 'f', version: 1, account: { id: 'account-1' }, rules }]).map(({ protocol, guestPort }) => `${protocol} ${guestPort}`);
const office = { source: '203.0.113.0/24' };

test('a server without groups is reachable by SSH, HTTP and HTTPS; an empty group closes all ports', () => {
  expect(openPorts([]).map(({ guestPort }) => guestPort)).toEqual([22, 80, 443]);
  expect(ports()).toEqual([]);
});

test('ports are open as their first matching rule says', () => {
  expect(ports(rule({ portFrom: 22 }), rule({ transport: 'udp', portFrom: 53, portTo: 54 }))).toEqual(['tcp 22', 'udp 53', 'udp 54']);
  expect(ports(rule({ portFrom: 22, action: 'deny' }), rule({ portFrom: 20, portTo: 23 }))).toEqual(['tcp 20', 'tcp 21', 'tcp 23']);
  expect(ports(rule({ portFrom: 22 }), rule({ action: 'deny' }))).toEqual(['tcp 22']);
  expect(ports(rule({}))).toEqual(['tcp 22', 'tcp 80', 'tcp 443']);
});

test('what depends on the source opens nothing, because a forward cannot check it', () => {
  expect(ports(rule({ ...office, portFrom: 22 }))).toEqual([]);
  expect(ports(rule({ ...office, portFrom: 22, action: 'deny' }), rule({ portFrom: 22 }))).toEqual([]);
  expect(ports(rule({ ...office, portFrom: 22 }), rule({ portFrom: 22 }))).toEqual(['tcp 22']);
});

test('other directions and IPv6 do not count, and a wide range is cut', () => {
  expect(ports(rule({ direction: 'out', portFrom: 22 }), rule({ protocol: 'ipv6', portFrom: 22 }))).toEqual([]);
  expect(ports(rule({ portFrom: 1, portTo: 65_535 })).length).toBe(32);
});
