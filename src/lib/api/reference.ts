import { needsServerData } from '../areas.ts';
import type { Input, NamedCall } from '../contract/call.ts';
import { server } from '../contract/server.ts';
import { whenLoggedOut } from '../stores/session.ts';
import { q, queryClient } from './query.ts';

/** What was asked for, so that a load that was given up is not tried again with every page. */
const asked = new Set<string>();
whenLoggedOut(() => asked.clear());

/**
 * Loads what the panel refers to (spec.md section 7): the price list once for a customer on every path but the root, and the lists of
 * the cloud line on its paths. A failed load is tried once more after a second, then given up without a word.
 */
export async function loadReference(path: string, userId: string): Promise<void> {
  const loads: Promise<void>[] = [];
  if (path !== '/') loads.push(load(server.price, { userId }));
  if (needsServerData(path)) loads.push(load(server.list, {}), load(server.dataCenters, {}), load(server.osList, {}));
  await Promise.all(loads);
}

async function load<C extends NamedCall>(call: C, input: Input<C>): Promise<void> {
  const name = `${call.path} ${JSON.stringify(input)}`;
  if (asked.has(name)) return;
  asked.add(name);
  await queryClient.prefetchQuery({ ...q(call, input), retry: 1, retryDelay: 1000 });
}
