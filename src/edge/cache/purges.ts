import type { EdgePurge } from '../../lib/rules/cdn/edge/bundle.ts';
import { matchesPath, type Place } from '../../lib/rules/cdn/edge/pattern.ts';
import { canonicalUrl } from '../../lib/rules/core/requestPath.ts';

/** What a purge selects copies by. */
export interface Copied extends Place {
  /** Absolute, without a fragment, and without the query if the cache ignores it. */
  url: string;
  /** Epoch ms when the copy was requested from the origin. */
  requestedAt: number;
  tags: readonly string[];
}

const withoutScheme = (url: string): string => url.replace(/^https?:/, '');
/** A copy may be stored without the query of its request, so a purge with one covers it too. Both schemes are meant. */
const urlNames = (url: string, mergeSlashes: boolean): string[] => {
  // Copies have the normal form of their path in their address.
  const full = withoutScheme(URL.canParse(url) ? canonicalUrl(new URL(url), mergeSlashes).href : url);
  return [full, full.replace(/\?.*/, '')];
};

/** The purges of a domain. Nothing is searched or deleted: copies from before a purge aren't served, and make room as others do. */
export class Purges {
  /** Epoch ms from which each purge counts, by its ID. */
  readonly effective = new Map<string, number>();
  readonly #by: Record<'urls' | 'hosts' | 'tags', Map<string, number>> = { urls: new Map(), hosts: new Map(), tags: new Map() };
  readonly #paths = new Map<string, number>();
  #all = 0;

  /**
   * @param before from when the purges of the version before count: a new one counts from now, because clocks of machines differ
   * @param mergeSlashes as in `canonicalPath`
   */
  constructor(purges: readonly EdgePurge[], before?: ReadonlyMap<string, number>, mergeSlashes = true, now = Date.now()) {
    for (const { id, scope, items } of purges) {
      const when = before?.get(id) ?? now;
      this.effective.set(id, when);
      if (scope === 'all') this.#all = Math.max(this.#all, when);
      const into = scope === 'paths' ? this.#paths : scope === 'all' ? null : this.#by[scope];
      for (const item of items)
        for (const name of scope === 'urls' ? urlNames(item, mergeSlashes) : [item]) into?.set(name, Math.max(into.get(name) ?? 0, when));
    }
  }

  covers({ url, host, path, query, tags, requestedAt }: Copied): boolean {
    const after = (when: number | undefined) => when !== undefined && requestedAt <= when;
    if (after(this.#all) || after(this.#by.urls.get(withoutScheme(url))) || after(this.#by.hosts.get(host))) return true;
    if (tags.some((tag) => after(this.#by.tags.get(tag)))) return true;
    for (const [pattern, when] of this.#paths) if (after(when) && matchesPath(pattern, { host, path, query })) return true;
    return false;
  }
}
