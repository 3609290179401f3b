import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Agent, request } from 'undici';
import type { EdgeLogEntry } from '../../lib/rules/cdn/edge/bundle.ts';
import { portalHeaders } from './portal.ts';
import { writeAtomically } from './store.ts';

export interface LogOptions {
  url: string;
  key: string;
  /** Folder of the batches that aren't delivered yet. */
  folder: string;
  /** What is added to the times of lines, in ms: their clock is wrong. */
  clockOffset: () => number;
  log: Logger;
}

/** A line with another time. */
function moved(line: string, offset: number): string {
  const entry = JSON.parse(line) as EdgeLogEntry; // from `add`, or from a worker's
  return JSON.stringify({ ...entry, at: entry.at + offset });
}

const FLUSH_MS = 1_000;
/** Writing, reading and sending a batch costs far more than the lines in it. */
const fullBatch = 1_000;
const maxSpoolBytes = 64 * 1024 * 1024;
/** While the portal answers, batches are sent from memory. */
const maxInMemory = 4 * 1024 * 1024;
const SLOWEST_RETRY_MS = 10_000;

/** What isn't delivered yet. */
interface Batch {
  id: string;
  bytes: number;
  /** Null: only on the disk. */
  text: string | null;
  /** 0: of an earlier run, whose entries aren't counted. */
  entries: number;
}

/**
 * Delivers log lines at least once: a batch is on the disk, under its ID, before it is sent, and until the portal has accepted it. The
 * portal ignores a known ID. While the disk fails, batches are sent from memory. When the share of either is full, new batches are lost,
 * and the number of lines is logged.
 */
export class Logs {
  readonly #options: LogOptions;
  readonly #agent = new Agent({ connections: 1 });
  /** Oldest first. */
  #spool: Batch[] = [];
  #spoolBytes = 0;
  #lines: string[] = [];
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #sending: Promise<void> | null = null;
  #wake: (() => void) | null = null;
  #isStopped = false;
  #lost = 0;
  #dropped = 0;
  #droppedAt: number | null = null;
  #diskFailedAt: number | null = null;
  #total = 0;
  /** Of batches that are being written. */
  #written = 0;

  constructor(options: LogOptions) {
    this.#options = options;
  }

  /** Also delivers what an earlier run has left. */
  async start(): Promise<void> {
    const { folder } = this.#options;
    await this.#makeFolder();
    const left = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.ndjson')).toSorted();
    for (const name of left) {
      const file = await stat(join(folder, name)).catch(() => null);
      if (file) this.#remember({ id: name.slice(0, -'.ndjson'.length), bytes: file.size, text: null, entries: 0 });
    }
    this.#send();
  }

  add(line: EdgeLogEntry): void {
    this.addEntries([JSON.stringify(line)]);
  }

  /** @param entries each as JSON */
  addEntries(entries: readonly string[]): void {
    for (const entry of entries) this.#lines.push(entry);
    this.#total += entries.length;
    if (this.#lines.length >= fullBatch) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), FLUSH_MS);
  }

  /** Entries since the start. */
  get total(): number {
    return this.#total;
  }

  /** What the portal doesn't have yet, and how many entries were lost; times in epoch ms, `diskFailedAt` null: it can be written. */
  state(): { entries: number; batches: number; bytes: number; dropped: number; droppedAt: number | null; diskFailedAt: number | null } {
    const entries = this.#lines.length + this.#written + this.#spool.reduce((sum, batch) => sum + batch.entries, 0);
    const lost = { dropped: this.#dropped, droppedAt: this.#droppedAt, diskFailedAt: this.#diskFailedAt };
    return { entries, batches: this.#spool.length, bytes: this.#spoolBytes, ...lost };
  }

  /** What isn't delivered stays on the disk. */
  async stop(): Promise<void> {
    this.#flush();
    await this.#writing;
    this.#isStopped = true;
    this.#wake?.();
    await this.#sending;
    await this.#agent.destroy();
  }

  /** One that can't be made shows when a batch is written. */
  async #makeFolder(): Promise<void> {
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 }).catch(() => {});
  }

  #remember(batch: Batch): void {
    this.#spool.push(batch);
    this.#spoolBytes += batch.bytes;
  }

  #flush(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#lines.length === 0) return;
    const lines = this.#lines;
    this.#lines = [];
    const offset = this.#options.clockOffset();
    const text = `${(offset === 0 ? lines : lines.map((line) => moved(line, offset))).join('\n')}\n`;
    if (this.#spoolBytes + text.length > maxSpoolBytes) {
      if (this.#lost === 0) this.#options.log.error('edge log spool is full and the portal unreachable; entries are dropped');
      this.#drop(lines.length);
      return;
    }
    // The time first, so that the names sort by age.
    const id = `${Date.now().toString(36).padStart(9, '0')}-${randomUUID()}`;
    this.#written += lines.length;
    this.#writing = this.#writing
      .then(() => writeAtomically(join(this.#options.folder, `${id}.ndjson`), text))
      .then(
        () => {
          if (this.#diskFailedAt !== null) this.#options.log.info('edge log spool recovered');
          this.#diskFailedAt = null;
          this.#written -= lines.length;
          this.#remember({
            id,
            bytes: Buffer.byteLength(text),
            text: this.#spoolBytes < maxInMemory ? text : null,
            entries: lines.length,
          });
          this.#send();
        },
        async (error: unknown) => {
          if (this.#diskFailedAt === null)
            this.#options.log.error({ err: error }, 'edge log spool write failed; entries are sent from memory');
          this.#diskFailedAt ??= Date.now();
          this.#written -= lines.length;
          if (this.#spoolBytes < maxInMemory) {
            this.#remember({ id, bytes: Buffer.byteLength(text), text, entries: lines.length });
            this.#send();
          } else {
            if (this.#lost === 0) this.#options.log.error('edge log spool write failed and the portal unreachable; entries are dropped');
            this.#drop(lines.length);
          }
          await this.#makeFolder();
        },
      );
  }

  #drop(count: number): void {
    this.#lost += count;
    this.#dropped += count;
    this.#droppedAt = Date.now();
  }

  #send(): void {
    this.#sending ??= this.#drain().finally(() => {
      this.#sending = null;
      if (!this.#isStopped && this.#spool.length > 0) this.#send();
    });
  }

  async #drain(): Promise<void> {
    for (let failures = 0; ; ) {
      const [oldest] = this.#spool;
      if (!oldest) return;
      if (await this.#deliver(oldest)) {
        failures = 0;
        this.#spool.shift();
        this.#spoolBytes -= oldest.bytes;
        await unlink(join(this.#options.folder, `${oldest.id}.ndjson`)).catch(() => {});
        if (this.#lost > 0) this.#options.log.warn({ lines: this.#lost }, 'edge log dropped entries');
        this.#lost = 0;
        continue;
      }
      if (this.#isStopped) return;
      await this.#pause(Math.min(SLOWEST_RETRY_MS, 200 * 2 ** failures++));
      if (this.#isStopped) return;
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  /** Lines that the portal refused are lost, such as those of more than a day ago. */
  #checkRefused(id: string, reply: string): void {
    const { refused = [] } = JSON.parse(reply) as { refused?: readonly { message: string }[] }; // as the portal writes it
    if (refused.length === 0) return;
    this.#dropped += refused.length;
    this.#droppedAt = Date.now();
    this.#options.log.error({ id, lines: refused.length, reason: refused[0]?.message }, 'portal refused lines of the edge log');
  }

  /** @returns whether the portal needn't get it again: accepted, or refused for its content */
  async #deliver({ id, text }: Batch): Promise<boolean> {
    const { url, key, folder, log } = this.#options;
    const body = text ?? (await readFile(join(folder, `${id}.ndjson`)).catch(() => null));
    if (!body) return true;
    try {
      const answer = await request(`${url}/log/ingest`, {
        dispatcher: this.#agent,
        method: 'POST',
        headers: { ...portalHeaders(key), 'content-type': 'application/x-ndjson', 'x-batch-id': id },
        body,
        signal: AbortSignal.timeout(15_000),
      });
      const reply = await answer.body.text();
      const { statusCode } = answer;
      if (statusCode === 200) this.#checkRefused(id, reply);
      if (statusCode === 400 || statusCode === 413 || statusCode === 422) log.error({ statusCode, id }, 'portal rejected edge log entries');
      return statusCode < 300 || statusCode === 400 || statusCode === 413 || statusCode === 422;
    } catch {
      return false;
    }
  }
}
