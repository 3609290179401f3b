import type { Input, NamedCall } from '../../lib/contract/call.ts';
import { server } from '../../lib/contract/cloud/server.ts';
import { needsServerData } from '../../lib/routes/paths.ts';
import { may } from '../access.ts';
import { whenLoggedOut } from '../stores/session.ts';
import { q, queryClient } from './query.ts';

/** What was requested, so that a load that failed for good is not retried on every page. */
const requestedReferences = new Set<string>();
whenLoggedOut(() => requestedReferences.clear());

/**
 * Loads the panel's reference data: the price list once for a customer on every path but the root, and the lists of the cloud line on
 * its paths. A failed load is retried once after a second, then silently given up.
 */
export async function loadReference(path: string, userId: string): Promise<void> {
  if (!may('cloud')) return;
  const loads: Promise<void>[] = [];
  if (path !== '/') loads.push(load(server.price, { userId }));
  if (needsServerData(path)) loads.push(load(server.list, {}), load(server.dataCenters, {}), load(server.osList, {}));
  await Promise.all(loads);
}

async function load<C extends NamedCall>(call: C, input: Input<C>): Promise<void> {
  const name = `${call.path} ${JSON.stringify(input)}`;
  if (requestedReferences.has(name)) return;
  requestedReferences.add(name);
  await queryClient.prefetchQuery({ ...q(call, input), retry: 1, retryDelay: 1000 });
}
