import type { APIRoute } from 'astro';
import { brand } from '../config/brand.ts';
import { groupTitle, referenceGroups } from '../layouts/parts/docs/api/reference.ts';
import { exportedSection } from '../layouts/parts/docs/export.ts';
import { docsPages } from '../layouts/parts/docs/pages.ts';
import { docSections } from '../layouts/parts/docs/sections.ts';
import { localePath } from '../layouts/parts/paths.ts';
import { defaultLocale, localeFacts, locales } from '../lib/i18n/locales.ts';
import { translator } from '../lib/i18n/server.ts';

export const prerender = true;

/** An index for language models and other programs: each page once, as Markdown (llmstxt.org). */
export const GET: APIRoute = async ({ site }) => {
  if (!site) throw new Error('astro.config.mjs has no site');
  const t = translator(defaultLocale);
  const pages = await docsPages(defaultLocale);
  const sections = docSections.map((section) =>
    exportedSection(
      t(`site:docs.section.${section}`),
      pages
        .filter(({ entry }) => entry.data.section === section)
        .map(({ slug, entry: { data } }) => ({ href: `/docs/${slug}`, name: data.title, about: data.description })),
      site,
    ),
  );
  const others = locales
    .filter((locale) => locale !== defaultLocale)
    .map((locale) => ({
      href: localePath(locale, '/docs'),
      name: localeFacts[locale].name,
      about: translator(locale)('site:docs.description'),
    }));
  const reference = referenceGroups(site.origin).map(({ slug, calls }) => ({
    href: `/docs/api/${slug}`,
    name: groupTitle(slug, defaultLocale),
    about: calls.map(({ call }) => call.path).join(', '),
  }));
  const parts = [
    ...sections,
    exportedSection(t('docs:api.title'), reference, site),
    exportedSection(t('site:footer.languages'), others, site),
  ];
  return new Response(`# ${brand.name.en}\n\n> ${t('site:docs.description')}\n\n${parts.join('\n')}`);
};
