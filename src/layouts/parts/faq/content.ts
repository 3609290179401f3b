import { getEntry } from 'astro:content';
import { type Locale, locales } from '../../../lib/i18n/locales.ts';
import type { Capability } from '../../../lib/rules/core/capabilities.ts';
import { type Block, plainProse, readProse } from '../../../lib/rules/core/prose.ts';
import { catalogue } from '../catalogue.ts';
import { kept } from '../claims.ts';
import { factTexts, fill } from '../facts.ts';
import { checkOutlines } from './outline.ts';

/** A question with its answer, figures filled in. */
export interface Question {
  /** The same in every language: `/faq#<id>` leads to it. */
  id: string;
  question: string;
  answer: Block[];
  /** The answer as plain text. */
  plain: string;
  /** The question is hidden without this capability. */
  needs: Capability | undefined;
}

const folder = 'src/content/faq';
const sources = import.meta.glob<string>('/src/content/faq/*.yaml', { query: '?raw', import: 'default', eager: true });
const sourceOf = (locale: Locale) => `/${folder}/${locale}.yaml`;
for (const locale of locales) if (!(sourceOf(locale) in sources)) throw new Error(`${folder}/${locale}.yaml is missing`);
checkOutlines(Object.fromEntries(Object.entries(sources).map(([file, text]) => [file.slice(1), text])), `${folder}/en.yaml`);

/** All questions of a language, by topic; without those that this build doesn't support. A missing file or entry fails the build. */
export async function faqContent(locale: Locale) {
  const { topics, ...head } = await allQuestions(locale);
  const left = topics.map(({ entries, ...topic }) => ({ ...topic, entries: kept(entries) }));
  return { ...head, topics: left.filter(({ entries }) => entries.length > 0) };
}

async function allQuestions(locale: Locale) {
  const file = `${folder}/${locale}.yaml`;
  const entry = await getEntry('faq', locale);
  if (!entry) throw new Error(`${file} is missing`);
  const { topics, ...head } = fill(entry.data, factTexts(locale, catalogue), file);
  return {
    ...head,
    topics: topics.map(({ entries, ...topic }) => ({
      ...topic,
      entries: entries.map(({ id, question, answer, needs }): Question => {
        const blocks = readProse(answer);
        return { id, question, answer: blocks, plain: plainProse(blocks), needs };
      }),
    })),
  };
}

/**
 * Selected questions, in the given order, for the landing and product pages; without those that this build leaves out.
 * @throws Error for an unknown question; `where` is the referring file
 */
export async function faqExtract(locale: Locale, ids: readonly string[], where: string): Promise<Question[]> {
  const { topics } = await allQuestions(locale);
  const known = new Map(topics.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry]));
  const asked = ids.map((id) => {
    const entry = known.get(id);
    if (!entry) throw new Error(`${where} refers to the question ${id}, which isn't in ${folder}/en.yaml`);
    return entry;
  });
  return kept(asked);
}
