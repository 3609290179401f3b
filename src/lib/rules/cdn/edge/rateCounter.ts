import type { RateLimit } from './protection.ts';
import { isWithinLimit, type RateCount } from './rateLimit.ts';
import { durationSeconds } from './types.ts';

interface Count {
  /** Start of the current window, its requests, and those of the window before. */
  from: number;
  requests: number;
  before: number;
  blockedUntil: number;
}

interface CountStore {
  get(key: string): Count | undefined;
  set(key: string, value: Count): unknown;
}

/** Milliseconds of a window. */
const windowLength = ({ time }: RateLimit): number => Math.max(1, durationSeconds(time) * 1000);

/**
 * Counts the requests of each client and rule. A sliding window of two counters: the share of the previous window that is still
 * inside counts too, so that a client can't send twice the limit around the start of a window.
 */
export class RateCounter {
  readonly #counts: CountStore;

  /** @param counts may forget, as a bounded cache does: a forgotten client starts from zero */
  constructor(counts: CountStore) {
    this.#counts = counts;
  }

  /**
   * Counts a request as the layer decides about it: an admitted one is counted, the first one over the limit starts the block time.
   * @param isExempt as `isExempt` in rateLimit.ts
   * @returns the requests of the window that ends now, without this one, for the layer
   */
  count(domainId: string, rule: RateLimit, ip: string, now: number, isExempt: boolean): RateCount {
    const count = this.#at(domainId, rule, ip, now);
    const share = Math.max(0, 1 - (now - count.from) / windowLength(rule));
    const before = { requests: count.requests + Math.floor(count.before * share), blockedUntil: count.blockedUntil };
    if (isExempt || isWithinLimit(rule, before, now)) count.requests++;
    else if (count.blockedUntil <= now) count.blockedUntil = now + durationSeconds(rule.blockTime) * 1000;
    return before;
  }

  #at(domainId: string, rule: RateLimit, ip: string, now: number): Count {
    const key = `${domainId} ${rule.id} ${ip}`;
    const length = windowLength(rule);
    let count = this.#counts.get(key);
    if (!count) {
      count = { from: now, requests: 0, before: 0, blockedUntil: 0 };
      this.#counts.set(key, count);
    }
    const passed = Math.floor((now - count.from) / length);
    if (passed > 0) {
      count.before = passed === 1 ? count.requests : 0;
      count.requests = 0;
      count.from += passed * length;
    }
    return count;
  }
}
