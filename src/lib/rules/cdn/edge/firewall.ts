import { compileNetworks, covers, type Network, parseAsn, parseNetwork } from '../../core/network.ts';
import { prepared } from '../../core/prepared.ts';
import type { EdgeConfig } from './config.ts';
import { type FirewallGroup, type FirewallRule, ruleParts } from './protection.ts';
import { isUntil, type Passage, step, type Verdict } from './types.ts';
import type { Visit } from './visit.ts';

/** The name of a rule: its addresses, country codes or AS numbers (`AS64511`), or the title of the group. */
export const titleOfRule = (
  { kind, value }: Pick<FirewallRule, 'kind' | 'value'>,
  groups: readonly Pick<FirewallGroup, 'id' | 'title'>[],
): string => {
  if (kind === 'group') return groups.find(({ id }) => id === value)?.title ?? value;
  if (kind !== 'asn') return value;
  const asnText = (text: string) => {
    const asn = parseAsn(text);
    return asn === null ? text : `AS${asn}`;
  };
  return ruleParts({ kind, value }).map(asnText).join(', ');
};

/** What each rule matches, read once for all requests. */
const compileValues = prepared((rules: EdgeConfig['firewall']['rules']) =>
  rules.map((rule) => {
    const parts = ruleParts(rule);
    return {
      networks: rule.kind === 'ip' ? parts.map(parseNetwork) : [],
      countries: rule.kind === 'country' ? parts.map((code) => code.toUpperCase()) : [],
      asns: rule.kind === 'asn' ? parts.map(parseAsn) : [],
    };
  }),
);
type Values = ReturnType<typeof compileValues>[number];
const isWithin = (range: Network | null, network: Network | null): boolean => range !== null && network !== null && covers(range, network);

function fits(
  { kind, value }: FirewallRule,
  { networks, countries, asns }: Values,
  { network, country, request }: Visit,
  groups: EdgeConfig['firewall']['groups'],
): boolean {
  switch (kind) {
    case 'ip':
      return networks.some((range) => isWithin(range, network));
    case 'country':
      return country !== '' && countries.includes(country);
    case 'asn':
      return request.asn !== undefined && asns.includes(request.asn);
    case 'group':
      return groups.some(({ id, ipAddresses }) => id === value && compileNetworks(ipAddresses).some((one) => isWithin(one, network)));
  }
}

/**
 * The first matching rule decides. If none matches and the country allowlist is on, it alone
 * decides: its countries are allowed, even if the default is to block. Otherwise the default decides.
 * Being allowed here skips nothing that follows: a rule for an address isn't an exception from the WAF.
 */
export function decideFirewall({ rules, groups, countryWhitelist, defaultMode }: EdgeConfig['firewall'], visit: Visit): Verdict {
  const { country } = visit;
  const values = compileValues(rules);
  const rule = rules.find((one, place) => {
    const own = values[place];
    return own !== undefined && isUntil(one.expiresAt, visit.now) && fits(one, own, visit, groups);
  });
  const deny = (one: ReturnType<typeof step>): Verdict => ({ steps: [one], end: { outcome: 'blocked', status: 403 } });
  if (rule) {
    const title = titleOfRule(rule, groups);
    const item = { id: rule.id, title };
    if (rule.mode === 'deny') return deny(step('firewall', 'block', 'firewallDeny', { value: title }, { item }));
    return { steps: [step('firewall', 'allow', 'firewallAllow', { value: title }, { item })] };
  }
  if (countryWhitelist.enabled) {
    if (country === '') return deny(step('firewall', 'block', 'countryUnknown'));
    const isListed = countryWhitelist.countries.some((one) => one.trim().toUpperCase() === country);
    if (!isListed) return deny(step('firewall', 'block', 'countryNotListed', { country: { country } }));
    return { steps: [step('firewall', 'allow', 'countryListed', { country: { country } })] };
  }
  if (defaultMode === 'deny') return deny(step('firewall', 'block', 'firewallDefaultDeny'));
  return { steps: [step('firewall', 'pass', 'firewallNone')] };
}

export const firewall = ({ config, visit }: Passage): Verdict => decideFirewall(config.firewall, visit);
