import { defaultLocale, type Locale } from '../../../lib/i18n/locales.ts';
import { folded } from '../../ui/options.ts';

/** A guide or an answer. The files of both are made at build. */
export interface Help {
  title: string;
  description: string;
  href: string;
}

const loaded = new Map<Locale, Promise<readonly Help[]>>();

async function list<T>(file: string): Promise<T[]> {
  // A static file of the site, not an API call.
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(`${file} answered ${answer.status}`);
  return answer.json() as Promise<T[]>; // made at build from the same types
}

/** Guides and answers of a language, fetched once. */
export function loadHelp(locale: Locale): Promise<readonly Help[]> {
  const prefix = locale === defaultLocale ? '' : `/${locale}`;
  const made =
    loaded.get(locale) ??
    Promise.all([
      list<{ slug: string; title: string; description: string }>(`/docs-titles/${locale}.json`),
      list<{ id: string; question: string; plain: string }>(`/faq-answers/${locale}.json`),
    ]).then(([guides, answers]) => [
      ...answers.map(({ id, question, plain }) => ({ title: question, description: plain, href: `${prefix}/faq#${id}` })),
      ...guides.map(({ slug, title, description }) => ({ title, description, href: `${prefix}/docs/${slug}` })),
    ]);
  loaded.set(locale, made);
  made.catch(() => loaded.delete(locale));
  return made;
}

const SHOWN = 4;
/** Maximum share of titles with a word. */
const LEAST = 3 * Math.log(11);

const wordsOf = (text: string) => [...new Set(folded(text).match(/[\p{L}\p{N}]+/gu) ?? [])];
/** Ignores endings: `certificate` matches `certificates`. Short words, such as `dns`, must be equal. */
const fits = (a: string, b: string) => a === b || (Math.min(a.length, b.length) > 3 && (a.startsWith(b) || b.startsWith(a)));

/** The best matches of a text: title words count three times those of the description. Common words count little. */
export function suggest(help: readonly Help[], text: string): Help[] {
  const typed = wordsOf(text).filter(({ length }) => length > 2);
  const known = help.map((one) => ({ one, title: wordsOf(one.title), description: wordsOf(one.description) }));
  const weights = typed.map((word) => {
    const count = known.filter(({ title, description }) => [...title, ...description].some((other) => fits(word, other))).length;
    return count === 0 ? 0 : Math.log(1 + help.length / count);
  });
  return known
    .map(({ one, title, description }) => {
      const has = (words: readonly string[], word: string) => words.some((other) => fits(word, other));
      const score = typed.reduce(
        (sum, word, index) => sum + (weights[index] ?? 0) * ((has(title, word) ? 3 : 0) + (has(description, word) ? 1 : 0)),
        0,
      );
      return { one, score };
    })
    .filter(({ score }) => score >= LEAST)
    .sort((a, b) => b.score - a.score)
    .slice(0, SHOWN)
    .map(({ one }) => one);
}
