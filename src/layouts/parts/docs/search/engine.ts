import { defaultLocale, isLocale } from '../../../../lib/i18n/locales.ts';
import { isMeant, searchText, withoutEndings } from './query.ts';
import { guidesFor } from './synonyms.ts';

/** A matching section of a page: with its heading's address. `excerpt` is HTML with `<mark>` around the matches. */
export interface Part {
  url: string;
  title: string;
  excerpt: string;
}
export interface Hit extends Part {
  /** The section of the page: its menu group. */
  section: string;
  parts: Part[];
}

interface Fragment {
  url: string;
  excerpt: string;
  meta: { title?: string; section?: string };
  sub_results: { url: string; title: string; excerpt: string; anchor?: unknown; weighted_locations: { balanced_score: number }[] }[];
}
interface SearchResults {
  results: { data: string }[];
}

const PAGES = 8;
const PARTS = 3;
const PATIENCE = 10_000;

/**
 * Pagefind in its worker (pagefind 1.6: the messages of `pagefind-worker.js`). Its own front end would run WebAssembly in the page;
 * in the worker it has a policy of its own, and pages keep theirs (server.mjs).
 */
export function openEngine(language: string) {
  const worker = new Worker('/pagefind/pagefind-worker.js');
  const waiting = new Map<number, { done: (value: unknown) => void; fail: (error: Error) => void }>();
  let last = 0;
  worker.onmessage = ({ data: { id, result, error } }) => {
    const one = waiting.get(id);
    waiting.delete(id);
    error ? one?.fail(new Error(error)) : one?.done(result);
  };
  worker.onerror = () => {
    for (const { fail } of waiting.values()) fail(new Error('The search worker failed'));
    waiting.clear();
  };

  const request = <T>(method: string, ...args: unknown[]): Promise<T> =>
    new Promise((done, fail) => {
      const id = ++last;
      // Pagefind waits silently for a file that never arrives.
      const timer = setTimeout(() => fail(new Error('The search did not answer')), PATIENCE);
      waiting.set(id, {
        done: (value) => {
          clearTimeout(timer);
          done(value as T); // Pagefind's answer, as its types say
        },
        fail,
      });
      worker.postMessage({ id, method, args });
    });
  const ready = request('init', { basePath: '/pagefind/', language, primary: true });
  ready.catch(() => {});

  const look = async (text: string): Promise<Hit[]> => {
    const { results } = await request<SearchResults>('search', text, {});
    const pages = await Promise.all(results.slice(0, PAGES).map(({ data }) => request<Fragment>('getData', data)));
    return pages.filter(({ excerpt }) => isMeant(text, excerpt)).map(toHit);
  };

  return {
    /** The best pages for a query, none for an empty one. Throws when the index can't be loaded. */
    async search(typed: string): Promise<Hit[]> {
      await ready;
      const text = searchText(typed, language);
      if (!text) return [];
      const hits = await look(text);
      const bare = hits.length ? null : withoutEndings(text, language);
      const found = bare ? await look(bare) : hits;
      // Pages whose name or synonyms match come first, even if the index lacks the word.
      const guides = await guidesFor(typed, isLocale(language) ? language : defaultLocale);
      const withParts = guides.map((guide) => found.find(({ url }) => url === guide.url) ?? guide);
      return [...withParts, ...found.filter(({ url }) => !guides.some((guide) => guide.url === url))].slice(0, PAGES);
    },
    close: () => worker.terminate(),
  };
}

const clean = (url: string): string => url.replace(/\/(?=#|$)/, '');

/** Pagefind returns sections in page order; here the best match comes first. */
const weight = ({ weighted_locations: places }: Fragment['sub_results'][number]): number =>
  places.reduce((sum, { balanced_score: score }) => sum + score, 0);

const toHit = ({ url, excerpt, meta, sub_results }: Fragment): Hit => ({
  url: clean(url),
  title: meta.title ?? url,
  section: meta.section ?? '',
  excerpt,
  parts: sub_results
    .filter(({ anchor }) => anchor)
    .sort((a, b) => weight(b) - weight(a))
    .slice(0, PARTS)
    .map(({ url: partUrl, title, excerpt: words }) => ({ url: clean(partUrl), title, excerpt: words })),
});
