import { lookup } from 'node:dns/promises';
import { LRUCache } from 'lru-cache';
import { errors } from 'undici';
import type { EdgeConfig } from '../../lib/rules/cdn/edge/config.ts';
import { recordFor } from '../../lib/rules/cdn/edge/dns.ts';
import { type OriginError, toOriginError } from '../../lib/rules/cdn/edge/responses.ts';
import { relative } from '../../lib/rules/core/dnsName.ts';
import type { Network } from '../../lib/rules/core/network.ts';
import { closedTo, isDocumentation, isHost } from '../../lib/rules/core/serverAddress.ts';

/** An origin that must not be connected to, or can't be. */
export class Unreachable extends Error {
  readonly why: OriginError;
  constructor(message: string, why: OriginError) {
    super(message);
    this.why = why;
  }
}
/** The origin is in a network reserved for documentation (RFC 5737, RFC 3849), as those of demo domains. */
export class Documentation extends Unreachable {}

/** A domain's own names lead to the edge in public DNS: behind it they are what the records say. */
export function behindEdge(host: string, { domain, dns }: Pick<EdgeConfig, 'domain' | 'dns'>): string {
  let name = host.replace(/\.$/, '');
  for (let hops = 0; hops < 8 && isHost(name); hops++) {
    const local = relative(name, domain.name);
    const record = local === null ? null : recordFor(dns, local);
    if (!record) return name;
    name = (record.content === '@' ? domain.name : record.content).replace(/\.$/, '');
  }
  return name;
}

/** Why there is no response of an origin, by what the attempt ended with. */
export function dialErrorCause(error: unknown): OriginError {
  if (error instanceof Unreachable) return error.why;
  if (error instanceof errors.HTTPParserError) return 'http_protocol_error';
  return toOriginError(error instanceof Error && 'code' in error ? String(error.code) : '');
}

const RETENTION_MS = 30_000;
const NAME_MS = 3_000;

/**
 * Resolves origins. A name is resolved once per 30 s, and the checked address is the one that is connected to, so that a second
 * response can't lead elsewhere (DNS rebinding); if any of its addresses is closed, the name is refused.
 */
export class Addresses {
  readonly #known = new LRUCache<string, { found: Promise<string[]>; until: number }>({ max: 10_000 });
  readonly #lookup: (host: string) => Promise<string[]>;

  constructor(find = async (host: string) => (await lookup(host, { all: true, order: 'ipv4first' })).map(({ address }) => address)) {
    this.#lookup = find;
  }

  /** @throws {Unreachable} it has no address, or a closed one */
  async of(host: string, allow: readonly Network[], now = Date.now()): Promise<string> {
    if (host === '') throw new Unreachable('no host', 'dns_error');
    const found = isHost(host) ? await this.#resolve(host, now) : [host];
    const closed = found.find((one) => closedTo(one, allow) !== null);
    if (closed !== undefined) throw new Unreachable(`${closed} is in a closed network`, 'destination_ip_prohibited');
    const [first] = found;
    if (first === undefined) throw new Unreachable(`${host} has no address`, 'dns_error');
    if (isDocumentation(first)) throw new Documentation(`${first} is reserved for documentation`, 'destination_ip_prohibited');
    return first;
  }

  async #resolve(host: string, now: number): Promise<string[]> {
    const known = this.#known.get(host);
    if (known && known.until > now) return known.found;
    const late = new Promise<never>((_, fail) =>
      setTimeout(fail, NAME_MS, new Unreachable(`${host} doesn’t resolve`, 'dns_error')).unref(),
    );
    const found = Promise.race([this.#lookup(host), late]).catch(() => {
      this.#known.delete(host);
      throw new Unreachable(`${host} doesn’t resolve`, 'dns_error');
    });
    this.#known.set(host, { found, until: now + RETENTION_MS });
    return found;
  }
}
