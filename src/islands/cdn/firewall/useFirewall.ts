import { useMemo } from 'react';
import { useRead } from '../../../browser/api/query.ts';
import { type CountryWhitelist, type FirewallRule, firewall } from '../../../lib/contract/cdn/firewall.ts';
import { type FirewallGroup, firewallGroup } from '../../../lib/contract/cdn/firewallGroup.ts';
import { useDomainRead } from '../shared/useDomainRead.ts';

/** The data of the firewall screen. */
export interface FirewallData {
  rules: FirewallRule[];
  groups: FirewallGroup[];
  defaultMode: 'allow' | 'deny';
  countryWhitelist: CountryWhitelist;
  limit: number;
  you: { ip: string };
}

/** Loads rules, allowlist and groups of the domain in the address; if one request fails, the screen shows its error. */
export function useFirewall(name: string) {
  const { domain, reading } = useDomainRead(name, firewall.list, (domainId) => ({ domainId }));
  const input = { domainId: domain?.id ?? '' };
  const country = useRead(firewall.countryGet, input, { enabled: Boolean(domain) });
  const groups = useRead(firewallGroup.list, input, { enabled: Boolean(domain) });
  const listed = reading.state === 'data' ? reading.data : null;
  const data = useMemo(
    (): FirewallData | null => (listed && country.data && groups.data ? { ...listed, ...country.data, groups: groups.data.groups } : null),
    [listed, country.data, groups.data],
  );
  if (reading.state !== 'data') return { domain, reading };
  if (data) return { domain, reading: { state: 'data' as const, data } };
  const failed = [country, groups].find(({ error }) => error);
  if (!failed) return { domain, reading: { state: 'loading' as const } };
  const retry = () => void Promise.all([country.refetch(), groups.refetch()]);
  return { domain, reading: { state: 'error' as const, error: failed.error?.message ?? '', retry, busy: failed.isFetching } };
}
