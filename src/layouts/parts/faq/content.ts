import { getEntry } from 'astro:content';
import { type Locale, locales } from '../../../lib/i18n/locales.ts';
import { type Block, plainProse, readProse } from '../../../lib/rules/prose.ts';
import { plans } from '../catalogue.ts';
import { factTexts, fill } from '../facts.ts';
import { checkOutlines } from './outline.ts';

/** A question with its answer, figures filled in. */
export interface Question {
  /** The same in every language: `/faq#<id>` leads to it. */
  id: string;
  question: string;
  answer: Block[];
  /** The words of the answer alone. */
  plain: string;
}

const folder = 'src/content/faq';
const sources = import.meta.glob<string>('/src/content/faq/*.yaml', { query: '?raw', import: 'default', eager: true });
const sourceOf = (locale: Locale) => `/${folder}/${locale}.yaml`;
for (const locale of locales) if (!(sourceOf(locale) in sources)) throw new Error(`${folder}/${locale}.yaml is missing`);
checkOutlines(Object.fromEntries(Object.entries(sources).map(([file, text]) => [file.slice(1), text])), `${folder}/en.yaml`);

/** All questions of a language, by topic. A file that is missing, or lacks an entry of another language, fails the build. */
export async function faqContent(locale: Locale) {
  const file = `${folder}/${locale}.yaml`;
  const entry = await getEntry('faq', locale);
  if (!entry) throw new Error(`${file} is missing`);
  const { topics, ...head } = fill(entry.data, factTexts(locale, plans), file);
  return {
    ...head,
    topics: topics.map(({ entries, ...topic }) => ({
      ...topic,
      entries: entries.map(({ id, question, answer }): Question => {
        const blocks = readProse(answer);
        return { id, question, answer: blocks, plain: plainProse(blocks) };
      }),
    })),
  };
}

/**
 * Some of the questions, in the order asked for: for the landing page, the product pages and the panel.
 * @throws Error when there is no such question; `where` says which file asks
 */
export async function faqExtract(locale: Locale, ids: readonly string[], where: string): Promise<Question[]> {
  const { topics } = await faqContent(locale);
  const known = new Map(topics.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry]));
  return ids.map((id) => {
    const entry = known.get(id);
    if (!entry) throw new Error(`${where} asks for the question ${id}, which ${folder}/en.yaml does not have`);
    return entry;
  });
}
