import type { APIRoute } from 'astro';
import { faqContent, type Question } from '../../layouts/parts/faq/content.ts';
import { type Locale, locales } from '../../lib/i18n/locales.ts';

export const prerender = true;
export const getStaticPaths = () => locales.map((locale) => ({ params: { locale }, props: { locale } }));

/** The questions and answers of a language, for the suggestions of a new ticket. */
export const GET: APIRoute<{ locale: Locale }> = async ({ props }) => {
  const { topics } = await faqContent(props.locale);
  return Response.json(
    topics.flatMap(({ entries }: { entries: Question[] }) => entries.map(({ id, question, plain }) => ({ id, question, plain }))),
  );
};
