import { closedTo, isDocumentation, isHost } from '../lib/rules/cluster/address.ts';
import type { ReachReason } from '../lib/rules/cluster/options.ts';
import { type Network, parseNetwork } from '../lib/rules/edge/network.ts';
import type { Resolver } from './drivers/resolver/resolver.ts';
import type { JobCtx } from './jobs/jobs.ts';

/*
 * How the provider reaches what a customer names: a server to check, an address to send logs to. What lies in a closed network is
 * not reached, whatever name leads there.
 */

export interface ReachTools {
  resolver: Resolver;
  /** Networks that the operator has opened. */
  allow: readonly Network[];
  /** Ends it early. */
  signal: AbortSignal;
}

const NAME_MS = 2_500;

/** Why something can't be reached, found before a packet was sent. */
export class Unfit extends Error {
  readonly reason: ReachReason;
  constructor(reason: ReachReason) {
    super(reason);
    this.reason = reason;
  }
}

/** The operator's networks of `CHECK_ALLOW`, which were checked when the environment was read. */
export const allowed = (env: Pick<JobCtx['env'], 'CHECK_ALLOW'>): Network[] =>
  env.CHECK_ALLOW.map(parseNetwork).filter((one) => one !== null);

/** The addresses of a host, version 4 first: not every network has the other. @throws {Unfit} there are none */
export async function addressesOf(host: string, { resolver, signal }: Pick<ReachTools, 'resolver' | 'signal'>): Promise<string[]> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(NAME_MS)]);
  const found = await Promise.all(
    (['A', 'AAAA'] as const).map(async (type) => {
      const reply = await resolver.recursive({ name: host, type }, within).catch(() => null);
      return (reply?.answers ?? []).flatMap((rr) => (rr.type === type && typeof rr.data === 'string' ? [rr.data] : []));
    }),
  );
  const all = found.flat();
  if (all.length === 0) throw new Unfit('name');
  return all;
}

/**
 * The address to connect to. A name is asked for once and what it gave is judged and then used as it is, so that a second answer
 * can't lead elsewhere (DNS rebinding); one closed address among several condemns the name.
 * @throws {Unfit} it has no address, or one that is closed or made for examples
 */
export async function placeOf(address: string, tools: ReachTools): Promise<string> {
  const found = isHost(address) ? await addressesOf(address, tools) : [address];
  if (found.some((one) => closedTo(one, tools.allow) !== null)) throw new Unfit('address');
  const [first = address] = found;
  if (isDocumentation(first)) throw new Unfit('documentation');
  return first;
}

/** The origin of a URL by its judged address. */
export const originAt = (protocol: 'http' | 'https', place: string, port: number): string =>
  `${protocol}://${place.includes(':') ? `[${place}]` : place}:${port}`;

/** Milliseconds since a moment of `performance.now()`. */
export const since = (began: number): number => Math.max(0, Math.round(performance.now() - began));

const reasons: Readonly<Record<string, ReachReason>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  EACCES: 'unreachable',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  UND_ERR_SOCKET: 'closed',
  EPROTO: 'tls',
};

/** What an error of a socket, of TLS or of undici says about the server. */
export function reasonOf(error: unknown): ReachReason {
  if (error instanceof Unfit) return error.reason;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = reasons[code];
  if (known) return known;
  if (/CERT|SELF_SIGNED|VERIFY|ISSUER/.test(code)) return 'certificate';
  if (/^ERR_(SSL|TLS)/.test(code)) return 'tls';
  return 'answer';
}
