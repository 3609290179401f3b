import type { Catalog } from './catalog.ts';
import { type Draft, type Manifests, manifestText } from './manifests.ts';

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

  /** Returns when the manifests of keys are on the disk. @param keys the empty one is that of the space itself */
  async publish(space: string, keys: readonly string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.#publish(space, key)));
  }

  /** The same for everything in a space that waits for it. */
  publishSpace = (space: string): Promise<void> =>
    this.publish(
      space,
      this.#catalog.pendingOf(space).map(({ key }) => key),
    );

  /** Publishes what crashed processes and failed writes left, or what a store of an earlier version doesn't have. */
  async drain(isStopped: () => boolean): Promise<void> {
    let after = 0;
    for (;;) {
      const batch = this.#catalog.pendingAfter(after, BATCH);
      const last = batch.at(-1);
      if (!last || isStopped()) return;
      await Promise.all(batch.map(({ space, key }) => this.#publish(space, key)));
      after = last.id;
    }
  }

  /**
   * A manifest is replaced while no process can change the index, and only by the content that the index has then: a slow process
   * never replaces a newer manifest by an older one.
   */
  async #publish(space: string, key: string): Promise<void> {
    await this.#manifests.prepare(space, key);
    let draft: Draft | null = null;
    try {
      for (;;) {
        const step = this.#catalog.exclusive(() => {
          const id = this.#catalog.pending(space, key);
          // Another process has published it.
          if (id === undefined) return null;
          const manifest = this.#catalog.manifest(space, key);
          const text = manifest && manifestText(manifest);
          if (text === null) this.#manifests.remove(space, key);
          else if (text === draft?.text) {
            this.#manifests.publish(draft, space, key);
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
        await this.#manifests.flush(space, key);
        if (step) this.#catalog.published(step.id);
        return;
      }
    } finally {
      if (draft) await this.#manifests.discard(draft);
    }
  }
}
