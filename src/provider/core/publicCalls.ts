import type { Channel } from '../db/channel.ts';
import { refuse } from '../kernel/refusal.ts';
import { ipNetwork } from './limits.ts';

const WINDOW_MS = 60_000;
const MAX = 600;
/** Beyond this, windows that have ended are forgotten. */
const PUBLIC_RETENTION = 10_000;

/** Calls of a network after which the other processes on the database get its count. */
const STEP = 20;

interface Window {
  count: number;
  /** Those of this process that the others don't know yet. */
  unsent: number;
  endsAt: number;
}

/**
 * Counts calls with a body and without a session per network, in memory: a flood must cost less than what it sends. Processes on one
 * database add each other's counts, so a network gets 20 calls more for each further process.
 */
export class PublicCalls {
  readonly #windows = new Map<string, Window>();
  readonly #channel: Channel;

  /** @param clock epoch milliseconds */
  constructor(channel: Channel, clock: () => number) {
    this.#channel = channel;
    channel.on('publicCalls', (counts) => {
      for (const { network, count } of counts) this.#window(network, clock()).count += count;
    });
  }

  /** Counts one call, before its body is read. @throws {Refusal} 429 with `Retry-After` after 600 in a minute */
  count(ip: string, now: number): void {
    const network = ipNetwork(ip);
    const window = this.#window(network, now);
    if (++window.count > MAX) {
      const seconds = Math.max(1, Math.ceil((window.endsAt - now) / 1000));
      refuse(429, 'error:tooManyRequests', { params: { seconds }, retryAfter: seconds });
    }
    if (++window.unsent < STEP) return;
    this.#channel.send('publicCalls', [{ network, count: window.unsent }]);
    window.unsent = 0;
  }

  #window(network: string, now: number): Window {
    const known = this.#windows.get(network);
    if (known && known.endsAt > now) return known;
    if (!known && this.#windows.size >= PUBLIC_RETENTION)
      for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key);
    const window = { count: 0, unsent: 0, endsAt: now + WINDOW_MS };
    this.#windows.set(network, window);
    return window;
  }
}
