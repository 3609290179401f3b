import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { parse } from 'yaml';
import { z } from 'zod';
import { StartError } from '../config/env.ts';
import { figures } from '../lib/format/figures.ts';
import { type Locale, localeFacts, locales } from '../lib/i18n/locales.ts';
import { translator } from '../lib/i18n/server.ts';
import { type Values, when } from '../lib/rules/core/placeholders.ts';

/** As in src/content/legal. */
const pages = ['terms', 'privacy'] as const;
type LegalPage = (typeof pages)[number];

const Head = z.strictObject({ title: z.string().min(1).max(100), description: z.string().min(1).max(170), updated: z.coerce.date() });

interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

export interface LegalText extends z.output<typeof Head> {
  locale: Locale;
  /** Sanitized HTML. */
  html: string;
  headings: readonly { slug: string; text: string; depth: number }[];
}

const textOf = (node: Node): string => node.value ?? (node.children ?? []).map(textOf).join('');

/** The title of the page is its only `h1`. */
function renderLegal(source: string): Pick<LegalText, 'html' | 'headings'> {
  const headings: { slug: string; text: string; depth: number }[] = [];
  const visit = (node: Node): void => {
    for (const child of node.children ?? []) {
      const depth = Number(/^h([1-6])$/.exec(child.tagName ?? '')?.[1] ?? 0);
      if (depth > 0) {
        const words = textOf(child).trim();
        const base =
          words
            .toLowerCase()
            .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
            .replace(/^-|-$/g, '') || 'section';
        const earlier = headings.filter(({ slug }) => slug === base || slug.startsWith(`${base}-`)).length;
        const slug = earlier === 0 ? base : `${base}-${earlier + 1}`;
        child.tagName = `h${Math.max(2, depth)}`;
        child.properties = { id: slug };
        if (depth <= 3) headings.push({ slug, text: words, depth: Math.max(2, depth) });
      }
      visit(child);
    }
  };
  const html = unified()
    .use(remarkParse)
    .use(remarkGfm)
    // HTML in the Markdown is left out.
    .use(remarkRehype)
    .use(rehypeSanitize, {
      ...defaultSchema,
      clobber: [],
      tagNames: (defaultSchema.tagNames ?? []).filter((name) => name !== 'img' && name !== 'input'),
    })
    .use(() => visit)
    .use(rehypeStringify)
    .processSync(source);
  return { html: String(html), headings };
}

/** The frontmatter and the body of a Markdown file. @throws StartError */
function readFile(file: string): { head: z.output<typeof Head>; body: string } {
  const [, front, body] = /^\ufeff?---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(readFileSync(file, 'utf8')) ?? [];
  if (front === undefined || body === undefined)
    throw new StartError(`${file} must begin with title, description and updated between two lines of ---.`);
  try {
    return { head: Head.parse(parse(front)), body };
  } catch (error) {
    const faults =
      error instanceof z.ZodError ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n') : String(error);
    throw new StartError(`${file} is not valid.\n${faults}`);
  }
}

export type LegalTexts = Partial<Record<LegalPage, Readonly<Record<Locale, LegalText>>>>;

/**
 * The legal texts of an installation: `LOCALE/terms.md` and `LOCALE/privacy.md`. A language without a file has the English text.
 * @param folder `DATA_DIR/site/legal`
 * @throws StartError for a file that can’t be used, and without the English one
 */
export function readLegalTexts(folder: string): LegalTexts {
  if (!existsSync(folder)) return {};
  const known = new Set<string>(locales.flatMap((locale) => pages.map((page) => join(locale, `${page}.md`))));
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.md') && !known.has(name))
      throw new StartError(`${join(folder, name)} is no text of the site: there are ${[...known].join(', ')}.`);
  const texts: LegalTexts = {};
  for (const page of pages) {
    const own = new Map<Locale, LegalText>();
    for (const locale of locales) {
      const file = join(folder, locale, `${page}.md`);
      if (!existsSync(file)) continue;
      const { head, body } = readFile(file);
      own.set(locale, { ...head, locale, ...renderLegal(body) });
    }
    const english = own.get('en');
    if (own.size === 0) continue;
    if (!english) throw new StartError(`${join(folder, 'en', `${page}.md`)} is missing. Languages without a text show the English one.`);
    const of = (locale: Locale) => own.get(locale) ?? english;
    texts[page] = { en: english, fa: of('fa'), ar: of('ar'), es: of('es') };
  }
  return texts;
}

/** The head of a text of the build, which a page has unless the installation has its own. */
const builtInHead = (page: LegalPage, locale: Locale) =>
  readFile(fileURLToPath(new URL(`../content/legal/${locale}/${page}.mdx`, import.meta.url))).head;

const isOneOf = <T extends string>(all: readonly T[], name: string): name is T => all.some((one) => one === name);

/**
 * The values of legal texts for placeholders. Texts: `legal:terms:title:en` (or `description`, `date`, `iso`, `lang`, `dir`) and
 * `html:legal:terms:en`. Lists: `builtInLegal.terms`, `ownLegal.terms`, `legalHeadings.terms.en`.
 */
export function legalValues(texts: LegalTexts): Values {
  const heads = new Map<string, ReturnType<typeof builtInHead>>(
    pages.flatMap((page) => locales.map((locale) => [`${page}:${locale}`, texts[page]?.[locale] ?? builtInHead(page, locale)] as const)),
  );
  return {
    text(key) {
      const [kind, ...rest] = key.split(':');
      if (kind === 'html') {
        const [, page = '', locale = ''] = rest;
        return isOneOf(pages, page) && isOneOf(locales, locale) ? texts[page]?.[locale].html : undefined;
      }
      const [page = '', name = '', locale = ''] = rest;
      const head = heads.get(`${page}:${locale}`);
      if (kind !== 'legal' || !head || !isOneOf(pages, page) || !isOneOf(locales, locale)) return undefined;
      const own = texts[page]?.[locale].locale ?? locale;
      switch (name) {
        case 'title':
        case 'description':
          return head[name];
        case 'date':
          return translator(locale)('site:docs.updated', { date: figures(locale).date(head.updated) });
        case 'iso':
          return head.updated.toISOString().slice(0, 10);
        case 'lang':
          return own;
        case 'dir':
          return localeFacts[own].direction;
        default:
          return undefined;
      }
    },
    list(name) {
      const [kind, page = '', locale = ''] = name.split('.');
      if (!isOneOf(pages, page)) return undefined;
      if (kind === 'builtInLegal') return when(!texts[page]);
      if (kind === 'ownLegal') return when(texts[page] !== undefined);
      if (kind !== 'legalHeadings' || !isOneOf(locales, locale)) return undefined;
      return (texts[page]?.[locale].headings ?? []).map(({ slug, text, depth }) => ({
        slug,
        text,
        class: depth > 2 ? 'docs-link ps-7' : 'docs-link',
      }));
    },
  };
}
