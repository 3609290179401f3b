import { Client } from 'undici';
import { type DeliveryReason, deliveryMs } from '../../lib/rules/core/delivery.ts';
import { isFault } from '../../lib/rules/core/fault.ts';
import { covers, type Network, parseNetwork } from '../../lib/rules/core/network.ts';
import { checkTarget } from '../../lib/rules/core/target.ts';
import { connectErrorReason, originAt, type ReachTools, resolveReachableAddress, since, Unfit } from './reach.ts';

export interface Outcome {
  /** The response status was 2xx. */
  ok: boolean;
  status: number | null;
  /** Time until the response headers, or until the request failed. */
  ms: number;
  reason: DeliveryReason | null;
}

/** Maximum bytes of the response body to read, so that the receiver doesn't see an aborted connection. */
const BODY_BYTES = 16_384;
const HEAD_BYTES = 16_384;

/** Whether unencrypted data may be sent to this address: only to networks that the operator has allowed. */
export const mayBePlain = (address: string, allow: readonly Network[]): boolean => {
  const one = parseNetwork(address);
  return one !== null && allow.some((open) => covers(open, one));
};

/**
 * Sends a body once. The address is checked and then used without resolving it again. Redirects aren't followed. The timeout is
 * `deliveryMs`. Never throws.
 */
export async function post(target: string, headers: Record<string, string>, body: string, tools: ReachTools): Promise<Outcome> {
  const began = performance.now();
  const signal = AbortSignal.any([tools.signal, AbortSignal.timeout(deliveryMs)]);
  let client: Client | undefined;
  try {
    const url = checkTarget(target, tools.allow);
    if (isFault(url)) throw new Unfit('address');
    const place = await resolveReachableAddress(url.host, { ...tools, signal });
    if (url.protocol === 'http' && !mayBePlain(place, tools.allow)) throw new Unfit('address');
    client = new Client(originAt(url.protocol, place, url.port), {
      // Only the signal limits the time: undici's own timers are accurate to half a second.
      connect: { timeout: 2 * deliveryMs },
      allowH2: false,
      pipelining: 0,
      maxHeaderSize: HEAD_BYTES,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    // The certificate must match this host too: undici sends it as SNI.
    const host = new URL(url.href).host;
    const answer = await client.request({ method: 'POST', path: url.path, headers: { ...headers, host }, body, signal });
    const ms = since(began);
    await answer.body.dump({ limit: BODY_BYTES, signal }).catch(() => {});
    const ok = answer.statusCode >= 200 && answer.statusCode < 300;
    return { ok, status: answer.statusCode, ms, reason: ok ? null : 'status' };
  } catch (error) {
    return { ok: false, status: null, ms: since(began), reason: signal.aborted ? 'timeout' : connectErrorReason(error) };
  } finally {
    await client?.destroy();
  }
}
