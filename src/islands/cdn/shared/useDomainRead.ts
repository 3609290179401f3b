import { useDomainByName } from '../../../browser/api/domain.ts';
import { type ReadOptions, useRead } from '../../../browser/api/query.ts';
import type { Input, NamedCall, Output } from '../../../lib/contract/call.ts';
import type { Domain } from '../../../lib/contract/cdn/domain.ts';

/** The data of a domain screen, as `DataState` of islands/ui takes it. */
export type Reading<T> =
  | { state: 'loading' }
  | { state: 'error'; error: string; retry: () => void; busy: boolean }
  | { state: 'data'; data: T };

/**
 * Reads a call for the domain in the address: `useDomainRead(name, (domainId) => ({ domainId }), rateLimit.list)`.
 * @returns `domain: null` for an unknown domain; a failure is that of either request
 */
export function useDomainRead<C extends NamedCall>(
  name: string,
  call: C,
  input: (domainId: string) => Input<C>,
  options: Pick<ReadOptions, 'pollMs' | 'showPrevious'> = {},
): { domain: Domain | null | undefined; reading: Reading<Output<C>> } {
  const { domain, error, isPending, refetch } = useDomainByName(name);
  const read = useRead(call, input(domain?.id ?? ''), { ...options, enabled: Boolean(domain) });
  const failed = error ?? read.error;
  if (read.data !== undefined) return { domain, reading: { state: 'data', data: read.data } };
  if (!failed) return { domain, reading: { state: 'loading' } };
  const retry = () => void (error ? refetch() : read.refetch());
  return { domain, reading: { state: 'error', error: failed.message, retry, busy: read.isFetching || isPending } };
}
