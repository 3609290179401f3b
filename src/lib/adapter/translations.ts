import { translation } from '../contract/translation.ts';
import type { ProviderTexts } from '../i18n/server.ts';
import type { Upstream } from './upstream.ts';

/** spec.md section 9, "Translation cache". */
const FRESH_MS = 30 * 60_000;
const KEEP_MS = 60 * 60_000;
const FETCH_MS = 18_000;

/**
 * The texts of a remote provider, fetched without headers, fresh for 30 minutes and kept for 60. Null, which stands for the
 * built-in ones, until they were fetched for the first time, and when the fetch fails or brings an empty list. Never waits: an
 * old list is given while the next one is on its way.
 */
export function makeTranslations(upstream: Upstream, clock: () => number = Date.now): () => ProviderTexts | null {
  let texts: ProviderTexts | null = null;
  let fetchedAt = Number.NEGATIVE_INFINITY;
  let askedAt = Number.NEGATIVE_INFINITY;

  async function fetchTexts(): Promise<void> {
    askedAt = clock();
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
    if (now - fetchedAt > KEEP_MS) texts = null;
    // After a failure it is asked again a minute later, not with every page.
    if (now - fetchedAt > FRESH_MS && now - askedAt > 60_000) void fetchTexts().catch(() => {});
    return texts;
  };
}
