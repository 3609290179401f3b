import { getEntry } from 'astro:content';
import { type Locale, locales } from '../../../lib/i18n/locales.ts';
import { type Capability, type Engines, has } from '../../../lib/rules/core/capabilities.ts';
import { type Block, plainProse, readProse } from '../../../lib/rules/core/prose.ts';
import { type Claim, careful } from '../claims.ts';
import { factTexts, fill } from '../facts.ts';
import { checkOutlines } from './outline.ts';

/** A question with its answer, figures filled in. */
export interface Question {
  /** The same in every language: `/faq#<id>` leads to it. */
  id: string;
  question: string;
  /** The answer, or one of two: with and without the capability `needs` or `unless`. */
  answers: { blocks: Block[]; needs?: Capability; unless?: Capability }[];
  /** The answer as plain text; where there are two, the careful one. */
  plain: string;
  /** The question is hidden without this capability. */
  needs: Capability | undefined;
}

const folder = 'src/content/faq';
const sources = import.meta.glob<string>('/src/content/faq/*.yaml', { query: '?raw', import: 'default', eager: true });
const faqSource = (locale: Locale) => `/${folder}/${locale}.yaml`;
for (const locale of locales) if (!(faqSource(locale) in sources)) throw new Error(`${folder}/${locale}.yaml is missing`);
checkOutlines(Object.fromEntries(Object.entries(sources).map(([file, text]) => [file.slice(1), text])), `${folder}/en.yaml`);

/** All questions of a language, by topic. A missing file or entry fails the build. */
export async function faqContent(locale: Locale) {
  const file = `${folder}/${locale}.yaml`;
  const entry = await getEntry('faq', locale);
  if (!entry) throw new Error(`${file} is missing`);
  const { topics, ...head } = fill(entry.data, factTexts(locale), file);
  return {
    ...head,
    topics: topics.map(({ entries, ...topic }) => ({
      ...topic,
      entries: entries.map(({ id, question, answer, needs }): Question => {
        return { id, question, answers: splitAnswer(answer), plain: plainProse(readProse(careful(answer))), needs };
      }),
    })),
  };
}

function splitAnswer(answer: Claim): Question['answers'] {
  if (typeof answer === 'string') return [{ blocks: readProse(answer) }];
  const { needs, text, otherwise } = answer;
  return [
    { blocks: readProse(text), needs },
    { blocks: readProse(otherwise), unless: needs },
  ];
}

/** The questions and answers that hold where these engines run, for pages that are rendered per request. @param engines null: unknown */
export function answered(topics: Awaited<ReturnType<typeof faqContent>>['topics'], engines: Engines | null) {
  const holds = (name: Capability | undefined) => name === undefined || (engines !== null && has(engines, name));
  return topics
    .map(({ entries, ...topic }) => ({
      ...topic,
      entries: entries
        .filter(({ needs }) => holds(needs))
        .map(({ id, question, answers }) => {
          const answer = answers.filter(({ needs, unless }) => holds(needs) && !(unless && holds(unless))).flatMap(({ blocks }) => blocks);
          return { id, question, answer, plain: plainProse(answer) };
        }),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/**
 * Selected questions, in the given order, for the landing and product pages.
 * @throws Error for an unknown question; `where` is the referring file
 */
export async function faqExtract(locale: Locale, ids: readonly string[], where: string): Promise<Question[]> {
  const { topics } = await faqContent(locale);
  const known = new Map(topics.flatMap(({ entries }) => entries).map((entry) => [entry.id, entry]));
  return ids.map((id) => {
    const entry = known.get(id);
    if (!entry) throw new Error(`${where} refers to the question ${id}, which isn't in ${folder}/en.yaml`);
    return entry;
  });
}
