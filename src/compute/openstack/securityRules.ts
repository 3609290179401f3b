import type { FirewallSpec } from '../../lib/rules/cloud/compute/spec.ts';
import { Refused } from '../outcomes.ts';
import type { NewSecurityRule } from './api/network.ts';

type Rule = FirewallSpec['rules'][number];

/** Which outgoing traffic the rules don't limit. */
export interface OpenEgress {
  ipv4: boolean;
  ipv6: boolean;
}

const isForAll = ({ source }: Rule): boolean => source === '' || source === 'any' || source.endsWith('/0');
const isEverything = (rule: Rule): boolean => rule.transport === 'any' && rule.portFrom === null && isForAll(rule);
const overlaps = (a: Rule, b: Rule): boolean => {
  if (a.transport !== b.transport && a.transport !== 'any' && b.transport !== 'any') return false;
  if (a.portFrom === null || b.portFrom === null) return true;
  return a.portFrom <= (b.portTo ?? b.portFrom) && b.portFrom <= (a.portTo ?? a.portFrom);
};

/**
 * The rules of security groups, which only allow (Networking API, "Security groups"): in order, the first match applies, so a rule that
 * denies can be left out only when no later one allows the same traffic.
 * @param rules of all groups of a server, or of one group
 * @throws Refused when security groups can't express them
 */
export function toSecurityRules(rules: Iterable<Rule>): { allowed: NewSecurityRule[]; open: OpenEgress } {
  const list = [...rules];
  const allowed = new Map<string, NewSecurityRule>();
  const open: OpenEgress = { ipv4: true, ipv6: true };
  for (const direction of ['in', 'out'] as const)
    for (const protocol of ['ipv4', 'ipv6'] as const) {
      const own = list.filter((rule) => rule.direction === direction && rule.protocol === protocol);
      const end = own.findIndex((rule) => rule.action === 'deny' && isEverything(rule));
      const reachable = end < 0 ? own : own.slice(0, end);
      // Without a rule that denies the rest, outgoing traffic is allowed.
      if (direction === 'out') open[protocol] = end < 0;
      for (const [index, rule] of reachable.entries()) {
        if (rule.action === 'deny') {
          const isRestAllowed = direction === 'out' && end < 0;
          if (isRestAllowed || reachable.slice(index + 1).some((later) => later.action === 'allow' && overlaps(rule, later)))
            throw new Refused('server:reason.denyRule');
        } else {
          // Also where the rest is allowed: another group of the server may limit it.
          const converted = toSecurityRule(rule);
          allowed.set(ruleKey(converted), converted);
        }
      }
    }
  return { allowed: [...allowed.values()], open };
}

function toSecurityRule(rule: Rule): NewSecurityRule {
  const version = rule.protocol === 'ipv6' ? 6 : 4;
  const protocol = rule.transport === 'any' ? null : rule.transport === 'icmp' && version === 6 ? 'ipv6-icmp' : rule.transport;
  const hasPorts = rule.transport === 'tcp' || rule.transport === 'udp';
  return {
    direction: rule.direction === 'in' ? 'ingress' : 'egress',
    version,
    protocol,
    portFrom: hasPorts ? rule.portFrom : null,
    portTo: hasPorts ? (rule.portTo ?? rule.portFrom) : null,
    remote: isForAll(rule) ? null : rule.source.includes('/') ? rule.source : `${rule.source}/${version === 6 ? 128 : 32}`,
  };
}

/** The same for two rules that Neutron takes for duplicates. */
export const ruleKey = ({ direction, version, protocol, portFrom, portTo, remote }: NewSecurityRule): string =>
  [direction, version, protocol, portFrom, portTo, remote].join(' ');

const anything = (direction: 'ingress' | 'egress', version: 4 | 6): NewSecurityRule => ({
  direction,
  version,
  protocol: null,
  portFrom: null,
  portTo: null,
  remote: null,
});
/** Groups that each project has: for outgoing traffic without limits, and for everything. */
export const baseGroups = {
  egress4: [anything('egress', 4)],
  egress6: [anything('egress', 6)],
  open: [anything('ingress', 4), anything('ingress', 6), anything('egress', 4), anything('egress', 6)],
} as const;
export type BaseGroup = keyof typeof baseGroups;
