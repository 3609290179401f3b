import { randomUUID } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { currentAge } from '../../lib/rules/cdn/edge/cache/freshness.ts';
import { normalizeVaryValue } from '../../lib/rules/cdn/edge/cache/vary.ts';
import type { OriginResponse } from '../../lib/rules/cdn/edge/types.ts';
import { type Headers, plain } from '../base/headers.ts';
import type { Copied, Purges } from './purges.ts';

/** A stored response. */
export interface Copy extends Copied {
  key: string;
  /** Its key without what responses vary with, and the names of the headers that they do vary with. */
  base: string;
  varies: readonly string[];
  /** Of its body: what was made from another body isn't served for this one. */
  id: string;
  status: number;
  headers: Headers;
  body: Buffer;
  /** Status and headers as the engine takes them. */
  answer: OriginResponse;
}

/** A response that will be stored. `id`: the one of the copy whose body it keeps. */
export type NewCopy = Omit<Copy, 'key' | 'base' | 'varies' | 'id' | 'answer'> & { id?: string };

/** The names of the headers that the copies of a key vary with. */
export interface Variants {
  key: string;
  variants: readonly string[];
}

/** Where copies go that make room in memory for others. */
interface Disk {
  /** False: it isn't there. */
  has(key: string): boolean;
  /** Variants: of the key, in place of a copy. */
  restore(key: string): Promise<Copy | Variants | null>;
  put(copy: Copy): Promise<void>;
  /** A newer copy is in memory. */
  replace(copy: Copy): void;
  /** Forgets what isn't written yet. */
  clear(): void;
}

/** What a request needs from the cache. */
export interface CacheRequest {
  /** The key without what responses vary with. */
  base: string;
  headers: Readonly<Record<string, string>>;
}

/** Longer bodies stream through and aren't stored. */
export const maxBody = 8 * 1024 * 1024;
/** Headers, names and the map's own memory, roughly. */
const overhead = 2_000;
const maxVaries = 100_000;

const listed = (text: string | string[] | undefined, separator: RegExp): string[] =>
  String(text ?? '')
    .split(separator)
    .map((one) => one.trim())
    .filter(Boolean);
export const cacheTags = (headers: Headers): string[] => listed(headers['cache-tag'], /[\s,]+/);
const varyNames = (headers: Headers): string[] => listed(headers.vary, /,/).map((name) => name.toLowerCase());

/** Seconds since the origin made the response. */
export const ageOf = ({ answer, requestedAt }: Copy, now = Date.now()): number => currentAge(answer.headers.age, requestedAt, now);

/** Adds what is derived from the parts of a copy that are stored. */
export const completed = (copy: Omit<Copy, 'answer'>): Copy => ({
  ...copy,
  answer: { status: copy.status, headers: plain(copy.headers) },
});

/** Something made from the body of a copy, such as its compressed form. Empty: it can't be made, and the original is served. */
type Form = Buffer;

/** Copies in memory with the forms made from them, and those copies that made room for others on the disk. */
export class Copies {
  readonly #memory: LRUCache<string, Copy | Form>;
  readonly #disk: Disk;
  /** The header names that the responses of a key vary with. */
  readonly #varies = new LRUCache<string, readonly string[]>({ max: maxVaries });
  /** Fetches of the origin that others wait for. */
  readonly #fetching = new Map<string, Promise<void>>();
  /** When the copies of a key became invalid. */
  readonly #invalid = new LRUCache<string, number>({ max: maxVaries });
  readonly #making = new Map<string, Promise<Form>>();
  readonly #invalidated: (base: string, at: number) => Promise<void>;
  /** Epoch ms: copies requested before it aren't served. */
  #since = 0;

  /**
   * @param bytes limit of the memory; 0: nothing stays in memory
   * @param invalidated resolves when the other processes of the edge know what has become invalid
   */
  constructor(bytes: number, disk: Disk, invalidated: (base: string, at: number) => Promise<void> = async () => {}) {
    this.#disk = disk;
    this.#invalidated = invalidated;
    this.#memory = new LRUCache({
      maxSize: Math.max(1, bytes),
      sizeCalculation: (one) => (Buffer.isBuffer(one) ? one : one.body).length + overhead,
      // Forms can be made again.
      dispose: (one, _, reason) => void (reason !== 'evict' || Buffer.isBuffer(one) || disk.put(one)),
    });
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.#memory.calculatedSize;
  }

  #key({ base, headers }: CacheRequest): string {
    const names = this.#varies.get(base);
    return names ? JSON.stringify([base, ...names.map((name) => normalizeVaryValue(name, headers[name] ?? ''))]) : base;
  }

  /** The copy for a request; at once if it is in memory. */
  get(request: CacheRequest, purges: Purges): Copy | null | Promise<Copy | null> {
    const key = this.#key(request);
    const found = this.#memory.get(key);
    if (found === undefined && this.#disk.has(key)) return this.#fromDisk(request, key).then((copy) => this.#valid(request, copy, purges));
    return this.#valid(request, found, purges);
  }

  async #fromDisk(request: CacheRequest, key: string): Promise<Copy | null> {
    const stored = await this.#disk.restore(key);
    if (!stored || !('variants' in stored)) return stored;
    // Another process has stored them.
    this.#varies.set(request.base, stored.variants);
    const variant = await this.#disk.restore(this.#key(request));
    return variant && !('variants' in variant) ? variant : null;
  }

  #valid({ base }: CacheRequest, found: Copy | Form | null | undefined, purges: Purges): Copy | null {
    if (!found || Buffer.isBuffer(found)) return null;
    if (!purges.covers(found) && found.requestedAt > Math.max(this.#since, this.#invalid.get(base) ?? 0)) return found;
    this.#memory.delete(found.key);
    return null;
  }

  /**
   * A request may have changed what the origin answers: all copies of its key are fetched again (RFC 9111 section 4.4). Resolves when no
   * process of the edge serves them.
   */
  async invalidate(base: string): Promise<void> {
    const at = Date.now();
    this.setInvalid(base, at);
    await this.#invalidated(base, at);
  }
  /** The copies of a key requested until then are fetched again. */
  setInvalid(base: string, at: number): void {
    this.#invalid.set(base, Math.max(at, this.#invalid.get(base) ?? 0));
  }

  put(request: CacheRequest, copy: NewCopy): void {
    const names = varyNames(copy.headers);
    if (names.length > 0) this.#varies.set(request.base, names);
    else this.#varies.delete(request.base);
    const key = this.#key(request);
    const stored = completed({ id: randomUUID(), ...copy, key, base: request.base, varies: names });
    this.#disk.replace(stored);
    this.#memory.set(key, stored);
    // Larger than the memory's limit.
    if (!this.#memory.has(key)) void this.#disk.put(stored);
  }

  /** A form of a copy's body, made once for simultaneous requests, and cached within the limit of the memory. @throws as `make` */
  form({ id }: Copy, name: string, make: () => Promise<Form>): Form | Promise<Form> {
    const key = `${id} ${name}`;
    const made = this.#memory.get(key);
    if (Buffer.isBuffer(made)) return made;
    const other = this.#making.get(key);
    if (other) return other;
    const making = make()
      .then((form) => {
        this.#memory.set(key, form);
        return form;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, making);
    return making;
  }

  /** The fetch of another request for the same copy, if there is one. */
  fetching(request: CacheRequest): Promise<void> | undefined {
    return this.#fetching.get(this.#key(request));
  }
  /** Makes others wait. @returns ends that */
  fetch(request: CacheRequest): () => void {
    const key = this.#key(request);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#fetching.set(key, promise);
    return () => {
      if (this.#fetching.get(key) === promise) this.#fetching.delete(key);
      resolve();
    };
  }

  /** Serves nothing that was requested until now. */
  clear(): void {
    this.#since = Date.now();
    this.#memory.clear();
    this.#disk.clear();
  }
}
