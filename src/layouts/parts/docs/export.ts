import { translator } from '../../../lib/i18n/server.ts';
import { detectedKinds } from '../../../lib/rules/cdn/waf/patterns.ts';
import { factTexts, fill } from '../facts.ts';
import { localePath } from '../paths.ts';
import { plainMarkdown } from './markdown.ts';
import type { DocsPage } from './pages.ts';

const asides = ['note', 'tip', 'caution', 'danger'] as const;

/** A link to this site in exported text: absolute, and to the Markdown version of a documentation page, if it has one. */
export function exportedLink(href: string, site: URL): string {
  const [path = '', hash] = href.split('#');
  const isPage = /^(?:\/(?:fa|ar|es))?\/docs\/(?!(?:api|changelog)$)[^.]+$/.test(path);
  return new URL(`${path}${isPage ? '.md' : ''}${hash ? `#${hash}` : ''}`, site).href;
}

/** A page with its title, as standalone Markdown. */
export function exportedPage({ slug, entry, language }: DocsPage, site: URL): string {
  const { title, description, updated } = entry.data;
  const t = translator(language);
  const text = plainMarkdown(entry.body ?? '', {
    aside: (kind) => t(`site:docs.aside.${asides.find((one) => one === kind) ?? 'note'}`),
    link: (href) => exportedLink(href, site),
    planned: t('site:planned.export'),
    attackKinds: () =>
      detectedKinds()
        .map(
          ({ kind, patterns }) =>
            `## ${t(`attack:title.${kind}`)}\n\n${t(`attack:gain.${kind}`)}\n\n${patterns.map((one) => `\`${one}\``).join(' ')}`,
        )
        .join('\n\n'),
    fact: (name) => fill(`{{${name}}}`, factTexts(language), `${language}/${slug}`),
  });
  const address = new URL(localePath(language, `/docs/${slug}`), site).href;
  return `# ${title}\n\n> ${description}\n\n<${address}>, ${updated.toISOString().slice(0, 10)}\n\n${text}`;
}

export interface ListItem {
  href: string;
  name: string;
  about: string;
}

/** A section of a page list, for programs (llmstxt.org). */
export const exportedSection = (title: string, items: readonly ListItem[], site: URL): string =>
  `## ${title}\n\n${items.map(({ href, name, about }) => `- [${name}](${exportedLink(href, site)}): ${about}\n`).join('')}`;
