import type { ActingFor, Profile } from './contract/account/auth.ts';
import type { TextTree } from './i18n/bundles.ts';
import type { Namespace } from './i18n/keys.ts';
import type { Locale } from './i18n/locales.ts';
import type { Area } from './rules/core/areas.ts';

/** The JSON data that the server includes in a page for the islands: `<script type="application/json" id="page-data">`. */
export interface PageData {
  locale: Locale;
  /** When the server started reading, ISO 8601: later changes aren't included. Null on pages for visitors. */
  at: string | null;
  /** Texts of the page; the server fills gaps with English. */
  texts: Partial<Record<Namespace, TextTree>>;
  /** Null on pages for visitors. */
  session: { userId: string; expiresAt: string; accountId?: string | undefined } | null;
  profile: Profile | null;
  /** Somebody else’s account that the customer acts for. */
  acting?: ActingFor | null;
  /** Areas that the provider doesn't have. */
  lacks?: readonly Area[];
  /** Mills. */
  balance: number | null;
  /** Responses to the page's reads: the query key and the data. */
  reads: { key: readonly unknown[]; data: unknown }[];
  /** The zone of the dates that the server has rendered, unless the customer has chosen one; empty: it has rendered none. */
  zone: string;
}

/** What a server is rendering. */
export interface Rendering {
  /** Null: a page without data, or before its data was read. */
  page: PageData | null;
  /** The query string of its address, with the question mark. */
  search: string;
}
let rendering: (() => Rendering | null) | null = null;
/** For a server, which renders for many visitors in parallel: `read` returns what the current request renders. */
export function providePage(read: () => Rendering | null): void {
  rendering = read;
}

let element: Element | null = null;
let data: PageData | null = null;

/**
 * The data of the current page: on a server that of the request, in a browser that of the document. A navigation brings a new element.
 * Null in tests, which provide the data themselves.
 */
export function pageData(): PageData | null {
  if (typeof document === 'undefined') return rendering?.()?.page ?? null;
  const current = document.getElementById('page-data');
  if (current !== element) {
    element = current;
    data = current?.textContent ? (JSON.parse(current.textContent) as PageData) : null; // written by our own server
  }
  return data;
}

/** The query string of the page, with the question mark; the same on both sides. */
export const pageSearch = (): string => (typeof document === 'undefined' ? (rendering?.()?.search ?? '') : location.search);
