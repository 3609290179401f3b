import type { Profile } from './contract/account/auth.ts';
import type { TextTree } from './i18n/bundles.ts';
import type { Namespace } from './i18n/keys.ts';
import type { Locale } from './i18n/locales.ts';

/** What the server puts into a page as JSON, for the islands: `<script type="application/json" id="page-data">`. */
export interface PageData {
  locale: Locale;
  /** When the server began to read, ISO 8601: what has changed since is not in here. Null on pages for visitors. */
  at: string | null;
  /** Texts of the page; holes are filled with English by the server. */
  texts: Partial<Record<Namespace, TextTree>>;
  /** Null on pages for visitors. */
  session: { userId: string; expiresAt: string } | null;
  profile: Profile | null;
  /** Mills. */
  balance: number | null;
  /** Answers of the page's reads: the query key and the data. */
  reads: { key: readonly unknown[]; data: unknown }[];
}

let element: Element | null = null;
let data: PageData | null = null;

/**
 * The data of the page that is shown. A navigation brings a new element.
 * Null on the server and in tests, which hand things over themselves.
 */
export function pageData(): PageData | null {
  if (typeof document === 'undefined') return null;
  const current = document.getElementById('page-data');
  if (current !== element) {
    element = current;
    data = current?.textContent ? (JSON.parse(current.textContent) as PageData) : null; // written by our own server
  }
  return data;
}
