import type { Input } from './contract/call.ts';
import type { domain } from './contract/domain.ts';

/*
 * Inputs of reads that the server and the islands both make: the same input is the same key in the cache, so the island finds what
 * the page brought along.
 */

/** The domains of the shell's selector. */
export const listedDomains = { page: 1, perPage: 200 } satisfies Input<typeof domain.list>;

/** Finds one domain by its name, which is what addresses carry. */
export const domainByName = (name: string): Input<typeof domain.list> => ({ q: name, page: 1, perPage: 20 });

/** The newest domains, for the dashboard. */
export const recentDomains: Input<typeof domain.list> = { sort: 'dateAdded', order: 'desc', page: 1, perPage: 5 };

/** Domains that wait for their name servers. */
export const waitingDomains: Input<typeof domain.list> = {
  status: 'pendingNsChange',
  sort: 'dateAdded',
  order: 'desc',
  page: 1,
  perPage: 2,
};
