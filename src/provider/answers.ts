const MAX_BYTES = 16 * 1024 * 1024;

/** The answer was given before and holds still: its JSON is sent again, and nothing is read. */
export class Ready extends Error {
  readonly text: string;
  constructor(text: string) {
    super('ready');
    this.text = text;
  }
}

/**
 * Long answers of this process, as JSON that the output schema has checked. A key holds the version of what was read, so an entry is
 * never wrong, only no longer asked for; the one that was asked for longest ago makes room.
 */
export class Answers {
  readonly #kept = new Map<string, string>();
  #bytes = 0;

  get(key: string): string | undefined {
    const text = this.#kept.get(key);
    if (text !== undefined) {
      // A map keeps the order of insertion: the newest use is the last.
      this.#kept.delete(key);
      this.#kept.set(key, text);
    }
    return text;
  }

  set(key: string, text: string): void {
    const size = text.length * 2;
    if (size > MAX_BYTES / 2) return;
    this.#drop(key);
    this.#kept.set(key, text);
    this.#bytes += size;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= (this.#kept.get(key)?.length ?? 0) * 2;
    this.#kept.delete(key);
  }
}
