import type { Domain } from '../contract/domain.ts';
import { domain } from '../contract/domain.ts';
import { domainByName } from '../reads.ts';
import { q, queryClient, useRead } from './query.ts';

/** The domain that the address names. `data: null` means that the account has no such domain. */
export function useDomainOf(name: string) {
  const { data, error, isPending, refetch } = useRead(domain.list, domainByName(name));
  const found: Domain | null | undefined = data && (data.domains.find((item) => item.name === name) ?? null);
  return { domain: found, error, isPending, refetch };
}

/** One domain, from the cache when it is fresh. For `selectDomain`. */
export const fetchDomain = async (domainId: string): Promise<Domain> => (await queryClient.fetchQuery(q(domain.get, { domainId }))).domain;

/** The customer's domain of that name; null when there is none. */
export async function findDomain(name: string): Promise<Domain | null> {
  const { domains } = await queryClient.fetchQuery(q(domain.list, domainByName(name)));
  return domains.find((item) => item.name === name) ?? null;
}
