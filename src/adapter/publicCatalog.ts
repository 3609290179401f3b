import { readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { domain } from '../lib/contract/cdn/domain.ts';
import { builtInCatalog, type PublicCatalog } from './catalogValues.ts';
import type { Upstream } from './upstream.ts';

/** A page never shows a price that changed longer ago, while the provider answers. */
const FRESH_MS = 1_000;
/** How long a page waits for the provider, and how often one that doesn't answer is asked. */
const WAIT_MS = 250;
const RETRY_MS = 5_000;
const FETCH_MS = 5_000;

const { output } = domain.plans;

interface Options {
  upstream: Upstream;
  /** Where the last answer is stored, for a start while a provider elsewhere is unreachable. Null: not at all. */
  file: string | null;
  log: Pick<Logger, 'warn'>;
  clock?: () => number;
}

/** The plans and prices of the provider, for public pages. */
export class PublicCatalogs {
  readonly #options: Options;
  readonly #clock: () => number;
  #text: string | null = null;
  #current: PublicCatalog = builtInCatalog;
  #nextAt = 0;
  #hasFailed = false;
  #reading: Promise<void> | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
    if (options.file === null) return;
    try {
      this.#use(readFileSync(options.file, 'utf8'));
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      if (!isMissing) options.log.warn({ err: error }, 'the stored prices of the provider could not be read');
    }
  }

  /** The last known one; the same object until it changes. */
  get current(): PublicCatalog {
    return this.#current;
  }

  /** The current one, or the last known while the provider is slow or doesn't answer. Never rejects. */
  async fresh(): Promise<PublicCatalog> {
    if (this.#clock() >= this.#nextAt) this.#reading ??= this.#read();
    // A provider that failed would make every page slow.
    if (this.#reading && !this.#hasFailed) await Promise.race([this.#reading, new Promise((done) => setTimeout(done, WAIT_MS).unref())]);
    return this.#current;
  }

  async #read(): Promise<void> {
    const { upstream, file, log } = this.#options;
    try {
      const signal = AbortSignal.timeout(FETCH_MS);
      const call = { method: 'GET', path: domain.plans.path, search: '', headers: {}, body: null, ip: '', signal } as const;
      const response = await upstream(call);
      if (!response.ok) throw new Error(`the provider answered with ${response.status}`);
      const text = await response.text();
      if (text !== this.#text) {
        this.#use(text);
        if (file !== null) await store(file, text);
      }
      this.#hasFailed = false;
    } catch (error) {
      if (!this.#hasFailed) log.warn({ err: error }, 'the prices of the provider could not be read; public pages show the last known ones');
      this.#hasFailed = true;
    }
    this.#nextAt = this.#clock() + (this.#hasFailed ? RETRY_MS : FRESH_MS);
    this.#reading = null;
  }

  /** @throws when it isn't a response of the call */
  #use(text: string): void {
    const { plans, trafficPrice } = output.parse(JSON.parse(text));
    this.#text = text;
    this.#current = { plans: new Map(plans.map((plan) => [plan.code, plan])), trafficPrice };
  }
}

/** Replaces the file as a whole: a start never reads half of it. */
async function store(file: string, text: string): Promise<void> {
  const part = `${file}.${process.pid}`;
  await writeFile(part, text, { mode: 0o600 });
  await rename(part, file);
}
