import type { Domain } from '../contract/domain.ts';
import { domain } from '../contract/domain.ts';
import { domainByName } from '../reads.ts';
import { useRead } from './query.ts';

/** The domain that the address names. `data: null` means that the account has no such domain. */
export function useDomainOf(name: string) {
  const { data, error, isPending, refetch } = useRead(domain.list, domainByName(name));
  const found: Domain | null | undefined = data && (data.domains.find((item) => item.name === name) ?? null);
  return { domain: found, error, isPending, refetch };
}
