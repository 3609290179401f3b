import { Resolver } from 'node:dns/promises';
import { encodeRdata } from './rdata.ts';
import { T } from './types.ts';
import type { RrSet } from './zone.ts';

const TIMEOUT_MS = 1_500;
/** Without new data, the last known addresses are answered for a day, with a short TTL (RFC 8767). */
const STALE_MS = 86_400_000;
const STALE_TTL = 30;
/** How long a question waits for new data if there is old (RFC 8767 section 5). */
const PATIENCE_MS = 400;
/** A target that couldn't be resolved isn't asked for again before this time. */
const FAILED_MS = 5_000;
const MIN_TTL = 5;
const MAX_CACHED = 10_000;

interface CachedSet {
  set: RrSet;
  until: number;
}

/**
 * Addresses of hosts outside the zones, for flattened aliases, cached for their TTL.
 * @param servers `address` or `address:port`; empty: the system's
 */
export function makeAddressBook(servers: readonly string[], clock: () => number): (host: string, type: number) => Promise<RrSet | null> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  const cache = new Map<string, CachedSet>();
  const failed = new Map<string, number>();
  const lookups = new Map<string, Promise<RrSet | null>>();

  async function lookUp(host: string, type: number, key: string): Promise<RrSet | null> {
    const name = type === T.A ? 'A' : 'AAAA';
    try {
      const found = await (type === T.A ? resolver.resolve4(host, { ttl: true }) : resolver.resolve6(host, { ttl: true })).catch(
        (error: unknown) => {
          const code = error instanceof Error && 'code' in error ? error.code : '';
          if (code === 'ENODATA' || code === 'ENOTFOUND') return [];
          throw error;
        },
      );
      const ttl = Math.max(MIN_TTL, Math.min(...found.map((one) => one.ttl), 300));
      const data = found.map(({ address }) => encodeRdata({ name: host, type: name, content: address })).sort(Buffer.compare);
      const set: RrSet = { type, ttl, data };
      if (cache.size > MAX_CACHED) cache.clear();
      cache.set(key, { set, until: clock() + ttl * 1000 });
      return set;
    } catch {
      if (failed.size > MAX_CACHED) failed.clear();
      failed.set(key, clock() + FAILED_MS);
      return null;
    }
  }

  return async (host, type) => {
    const key = `${type} ${host}`;
    const known = cache.get(key);
    const now = clock();
    if (known && known.until > now) return { ...known.set, ttl: Math.max(1, Math.ceil((known.until - now) / 1000)) };
    const stale = known && now - known.until < STALE_MS ? { ...known.set, ttl: STALE_TTL } : null;
    if ((failed.get(key) ?? 0) > now) return stale;
    // Many questions at once are one question to the resolver.
    let running = lookups.get(key);
    if (!running) {
      running = lookUp(host, type, key).finally(() => lookups.delete(key));
      lookups.set(key, running);
    }
    return stale ? ((await soonOr(running, stale)) ?? stale) : running;
  };
}

/** The new data, or the old after a moment; the question for the new goes on. */
function soonOr(running: Promise<RrSet | null>, stale: RrSet): Promise<RrSet | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(stale), PATIENCE_MS);
    void running.then((match) => {
      clearTimeout(timer);
      resolve(match);
    });
  });
}
