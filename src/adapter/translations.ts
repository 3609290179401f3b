import { translation } from '../lib/contract/core/translation.ts';
import type { ProviderTexts } from '../lib/i18n/server.ts';
import type { Upstream } from './upstream.ts';

/** Times of docs/product.md, Languages and appearance. */
const FRESH_MS = 30 * 60_000;
const RETENTION_MS = 60 * 60_000;
const FETCH_MS = 18_000;

/**
 * The texts of a remote provider, fetched without headers, fresh for 30 minutes and cached for 60. Null means the built-in texts: until
 * the first fetch, and after a fetch that fails or returns an empty list. It never waits: stale texts are returned while new ones
 * are being fetched.
 */
export function makeTranslations(upstream: Upstream, clock: () => number = Date.now): () => ProviderTexts | null {
  let texts: ProviderTexts | null = null;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let requestedAt = Number.NEGATIVE_INFINITY;

  async function fetchTexts(): Promise<void> {
    requestedAt = clock();
    const response = await upstream({
      method: 'GET',
      path: translation.all.path,
      search: '',
      headers: {},
      body: null,
      ip: '',
      signal: AbortSignal.timeout(FETCH_MS),
    });
    const list: unknown = response.ok ? await response.json() : null;
    const parsed = translation.all.output.safeParse(list);
    if (!parsed.success || parsed.data.length === 0) return;
    texts = parsed.data;
    fetchedAt = clock();
  }

  return () => {
    const now = clock();
    if (now - fetchedAt > RETENTION_MS) texts = null;
    // After a failure it is retried after a minute, not with every page.
    if (now - fetchedAt > FRESH_MS && now - requestedAt > 60_000) void fetchTexts().catch(() => {});
    return texts;
  };
}
