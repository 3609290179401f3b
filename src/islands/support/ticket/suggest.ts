import { resolveLanguage } from '../../../browser/find/index.ts';
import { fetchFile, loadIndex } from '../../../browser/find/load.ts';
import { type Findable, Search } from '../../../browser/find/rank.ts';
import type { Locale } from '../../../lib/i18n/locales.ts';
import { siteHref } from '../../../lib/routes/index.ts';

/** A guide or an answer. */
export interface Help extends Findable {
  href: string;
}

/** Guides and answers of a language that can be searched. */
type HelpSearch = Search<Help>;

const loaded = new Map<Locale, Promise<HelpSearch>>();

/** The guides of the palette's index and the answers of the FAQ, fetched once. */
export function loadHelp(locale: Locale): Promise<HelpSearch> {
  const made =
    loaded.get(locale) ??
    Promise.all([loadIndex(locale), fetchFile<{ id: string; question: string; plain: string }[]>(`/faq-answers/${locale}.json`)]).then(
      ([index, answers]) =>
        new Search(
          [
            ...answers.map(({ id, question, plain }) => ({ label: question, detail: plain, href: siteHref(`/faq#${id}`, locale) })),
            ...index.docs.map(({ slug, title, description, words }) => ({
              label: title,
              words,
              detail: description,
              href: siteHref(`/docs/${slug}`, locale),
            })),
          ],
          resolveLanguage(index, locale),
        ),
    );
  loaded.set(locale, made);
  made.catch(() => loaded.delete(locale));
  return made;
}

const MAX_VISIBLE = 4;
/** Fewer points are a word that the page only mentions. */
const LEAST = 0.3;

/** What answers a text, best first. */
export const suggest = (help: HelpSearch, text: string): Help[] =>
  help
    .find(text)
    .filter(({ points }) => points >= LEAST)
    .slice(0, MAX_VISIBLE)
    .map(({ item }) => item);
