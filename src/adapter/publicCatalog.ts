import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import { domain } from '../lib/contract/cdn/domain.ts';
import { serverCatalog } from '../lib/contract/cloud/serverCatalogue.ts';
import { supportPlan } from '../lib/contract/support/supportPlan.ts';
import { writeDurably } from '../lib/node/durable.ts';
import { toRates } from '../lib/rules/cloud/price.ts';
import { catalogRates } from '../lib/rules/cloud/rates.ts';
import { builtInSupportPrices } from '../lib/rules/core/supportPrices.ts';
import { builtInCatalog, type PublicCatalog } from './catalogValues.ts';
import type { Upstream } from './upstream.ts';

/** While the provider answers within WAIT_MS, a page never shows a price that changed longer ago. */
const FRESH_MS = 1_000;
/** How long a page waits for the provider, and how often one that doesn't answer is asked. */
const WAIT_MS = 250;
const RETRY_MS = 5_000;
const FETCH_MS = 5_000;

/** The calls with public prices, and what each adds to the catalog. */
const calls = { domain: domain.plans, server: serverCatalog.publicPrice, support: supportPlan.publicList };
const names = Object.keys(calls) as (keyof typeof calls)[]; // the keys of the table
/** Responses by their call. Those that a provider of an earlier version doesn't have are missing. */
type Responses = Partial<Record<keyof typeof calls, unknown>>;

function toCatalog(responses: Responses): PublicCatalog {
  const catalog = { ...builtInCatalog };
  if (responses.domain !== undefined) {
    const { plans, trafficPrice } = calls.domain.output.parse(responses.domain);
    Object.assign(catalog, { plans: new Map(plans.map((plan) => [plan.code, plan])), trafficPrice });
  }
  if (responses.server !== undefined) catalog.rates = toRates(calls.server.output.parse(responses.server), catalogRates);
  if (responses.support !== undefined) {
    const { plans, consulting } = calls.support.output.parse(responses.support);
    const paid = plans.flatMap(({ id, price }) => (price ? [[id, price]] : []));
    catalog.support = { ...builtInSupportPrices, ...Object.fromEntries(paid), consulting };
  }
  return catalog;
}

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
  /** What the file has; null: nothing that is valid. */
  #stored: string | null = null;
  #isUnstored = false;
  #current: PublicCatalog = builtInCatalog;
  #nextAt = 0;
  #hasFailed = false;
  #reading: Promise<void> | null = null;

  constructor(options: Options) {
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
    if (options.file === null) return;
    try {
      const text = readFileSync(options.file, 'utf8');
      this.#use(text);
      this.#stored = text;
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
    const { log } = this.#options;
    try {
      const responses: Responses = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await this.#ask(name)])));
      const text = JSON.stringify(responses);
      if (text !== this.#text) this.#use(text);
      this.#hasFailed = false;
      await this.#store(text);
    } catch (error) {
      if (!this.#hasFailed) log.warn({ err: error }, 'the prices of the provider could not be read; public pages show the last known ones');
      this.#hasFailed = true;
    }
    this.#nextAt = this.#clock() + (this.#hasFailed ? RETRY_MS : FRESH_MS);
    this.#reading = null;
  }

  /** @returns undefined: the provider is of an earlier version @throws when it doesn't respond */
  async #ask(name: keyof typeof calls): Promise<unknown> {
    const signal = AbortSignal.timeout(FETCH_MS);
    const call = { method: 'GET', path: calls[name].path, search: '', headers: {}, body: null, ip: '', signal } as const;
    const response = await this.#options.upstream(call);
    if (response.status === 404 && name !== 'domain') return undefined;
    if (!response.ok) throw new Error(`the provider answered with ${response.status}`);
    return response.json();
  }

  /** Stores the last answer; what can't be stored now is stored with a later one. */
  async #store(text: string): Promise<void> {
    const { file, log } = this.#options;
    if (file === null || text === this.#stored) return;
    try {
      await writeDurably(file, text);
      this.#stored = text;
      this.#isUnstored = false;
    } catch (error) {
      if (!this.#isUnstored) log.warn({ err: error }, 'the prices of the provider could not be stored for the next start');
      this.#isUnstored = true;
    }
  }

  /** @throws when it isn't what the calls return */
  #use(text: string): void {
    const json = JSON.parse(text);
    // As an earlier version stored it.
    this.#current = toCatalog('plans' in json ? { domain: json } : json);
    this.#text = text;
  }
}
