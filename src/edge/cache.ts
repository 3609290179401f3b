import { randomUUID } from 'node:crypto';
import type CachePolicy from 'http-cache-semantics';
import { normalizeVaryValue } from '../lib/rules/cdn/edge/cache/vary.ts';
import type { DiskTier } from './disk.ts';
import type { Headers } from './headers.ts';
import { Lru } from './lru.ts';
import type { Copied, Purges } from './purges.ts';

/** A stored response. */
export interface Copy extends Copied {
  key: string;
  /** Of its body: what was made from another body isn't served for this one. */
  id: string;
  status: number;
  headers: Headers;
  body: Buffer;
  /** Knows the age and how to revalidate (RFC 9111). What may be stored, and for how long, is the engine's decision. */
  policy: CachePolicy;
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

/** Something made from the body of a copy, such as its compressed form. Empty: it can't be made, and the original is served. */
type Form = Buffer;

/** Copies in memory with the forms made from them, and those copies that made room for others on the disk. */
export class Copies {
  readonly #memory: Lru<Copy | Form>;
  readonly #disk: DiskTier;
  /** The header names that the responses of a key vary with. */
  readonly #varies = new Lru<string[]>(maxVaries);
  /** Fetches of the origin that others wait for. */
  readonly #fetching = new Map<string, Promise<void>>();
  /** When the copies of a key became invalid. */
  readonly #invalid = new Lru<number>(maxVaries);
  readonly #making = new Map<string, Promise<Form>>();

  constructor(bytes: number, disk: DiskTier) {
    this.#disk = disk;
    this.#memory = new Lru<Copy | Form>(
      bytes,
      (one) => (Buffer.isBuffer(one) ? one : one.body).length + overhead,
      // Forms can be made again.
      (_, one) => void (Buffer.isBuffer(one) || disk.put(one)),
    );
  }

  #key(base: string, request: Readonly<Record<string, string>>): string {
    const names = this.#varies.get(base) ?? [];
    return names.length === 0 ? base : JSON.stringify([base, ...names.map((name) => normalizeVaryValue(name, request[name] ?? ''))]);
  }

  async get(base: string, request: Readonly<Record<string, string>>, purges: Purges): Promise<Copy | null> {
    const key = this.#key(base, request);
    const found = this.#memory.get(key) ?? (await this.#disk.take(key));
    if (!found || Buffer.isBuffer(found)) return null;
    if (purges.covers(found) || found.requestedAt <= (this.#invalid.get(base) ?? 0)) {
      this.#memory.delete(key);
      return null;
    }
    return found;
  }

  /** A request may have changed what the origin answers: all copies of its key are fetched again (RFC 9111 section 4.4). */
  invalidate(base: string): void {
    this.#invalid.set(base, Date.now());
  }

  put(base: string, request: Readonly<Record<string, string>>, copy: Omit<Copy, 'key' | 'id'> & { id?: string }): void {
    const names = varyNames(copy.headers);
    if (names.length > 0) this.#varies.set(base, names);
    else this.#varies.delete(base);
    const key = this.#key(base, request);
    this.#disk.drop(key);
    this.#memory.set(key, { id: randomUUID(), ...copy, key });
  }

  /** A form of a copy's body, made once for all who ask at the same time, and kept within the limit of the memory. @throws as `make` */
  form({ id }: Copy, name: string, make: () => Promise<Form>): Promise<Form> {
    const key = `${id} ${name}`;
    const kept = this.#memory.get(key);
    if (Buffer.isBuffer(kept)) return Promise.resolve(kept);
    const other = this.#making.get(key);
    if (other) return other;
    const made = make()
      .then((form) => {
        this.#memory.set(key, form);
        return form;
      })
      .finally(() => this.#making.delete(key));
    this.#making.set(key, made);
    return made;
  }

  /** The fetch of another request for the same copy, if there is one. */
  fetching(base: string, request: Readonly<Record<string, string>>): Promise<void> | undefined {
    return this.#fetching.get(this.#key(base, request));
  }
  /** Makes others wait. @returns ends that */
  fetch(base: string, request: Readonly<Record<string, string>>): () => void {
    const key = this.#key(base, request);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#fetching.set(key, promise);
    return () => {
      if (this.#fetching.get(key) === promise) this.#fetching.delete(key);
      resolve();
    };
  }

  async clear(): Promise<void> {
    this.#memory.clear();
    await this.#disk.clear();
  }
}
