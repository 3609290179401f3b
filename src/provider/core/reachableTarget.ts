import { isFault } from '../../lib/rules/core/fault.ts';
import { closedTo, isHost } from '../../lib/rules/core/serverAddress.ts';
import { checkTarget } from '../../lib/rules/core/target.ts';
import { refuseField } from '../kernel/refusal.ts';
import type { CallCtx } from './implement.ts';
import { mayBePlain } from './post.ts';
import { allowed, resolveAddresses } from './reach.ts';

const NAMES_MS = 1_500;

/**
 * Normalizes the URL of a customer's receiver. Refuses, at the field, targets in closed networks, and plain http unless the
 * operator has allowed the network. Every delivery checks the address again. A name that doesn't resolve is accepted
 * with https, because it may be created later. Call it outside the transaction, because it queries resolvers.
 */
export async function requireReachableTarget({ services, signal }: CallCtx, input: string, field = 'target'): Promise<string> {
  const allow = allowed(services.env);
  const url = checkTarget(input, allow);
  if (isFault(url)) refuseField(field, url.key, url.params);
  const { host, href, protocol } = url;
  const within = AbortSignal.any([signal, AbortSignal.timeout(NAMES_MS)]);
  const addresses = isHost(host) ? await resolveAddresses(host, { resolver: services.resolver, signal: within }).catch(() => []) : [host];
  const closed = addresses.find((address) => closedTo(address, allow) !== null);
  if (closed) refuseField(field, 'target:error.hostClosed', { host, address: closed });
  const isPlainOk = addresses.length > 0 && addresses.every((address) => mayBePlain(address, allow));
  if (protocol === 'http' && !isPlainOk) refuseField(field, 'target:error.https');
  return href;
}
