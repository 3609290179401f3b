import { DAY } from '../lib/time.ts';
import type { Answer } from './lookup.ts';

/** Replies that are cached; then the cache is cleared. The names of a flood of questions are countless. */
const CACHE_LIMIT = 20_000;
/** The longest question with its OPT record that is worth keeping. */
const MAX_BYTES = 320;
const HEADER = 12;

export interface Reply {
  reply: Buffer;
  /** The version of the zone that it is from. */
  zoneId: number;
  name: string;
  type: number;
  /** For the limit of responses. */
  found: Answer;
}

/** Replies over UDP as they were sent, by the bytes of their question. Signatures are of a day, and so are the replies. */
export class Replies {
  readonly #kept = new Map<string, Reply>();
  #day = 0;

  /** What identifies a query: all but its ID. Null: too long, or not a query. */
  idOf(bytes: Buffer): string | null {
    return bytes.length > HEADER && bytes.length <= MAX_BYTES ? bytes.toString('latin1', 2) : null;
  }

  /** @param now epoch milliseconds */
  get(id: string, now: number): Reply | undefined {
    return Math.floor(now / DAY) === this.#day ? this.#kept.get(id) : undefined;
  }

  store(id: string, reply: Reply, now: number): void {
    const day = Math.floor(now / DAY);
    if (day !== this.#day || this.#kept.size >= CACHE_LIMIT) this.#kept.clear();
    this.#day = day;
    this.#kept.set(id, reply);
  }
}
