import { useEffect } from 'react';
import type { Domain } from '../../lib/contract/cdn/domain.ts';
import { domain } from '../../lib/contract/cdn/domain.ts';
import { domainByName } from '../../lib/reads.ts';
import { q, queryClient, useRead } from './query.ts';

const POLL_MS = 2_000;
const FAR_MS = 30 * 60_000;

/** The domain in the address. `domain: null` means that the account has no such domain. */
export function useDomainByName(name: string) {
  const { data, error, isPending, refetch } = useRead(domain.list, domainByName(name));
  const found: Domain | null | undefined = data && (data.domains.find((item) => item.name === name) ?? null);
  useProgress(found?.edge?.status === 'deploying' ? onItsWay : found?.deploy, refetch);
  return { domain: found, error, isPending, refetch };
}

/** Events tell of an edge's confirmation; polling covers an edge that disconnects, and a change that turns out to be none. */
const onItsWay = { status: 'deploying' } as const;

/** While name servers or edges are pending, the domain is read again: every two seconds, or when the next check is due. */
function useProgress(deploy: Pick<Domain['deploy'], 'status' | 'nextAttemptAt'> | undefined, refetch: () => unknown): void {
  useEffect(() => {
    if (!deploy) return;
    const { status, nextAttemptAt } = deploy;
    const wait =
      status === 'deploying' ? POLL_MS : nextAttemptAt ? Math.max(POLL_MS, new Date(nextAttemptAt).getTime() - Date.now() + POLL_MS) : null;
    // A check that is hours away needs no timer; a hidden tab reads again when it becomes visible.
    if (wait === null || wait > FAR_MS) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refetch();
    }, wait);
    return () => clearInterval(timer);
  }, [deploy, refetch]);
}

/** One domain, from the cache if it is fresh. For `selectDomain`. */
export const fetchDomain = async (domainId: string): Promise<Domain> => (await queryClient.fetchQuery(q(domain.get, { domainId }))).domain;

/** The customer's domain with this name, or null. */
export async function findDomain(name: string): Promise<Domain | null> {
  const { domains } = await queryClient.fetchQuery(q(domain.list, domainByName(name)));
  return domains.find((item) => item.name === name) ?? null;
}
