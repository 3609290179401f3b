import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Blobs } from './blobs.ts';
import { Catalog } from './catalog.ts';
import { Manifests } from './manifests.ts';
import { Objects } from './objects.ts';
import { rebuild } from './rebuild.ts';

const RETRY_MS = 10_000;

interface Options {
  folder: string;
  durable: boolean;
  clock: () => number;
  /** Encrypts objects for clients that ask for it: 32 bytes. */
  sealingKey: Buffer;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/** An open store that rebuilds its index from the manifests when it is lost or damaged; the requests of that time get SlowDown. */
export class RecoveringObjects {
  readonly objects: Objects;
  readonly catalog: Catalog;
  readonly #manifests: Manifests;
  readonly #blobs: Blobs;
  readonly #options: Options;
  #isClosed = false;
  #retry: NodeJS.Timeout | undefined;

  /** @throws when the index can't be opened for another reason than damage */
  constructor(options: Options) {
    const { folder, durable, clock, sealingKey, log } = options;
    this.#options = options;
    this.#manifests = new Manifests(folder, durable);
    this.#blobs = new Blobs(folder, durable);
    const isNew = !['index.sqlite', 'blobs', 'manifests'].some((name) => existsSync(join(folder, name)));
    this.catalog = new Catalog(folder, durable, (error, aside) => {
      if (aside !== null) log.error({ err: error, aside }, 'object store index was damaged; rebuild started');
      // After the transaction that found it has been rolled back.
      else setImmediate(() => void this.#recover(error));
    });
    this.objects = new Objects(this.catalog, this.#blobs, this.#manifests, clock, sealingKey);
    if (isNew) {
      this.#manifests.setComplete(true);
      this.catalog.restored(null);
    } else void this.#recover(null);
  }

  /** @param damage null: the index was opened just now */
  async #recover(damage: Error | null): Promise<void> {
    const { clock, log } = this.#options;
    if (this.#isClosed) return;
    try {
      if (damage) this.catalog.reopen(damage);
      if (!this.catalog.isReady) await rebuild(this.catalog, this.#manifests, this.#blobs, clock(), log);
      else await this.#publish();
    } catch (error) {
      if (this.#isClosed) return;
      log.error({ err: error }, 'object store index recovery failed and will be retried');
      this.#retry = setTimeout(() => void this.#recover(damage), RETRY_MS).unref();
    }
  }

  /** Publishes what a crashed process left, and all objects of a store of an earlier version. */
  async #publish(): Promise<void> {
    const isUpgrading = this.catalog.isUpgrading;
    const { log } = this.#options;
    const count = this.catalog.pendingCount();
    if (isUpgrading) log.info({ objects: count }, 'object store started to write missing manifests');
    await this.objects.publish(() => this.#isClosed);
    if (!isUpgrading || this.#isClosed) return;
    this.#manifests.setComplete(true);
    this.catalog.endUpgrade();
    log.info({ objects: count }, 'object store wrote all manifests');
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    this.catalog.close();
  }
}
