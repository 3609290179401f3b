/** As nginx's `fail_timeout`: how long others are preferred to a server that failed. */
const AVOIDED_MS = 10_000;
/** Retries of a domain in a window: these and a share of its requests, so that retries don't double the load of servers that fail. */
const WINDOW_MS = 10_000;
const minRetries = 10;
const retryShare = 0.2;

interface DomainHealth {
  /** Epoch ms until which a server is avoided, by `address:port`. */
  failing: Map<string, number>;
  windowStart: number;
  requests: number;
  retries: number;
}

/** How the servers of each domain respond to visitors, beside the checks of the portal: it knows within one request. */
export class OriginHealth {
  readonly #domains = new Map<string, DomainHealth>();

  /** A server responded. */
  succeeded(domainId: string, server: string): void {
    const domain = this.#domain(domainId);
    domain.requests++;
    if (domain.failing.size > 0) domain.failing.delete(server);
  }

  /** A server ended a request without a response. Others are preferred for a while. */
  failed(domainId: string, server: string): void {
    const domain = this.#domain(domainId);
    domain.requests++;
    domain.failing.set(server, Date.now() + AVOIDED_MS);
  }

  /** The servers that others are preferred to. */
  failing(domainId: string): string[] {
    const failing = this.#domains.get(domainId)?.failing;
    if (!failing || failing.size === 0) return [];
    const now = Date.now();
    for (const [server, until] of failing) if (until <= now) failing.delete(server);
    return [...failing.keys()];
  }

  /** Spends a retry of the budget. @returns whether there was one left */
  spendRetry(domainId: string): boolean {
    const domain = this.#domain(domainId);
    if (domain.retries >= minRetries + domain.requests * retryShare) return false;
    domain.retries++;
    return true;
  }

  #domain(id: string): DomainHealth {
    const now = Date.now();
    let domain = this.#domains.get(id);
    if (!domain) {
      domain = { failing: new Map(), windowStart: now, requests: 0, retries: 0 };
      this.#domains.set(id, domain);
    }
    if (now - domain.windowStart >= WINDOW_MS) Object.assign(domain, { windowStart: now, requests: 0, retries: 0 });
    return domain;
  }
}
