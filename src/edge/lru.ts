/** A map with a limit: the entry that wasn't used for the longest time makes room. `sizeOf` weighs entries; without it each weighs 1. */
export class Lru<V> {
  readonly #map = new Map<string, V>();
  readonly #limit: number;
  readonly #sizeOf: (value: V) => number;
  readonly #evicted: ((key: string, value: V) => void) | undefined;
  #size = 0;

  constructor(limit: number, sizeOf: (value: V) => number = () => 1, evicted?: (key: string, value: V) => void) {
    this.#limit = limit;
    this.#sizeOf = sizeOf;
    this.#evicted = evicted;
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    const value = this.#map.get(key);
    if (value === undefined) return undefined;
    this.#map.delete(key);
    this.#map.set(key, value);
    return value;
  }

  set(key: string, value: V): void {
    this.delete(key);
    this.#map.set(key, value);
    this.#size += this.#sizeOf(value);
    for (const [oldest, old] of this.#map) {
      if (this.#size <= this.#limit) break;
      this.delete(oldest);
      this.#evicted?.(oldest, old);
    }
  }

  clear(): void {
    this.#map.clear();
    this.#size = 0;
  }

  delete(key: string): void {
    const value = this.#map.get(key);
    if (value === undefined) return;
    this.#map.delete(key);
    this.#size -= this.#sizeOf(value);
  }

  values(): IterableIterator<V> {
    return this.#map.values();
  }
}
