import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import { Agent, request } from 'undici';
import { CLOCK_OFF_MS, type EdgeHeartbeat, type EdgeLoad, HEARTBEAT_MS, type HeartbeatAnswer } from '../../lib/rules/cdn/edge/bundle.ts';
import { portalHeaders, requireAnswer } from './portal.ts';

interface HeartbeatOptions {
  url: string;
  key: string;
  /** What is sent, without its nonce and its time; `cpu` is the time on processors since the start, in ms, of all its processes. */
  state: () => Promise<Omit<EdgeHeartbeat, 'nonce' | 'at' | 'load'> & { load: Omit<EdgeLoad, 'requests'> }>;
  /** Requests since the start. */
  requests: () => number;
  /** Called when the operator drains the edge, or uses it again. */
  onDrain: (drain: boolean) => void;
  log: Logger;
}

const ANSWER_MS = 4_000;
/** An edge that stops doesn't wait for a portal that is away. */
const LAST_ANSWER_MS = 1_000;

/** Of a new measurement in the average, so that a moment of work doesn't count as overload. */
const NEW_SHARE = 0.3;

/** Time on processors of this process since its start, in ms. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Says every few seconds that the edge is there and how it is, and when it stops, so that DNS leaves it at once. */
export class Heartbeats {
  readonly #options: HeartbeatOptions;
  readonly #agent = new Agent({ connections: 1 });
  #nonce: string | null = null;
  /** At the last heartbeat; null: there was none. */
  #cpu: number | null = null;
  #cpuShare = 0;
  #requests = 0;
  #at = performance.now();
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> = Promise.resolve();
  #reportedHash: string | null = null;
  #clockOffset = 0;
  #isFailing = false;
  #isStopped = false;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
    this.#requests = options.requests();
  }

  start(): void {
    this.#timer = setInterval(() => this.send(), HEARTBEAT_MS);
    this.send();
  }

  /** Sends one now, after one that is on its way. */
  send(): void {
    if (!this.#isStopped) this.#sending = this.#sending.then(() => this.#send(false));
  }

  /** SHA-256 of the last report that the portal has, by its last answer; null: unknown. */
  get reportedHash(): string | null {
    return this.#reportedHash;
  }

  /** What is added to this clock for the time of the portal, in ms; 0: they differ by less than matters, or it is unknown. */
  get clockOffset(): number {
    return this.#clockOffset;
  }

  /** Says that the edge stops. @returns when the portal knows it, or doesn't answer */
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#isStopped = true;
    await this.#sending;
    await this.#send(true);
    await this.#agent.destroy();
  }

  #load(cpu: number): Pick<EdgeLoad, 'cpu' | 'requests'> {
    const [requests, at] = [this.#options.requests(), performance.now()];
    const seconds = Math.max(0.001, (at - this.#at) / 1000);
    // A worker that was replaced takes its time with it.
    const used = this.#cpu === null ? 0 : Math.max(0, cpu - this.#cpu) / (seconds * 1000 * availableParallelism());
    this.#cpuShare = Math.min(1, this.#cpuShare + NEW_SHARE * (used - this.#cpuShare));
    const load = { cpu: this.#cpuShare, requests: Math.max(0, (requests - this.#requests) / seconds) };
    [this.#cpu, this.#requests, this.#at] = [cpu, requests, at];
    return load;
  }

  /** @param at by the portal's clock, and `now` by this one */
  #compareClocks(at: number | undefined, now: number): void {
    const { log } = this.#options;
    const offset = Math.round((at ?? now) - now);
    const isOff = Math.abs(offset) > CLOCK_OFF_MS;
    if (isOff && this.#clockOffset === 0)
      log.warn({ seconds: Math.round(-offset / 1000) }, 'edge clock differs from the clock of the portal');
    if (!isOff && this.#clockOffset !== 0) log.info('edge clock is right again');
    // The same correction for all lines until the clock changes: their order and distances stay.
    if (!isOff) this.#clockOffset = 0;
    else if (Math.abs(offset - this.#clockOffset) > 1_000) this.#clockOffset = offset;
  }

  async #send(isStopping: boolean): Promise<void> {
    const { state, onDrain, log } = this.#options;
    const wait = isStopping ? LAST_ANSWER_MS : ANSWER_MS;
    try {
      const { load, ...now } = await state();
      const body = { ...now, at: Date.now(), load: { ...load, ...this.#load(load.cpu) }, ...(isStopping && { listening: false }) };
      let answer = await this.#post({ ...body, nonce: this.#nonce }, wait);
      // After a start, or after an answer that was lost.
      if (!answer.accepted) answer = await this.#post({ ...body, nonce: answer.nonce }, wait);
      this.#reportedHash = answer.report ?? null;
      onDrain(answer.drain);
      if (this.#isFailing) log.info('edge heartbeats are accepted again');
      this.#isFailing = false;
    } catch (error) {
      this.#reportedHash = null;
      if (!this.#isFailing) log.warn({ err: error }, 'edge heartbeat failed');
      this.#isFailing = true;
    }
  }

  async #post(heartbeat: EdgeHeartbeat, wait: number): Promise<HeartbeatAnswer> {
    const { url, key } = this.#options;
    const sentAt = Date.now();
    const answer = await request(`${url}/edge/heartbeat`, {
      dispatcher: this.#agent,
      method: 'POST',
      headers: { ...portalHeaders(key), 'content-type': 'application/json' },
      body: JSON.stringify(heartbeat),
      signal: AbortSignal.timeout(wait),
    });
    const text = await answer.body.text();
    requireAnswer('a heartbeat', answer, text);
    const result = JSON.parse(text) as HeartbeatAnswer; // as the portal writes it
    this.#nonce = result.nonce;
    this.#compareClocks(result.at, (sentAt + Date.now()) / 2);
    return result;
  }
}
