const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 60_000;
/** A machine that ran for so long has nothing to do with earlier deaths. */
const STABLE_MS = 600_000;

/** Delays for machines that end unexpectedly: longer each time, so that one that can't run doesn't occupy the host. */
export class Restarts {
  readonly #deaths = new Map<string, { count: number; at: number }>();
  readonly #timers = new Set<NodeJS.Timeout>();

  schedule(id: string, restart: () => void): void {
    const now = Date.now();
    const before = this.#deaths.get(id);
    const count = before && now - before.at < STABLE_MS ? before.count + 1 : 0;
    this.#deaths.set(id, { count, at: now });
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        restart();
      },
      Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** count),
    );
    this.#timers.add(timer);
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }
}
