import type { APIRoute } from 'astro';
import { apiMarkdown } from '../../../../layouts/parts/docs/api/markdown.ts';
import { referenceGroups } from '../../../../layouts/parts/docs/api/reference.ts';
import { localePaths } from '../../../../layouts/parts/paths.ts';
import { contract } from '../../../../lib/contract/index.ts';
import type { Locale } from '../../../../lib/i18n/locales.ts';

export const prerender = true;
export const getStaticPaths = () =>
  localePaths.flatMap(({ params, props }) =>
    Object.keys(contract).map((group) => ({ params: { ...params, group }, props: { ...props, group } })),
  );

/** The calls of a group as Markdown. */
export const GET: APIRoute<{ locale: Locale; group: string }> = async ({ props, site }) => {
  const group = referenceGroups(site?.origin ?? '').find(({ slug }) => slug === props.group);
  if (!group) throw new Error(`The contract has no group ${props.group}`);
  return new Response(apiMarkdown(group, props.locale), { headers: { 'content-type': 'text/markdown; charset=utf-8' } });
};
