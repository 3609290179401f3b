import type { Env } from '../../config/env.ts';
import type { ConnectionError } from '../../lib/rules/core/connectionErrors.ts';
import { type Network, parseNetwork } from '../../lib/rules/core/network.ts';
import { closedTo, isDocumentation, isHost } from '../../lib/rules/core/serverAddress.ts';
import type { Resolver } from '../drivers/resolver/resolver.ts';

/*
 * How the provider connects to addresses that customers enter: a server to check, a target for logs. Closed networks are never
 * connected to, whatever name resolves to them.
 */

export interface ReachTools {
  resolver: Resolver;
  /** Networks that the operator has allowed. */
  allow: readonly Network[];
  /** Ends it early. */
  signal: AbortSignal;
}

const NAME_MS = 2_500;

/** Why an address can't be connected to, determined before any packet is sent. */
export class Unfit extends Error {
  readonly reason: ConnectionError;
  constructor(reason: ConnectionError) {
    super(reason);
    this.reason = reason;
  }
}

/** The operator's networks from `CHECK_ALLOW`, validated when the environment was read. */
export const allowed = (env: Pick<Env, 'CHECK_ALLOW'>): Network[] => env.CHECK_ALLOW.map(parseNetwork).filter((one) => one !== null);

/** The addresses of a host, IPv4 first: not every network has IPv6. @throws {Unfit} there are none */
export async function resolveAddresses(host: string, { resolver, signal }: Pick<ReachTools, 'resolver' | 'signal'>): Promise<string[]> {
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
 * The address to connect to. A name is resolved once, and the checked result is used as it is, so that a second response can't lead
 * elsewhere (DNS rebinding); if any of its addresses is closed, the name is refused.
 * @throws {Unfit} it has no address, or one that is closed or reserved for documentation
 */
export async function resolveReachableAddress(address: string, tools: ReachTools): Promise<string> {
  const found = isHost(address) ? await resolveAddresses(address, tools) : [address];
  if (found.some((one) => closedTo(one, tools.allow) !== null)) throw new Unfit('address');
  const [first = address] = found;
  if (isDocumentation(first)) throw new Unfit('documentation');
  return first;
}

/** The origin of a URL with its checked address. */
export const originAt = (protocol: 'http' | 'https', place: string, port: number): string =>
  `${protocol}://${place.includes(':') ? `[${place}]` : place}:${port}`;

/** Milliseconds since a moment of `performance.now()`. */
export const since = (began: number): number => Math.max(0, Math.round(performance.now() - began));

const reasons: Readonly<Record<string, ConnectionError>> = {
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

/** The check reason for an error of a socket, TLS or undici. */
export function connectErrorReason(error: unknown): ConnectionError {
  if (error instanceof Unfit) return error.reason;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = reasons[code];
  if (known) return known;
  if (/CERT|SELF_SIGNED|VERIFY|ISSUER/.test(code)) return 'certificate';
  if (/^ERR_(SSL|TLS)/.test(code)) return 'tls';
  return 'answer';
}
