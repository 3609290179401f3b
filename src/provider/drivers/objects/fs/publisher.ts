import type { Catalog } from './catalog.ts';
import { type Draft, type Manifests, manifestText, type Subject } from './manifests.ts';

/** Changes published at a time by `drain`. */
const BATCH = 16;

/** Writes the manifests of what has changed in the index. A change is acknowledged only after that. */
export class Publisher {
  readonly #catalog: Catalog;
  readonly #manifests: Manifests;
  constructor(catalog: Catalog, manifests: Manifests) {
    this.#catalog = catalog;
    this.#manifests = manifests;
  }

  /** Returns when the manifests of keys are on the disk, in all their versions. @param keys the empty one is that of the space itself */
  async publish(space: string, keys: readonly string[]): Promise<void> {
    await Promise.all(keys.flatMap((key) => this.#catalog.pendingOfKey(space, key)).map((subject) => this.#publish(subject)));
  }

  /** The same for everything in a space that waits for it. */
  async publishSpace(space: string): Promise<void> {
    await Promise.all(this.#catalog.pendingOf(space).map((subject) => this.#publish(subject)));
  }

  /** Publishes what crashed processes and failed writes left, or what a store of an earlier version doesn't have. */
  async drain(isStopped: () => boolean): Promise<void> {
    let after = 0;
    for (;;) {
      const batch = this.#catalog.pendingAfter(after, BATCH);
      const last = batch.at(-1);
      if (!last || isStopped()) return;
      await Promise.all(batch.map((subject) => this.#publish(subject)));
      after = last.id;
    }
  }

  /**
   * A manifest is replaced while no process can change the index, and only by the content that the index has then: a slow process
   * never replaces a newer manifest by an older one.
   */
  async #publish(subject: Subject): Promise<void> {
    await this.#manifests.prepare(subject);
    let draft: Draft | null = null;
    try {
      for (;;) {
        const step = this.#catalog.exclusive(() => {
          const id = this.#catalog.pending(subject);
          // Another process has published it.
          if (id === undefined) return null;
          const manifest = this.#catalog.manifest(subject);
          const text = manifest && manifestText(manifest);
          if (text === null) this.#manifests.remove(subject);
          else if (text === draft?.text) {
            this.#manifests.publish(draft, subject);
            draft = null;
          } else return { text };
          return { id };
        });
        if (step?.text !== undefined) {
          if (draft) await this.#manifests.discard(draft);
          draft = await this.#manifests.draft(step.text);
          continue;
        }
        // Also for what another process published: it may not have flushed it.
        await this.#manifests.flush(subject);
        if (step) this.#catalog.published(step.id);
        return;
      }
    } finally {
      if (draft) await this.#manifests.discard(draft);
    }
  }
}
