import { createHash, type KeyObject, randomUUID, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Logger } from 'pino';
import { Agent, request } from 'undici';
import {
  type DomainPolicy,
  type EdgeBundle,
  type EdgeReport,
  MAX_WARNINGS,
  type Refusal,
  signatureHeader,
} from '../../lib/rules/cdn/edge/bundle.ts';
import type { EdgeAbility } from '../../lib/rules/core/capabilities.ts';
import type { Warning } from '../../lib/rules/core/warning.ts';
import { prepare, Refused, type Site, type Sites } from './policies.ts';
import { portalHeaders, requireAnswer } from './portal.ts';
import type { PolicyStore } from './store.ts';

export interface ControlOptions {
  url: string;
  key: string;
  verifyKey: KeyObject;
  sites: Sites;
  store: PolicyStore;
  hostname: () => string;
  /** Its ID at the portal; absent: the one on its disk. */
  edgeId?: string | undefined;
  /** Whether countries and AS numbers are known. */
  places: boolean;
  abilities: readonly EdgeAbility[];
  /** What the operator should look into. */
  warnings: () => Warning[];
  log: Logger;
  /** SHA-256 of the last report that the portal has; null: unknown. */
  reportedHash: () => string | null;
  /** Called after a change of `sites`. Resolves when every worker serves it; then it is reported. */
  applied: (changed: readonly Site[], removed: readonly string[]) => Promise<void>;
  /** Called when the portal was away for longer than it remembers purges. */
  wasAway: () => Promise<void>;
}

const unzip = promisify(gunzip);

/** Longer than a long poll of 25 s. */
const POLL_MS = 40_000;
/** A policy contains the purges of 24 hours. */
const PURGES_MS = 23 * 3_600_000;
const SLOWEST_RETRY_MS = 5_000;
/** How old policies on the disk may be to be served before the portal has answered. */
const OLDEST_MS = 24 * 3_600_000;
/** Longer than a poll: without an answer for this long, there may be newer policies. */
const CURRENT_MS = 60_000;

/** Keeps the policies of this edge equal to those of the portal: pulls signed bundles, stores them, applies them, and reports their versions. */
export class Control {
  readonly #options: ControlOptions;
  readonly #agent = new Agent({ connections: 2 });
  readonly #stopped = new AbortController();
  readonly #startedAt = Date.now();
  readonly #refused = new Map<string, Refusal>();
  #cursor: string | null = null;
  #heardAt = Date.now();
  /** Of the last answer; null: none since the start. */
  #answeredAt: number | null = null;
  #changedAt = 0;
  #edgeId = '';
  /** Epoch ms; null: the disk can be written. */
  #diskFailedAt: number | null = null;
  #loop: Promise<void> = Promise.resolve();

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  /** Applies what is on the disk. */
  async load(): Promise<void> {
    const { store, sites, log } = this.#options;
    const { edgeId, cursor, answeredAt } = await store.read((policy) => this.#apply(policy));
    this.#edgeId = this.#options.edgeId ?? edgeId;
    this.#cursor = cursor;
    if (answeredAt === undefined || Math.abs(Date.now() - answeredAt) <= OLDEST_MS) return;
    // What customers turned off since would act again.
    log.warn({ answeredAt: new Date(answeredAt) }, 'edge policies are older than a day; serving nothing until the portal answers');
    for (const id of sites.ids()) sites.delete(id);
    this.#cursor = null;
  }

  /** Follows the portal. */
  start(): void {
    this.#loop = this.#follow();
  }

  /** Whether there are policies to serve, from the portal or from the disk. */
  get hasPolicies(): boolean {
    return this.#cursor !== null;
  }

  get edgeId(): string {
    return this.#edgeId;
  }

  /** Whether it serves what the portal published a moment ago. */
  get isCurrent(): boolean {
    return this.#answeredAt !== null && performance.now() - this.#answeredAt < CURRENT_MS;
  }

  /** Since when policies can't be stored, epoch ms; null: they can. */
  get diskFailedAt(): number | null {
    return this.#diskFailedAt;
  }

  /** `version`: the place of the newest policies among those of the portal; times in epoch ms, `changedAt` 0: not since the start. */
  state(): { version: number; refused: number; heardAt: number; changedAt: number } {
    return {
      version: Number(this.#cursor?.split('.').at(-1) ?? 0) || 0,
      refused: this.#refused.size,
      heardAt: this.#heardAt,
      changedAt: this.#changedAt,
    };
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#loop;
    await this.#agent.destroy();
  }

  /** A refused policy doesn't replace the version before it, and doesn't affect other domains. @returns whether it was accepted */
  #apply(policy: DomainPolicy): boolean {
    const { sites, log } = this.#options;
    try {
      sites.set(prepare(policy, sites.get(policy.id)?.purges.effective));
      this.#refused.delete(policy.id);
      return true;
    } catch (error) {
      const isKnown = error instanceof Refused;
      const reason = isKnown ? error.message.slice(0, 500) : 'the policy is unreadable';
      log.warn({ domain: policy.name, version: policy.version, err: error }, 'edge rejected a policy');
      this.#refused.set(policy.id, { version: policy.version, reason, cause: isKnown ? 'certificate' : 'policy' });
      return false;
    }
  }

  async #follow(): Promise<void> {
    const { log } = this.#options;
    let failures = 0;
    while (!this.#stopped.signal.aborted) {
      try {
        await this.#pull();
        if (this.#diskFailedAt !== null) await this.#storing(() => this.#options.store.save());
        // Also without news: the portal may have lost the last report, or be of a version that only knows reports.
        await this.#report();
        failures = 0;
      } catch (error) {
        if (this.#stopped.signal.aborted) return;
        if (failures === 0) log.warn({ err: error }, 'edge cannot reach the portal; serving the last policies');
        // Edges that lost the portal together don't come back together.
        await this.#pause(Math.min(SLOWEST_RETRY_MS, 100 * 2 ** failures++) * (0.5 + Math.random() / 2));
      }
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.#stopped.signal.addEventListener(
        'abort',
        () => {
          clearTimeout(timer);
          done();
        },
        { once: true },
      );
    });
  }

  async #pull(): Promise<void> {
    const { url, key, verifyKey, sites, store, applied, wasAway } = this.#options;
    const nonce = randomUUID();
    const query = new URLSearchParams({
      nonce,
      ...(this.#cursor !== null && { since: this.#cursor }),
      // It doesn't wait for changes before it knows that it has those until now.
      ...(!this.isCurrent && { wait: '0' }),
    });
    const answer = await request(`${url}/edge/bundle?${query}`, {
      dispatcher: this.#agent,
      headers: { ...portalHeaders(key), 'accept-encoding': 'gzip' },
      headersTimeout: POLL_MS,
      signal: this.#stopped.signal,
    });
    const received = Buffer.from(await answer.body.arrayBuffer());
    const body = answer.headers['content-encoding'] === 'gzip' ? await unzip(received) : received;
    requireAnswer('a request for policies', answer, answer.statusCode === 200 ? '' : body.toString());
    const signature = answer.headers[signatureHeader];
    if (typeof signature !== 'string' || !verify(null, body, verifyKey, Buffer.from(signature, 'base64')))
      throw new Error('the signature of the bundle is wrong');
    const bundle = JSON.parse(body.toString()) as EdgeBundle; // signed by the portal, which writes this type
    // A recorded bundle, also another edge's, would restore old rules or skip changes.
    if (bundle.nonce !== nonce || bundle.since !== this.#cursor) throw new Error('the bundle is not the response to this request');
    const news = bundle.domains.filter((one) => bundle.full || one.version >= (sites.get(one.id)?.policy.version ?? 0));
    const current = new Set(bundle.domains.map(({ id }) => id));
    const removed = bundle.full ? sites.ids().filter((id) => !current.has(id)) : bundle.removed.map(({ id }) => id);
    for (const policy of news) this.#apply(policy);
    for (const id of removed) {
      sites.delete(id);
      this.#refused.delete(id);
    }
    const accepted = news.filter(({ id }) => !this.#refused.has(id));
    await applied(
      accepted.map(({ id }) => sites.get(id)).filter((site) => site !== undefined),
      removed,
    );
    await this.#storing(() => store.write(accepted, removed, bundle.cursor));
    this.#cursor = bundle.cursor;
    if (accepted.length > 0 || removed.length > 0) this.#changedAt = Date.now();
    if (Date.now() - this.#heardAt > PURGES_MS) await wasAway();
    this.#heardAt = Date.now();
    this.#answeredAt = performance.now();
  }

  /** A disk that fails doesn't keep the edge from serving and following: it is retried after each poll, and logged once. */
  async #storing(write: () => Promise<void>): Promise<void> {
    const { log } = this.#options;
    try {
      await write();
      if (this.#diskFailedAt !== null) log.info('edge policy store recovered');
      this.#diskFailedAt = null;
    } catch (error) {
      if (this.#diskFailedAt === null) log.error({ err: error }, 'edge policy store failed; serving from memory');
      this.#diskFailedAt ??= Date.now();
    }
  }

  async #report(): Promise<void> {
    const { url, key, sites, hostname, places, abilities, warnings, reportedHash } = this.#options;
    const report: EdgeReport = {
      edgeId: this.#edgeId,
      hostname: hostname(),
      versions: sites.versions(),
      refused: Object.fromEntries(this.#refused),
      place: this.state().version,
      startedAt: this.#startedAt,
      places,
      abilities,
      warnings: warnings().slice(0, MAX_WARNINGS),
    };
    const body = JSON.stringify(report);
    if (createHash('sha256').update(body).digest('hex') === reportedHash()) return;
    const answer = await request(`${url}/edge/report`, {
      dispatcher: this.#agent,
      method: 'POST',
      headers: { ...portalHeaders(key), 'content-type': 'application/json' },
      body,
      signal: this.#stopped.signal,
    });
    requireAnswer('the report', answer, await answer.body.text());
  }
}
