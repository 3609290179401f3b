import type { ActingFor, Profile } from './contract/account/auth.ts';
import type { TextTree } from './i18n/bundles.ts';
import type { Namespace } from './i18n/keys.ts';
import type { Locale } from './i18n/locales.ts';

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
  /** Mills. */
  balance: number | null;
  /** Responses to the page's reads: the query key and the data. */
  reads: { key: readonly unknown[]; data: unknown }[];
}

let element: Element | null = null;
let data: PageData | null = null;

/**
 * The data of the current page. A navigation brings a new element.
 * Null on the server and in tests, which provide the data themselves.
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
