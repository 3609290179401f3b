import { refuse } from '../kernel/refusal.ts';
import { ipNetwork } from './limits.ts';

const WINDOW_MS = 60_000;
const MAX = 600;
/** Beyond this, windows that have ended are forgotten. */
const PUBLIC_RETENTION = 10_000;

/** Counts calls with a body and without a session per network, in memory: a flood must cost less than what it sends. */
export class PublicCalls {
  readonly #windows = new Map<string, { count: number; endsAt: number }>();

  /** Counts one call, before its body is read. @throws {Refusal} 429 with `Retry-After` after 600 in a minute */
  count(ip: string, now: number): void {
    const network = ipNetwork(ip);
    const known = this.#windows.get(network);
    if (!known || known.endsAt <= now) {
      if (this.#windows.size >= PUBLIC_RETENTION)
        for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key);
      this.#windows.set(network, { count: 1, endsAt: now + WINDOW_MS });
      return;
    }
    if (++known.count <= MAX) return;
    const seconds = Math.max(1, Math.ceil((known.endsAt - now) / 1000));
    refuse(429, 'error:tooManyRequests', { params: { seconds }, retryAfter: seconds });
  }
}
