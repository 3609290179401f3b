import type { Input } from './contract/call.ts';
import type { domain } from './contract/cdn/domain.ts';
import type { event } from './contract/cdn/event.ts';
import type { server } from './contract/cloud/server.ts';
import type { log } from './contract/core/log.ts';
import type { notification } from './contract/core/notification.ts';
import type { operatorPayment } from './contract/finance/operatorPayment.ts';
import type { transaction } from './contract/finance/transaction.ts';
import type { ticket } from './contract/support/ticket.ts';

/*
 * Inputs of reads that both the server and the islands make: the same input has the same cache key, so the island finds the data
 * embedded in the page.
 */

/** The domains of the shell's selector. */
export const listedDomains = { page: 1, perPage: 200 } satisfies Input<typeof domain.list>;

/** The domain with exactly this name, as used in addresses. */
export const domainByName = (name: string): Input<typeof domain.list> => ({ name, page: 1, perPage: 1 });

/** Domains whose names contain a text, for the selector of an account with a truncated list. */
export const domainsMatching = (text: string): Input<typeof domain.list> => ({ q: text, page: 1, perPage: 20 });

/** The newest domains, for the dashboard. */
export const recentDomains = { sort: 'dateAdded', order: 'desc', page: 1, perPage: 5 } satisfies Input<typeof domain.list>;

/** Domains with pending name servers. */
export const waitingDomains: Input<typeof domain.list> = {
  status: 'pendingNsChange',
  sort: 'dateAdded',
  order: 'desc',
  page: 1,
  perPage: 2,
};

/** The latest changes of the account, for the dashboard. */
export const latestChanges: Input<typeof log.list> = { limit: 5 };

/** The latest changes of one domain, for its overview. */
export const latestChangesInput = (domainId: string): Input<typeof log.list> => ({ domainId, limit: 5 });

/** The latest changes of a server, for its events. */
export const changesOfServer = (serverId: string): Input<typeof log.list> => ({ entityId: serverId, limit: 20 });

/** The newest requests that a layer of a domain acted on, for its overview. */
export const latestEventsInput = (domainId: string): Input<typeof event.list> => ({ domainId, limit: 5 });

/** The content of the bell's panel. */
export const newestNotifications = { limit: 8 } satisfies Input<typeof notification.list>;

/** The latest events of a server, for its overview. */
export const recentEvents = (serverId: string) => ({ serverId, limit: 5 }) satisfies Input<typeof server.events>;
/** The newest transactions, for the wallet. */
export const recentTransactions = { limit: 5 } satisfies Input<typeof transaction.list>;

/** The newest servers, for the dashboard. */
export const recentServers = { newest: 5 } satisfies Input<typeof server.list>;

/** Tickets that need a reply from the customer, for the dashboard. */
export const answeredTickets = { state: 'active', status: 'answered', page: 1, perPage: 3 } satisfies Input<typeof ticket.list>;
/** The newest payments of an account, for operators. */
export const accountPaymentsInput = (accountId: string): Input<typeof operatorPayment.list> => ({ accountId, page: 1, perPage: 20 });
