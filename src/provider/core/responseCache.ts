const MAX_BYTES = 16 * 1024 * 1024;

/**
 * An in-process LRU cache of long responses, as JSON that was checked against the output schema. A key contains the version of what
 * was read, so an entry never becomes wrong; it is only no longer requested.
 */
export class ResponseCache {
  readonly #entries = new Map<string, string>();
  #bytes = 0;

  get(key: string): string | undefined {
    const text = this.#entries.get(key);
    if (text !== undefined) {
      // A map iterates in insertion order: the most recently used entry comes last.
      this.#entries.delete(key);
      this.#entries.set(key, text);
    }
    return text;
  }

  set(key: string, text: string): void {
    const size = text.length * 2;
    if (size > MAX_BYTES / 2) return;
    this.#drop(key);
    this.#entries.set(key, text);
    this.#bytes += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= MAX_BYTES) break;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#bytes -= (this.#entries.get(key)?.length ?? 0) * 2;
    this.#entries.delete(key);
  }
}
