import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Checks the content in `src/content`: problems with file and line. It only reads text and runs in a moment, so the build
 * starts with it. Images and layout have to be reviewed by eye.
 */

const LOCALES = ['en', 'fa', 'ar', 'es'];
/** The only collection in which a translation may be missing: the English page is shown with a notice. */
const FALLBACK = 'docs';
/** The components of pages. */
const PARTS = fileURLToPath(new URL('../../src/layouts/mdx', import.meta.url));

/** @typedef {{ file: string, line: number, text: string }} Fault */
/** @typedef {{ file: string, text: string, body: string[], front: Map<string, { value: string, line: number }>, locale: string, slug: string }} Page */

const list = (folder) =>
  existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/')) : [];

/**
 * The pages of a collection whose files are `<language>/<page>.mdx`.
 * @param {string} root of the repository
 * @returns {Page[]}
 */
export function listPages(root, collection) {
  const folder = join('src/content', collection);
  return list(join(root, folder))
    .filter((name) => name.endsWith('.mdx'))
    .sort()
    .map((name) => {
      const [locale = '', ...rest] = name.replace(/\.mdx$/, '').split('/');
      const text = readFileSync(join(root, folder, name), 'utf8');
      return { file: join(folder, name), text, ...split(text), locale, slug: rest.join('/') };
    });
}

/** The frontmatter by name, and the lines of the page with everything but prose (frontmatter, code) emptied, so that line numbers stay. */
function split(text) {
  const lines = text.split('\n');
  const front = new Map();
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1;
  for (let index = 1; index < end; index++) {
    const [, name, value = ''] = /^(\w+):\s*(.*)$/.exec(lines[index]) ?? [];
    if (name) front.set(name, { value: value.trim().replace(/^(['"])(.*)\1$/, '$2'), line: index + 1 });
  }
  let fence = '';
  const body = lines.map((line, index) => {
    if (index <= end) return '';
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (mark && (!fence || mark.startsWith(fence))) {
      fence = fence ? '' : mark;
      return '';
    }
    return fence ? '' : line.replace(/`[^`]*`/g, (code) => ' '.repeat(code.length));
  });
  return { front, body };
}

/**
 * @param {Page} page
 * @param {import('zod').ZodType} schema
 * @returns {Fault[]}
 */
function frontFaults({ file, front }, schema) {
  if (front.size === 0) return [{ file, line: 1, text: 'The page has no frontmatter.' }];
  const { error } = schema.safeParse(Object.fromEntries([...front].map(([name, { value }]) => [name, value])));
  return (error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    return {
      file,
      line: front.get(name)?.line ?? 1,
      text: `${front.has(name) ? `“${name}” is invalid` : `“${name}” is missing`}: ${message}`,
    };
  });
}

/** The ID of a heading (as in github-slugger; a second one with the same text gets `-1`). */
function headingIds({ text }) {
  const ids = new Map();
  const found = new Set();
  let fence = false;
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fence = !fence;
    const words = fence ? undefined : /^#{1,6}\s+(.*)$/.exec(line)?.[1];
    if (words === undefined) continue;
    const id = words
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/<[^>]*>/g, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
      .trim()
      .replaceAll(' ', '-');
    const count = ids.get(id) ?? 0;
    ids.set(id, count + 1);
    found.add(count ? `${id}-${count}` : id);
  }
  return found;
}

/** Addresses outside the documentation, as patterns, from the files of `src/pages` and `public`. */
function otherAddresses(root) {
  const sources = list(join(root, 'src/content/site/en')).map((name) => name.replace(/\.\w+$/, ''));
  const patterns = list(join(root, 'src/pages'))
    .filter((name) => /\.(astro|ts)$/.test(name) && !name.includes('docs/[...slug]'))
    .map((name) => {
      const path = name
        .replace(/\.(astro|ts)$/, '')
        .replace(/(^|\/)index$/, '')
        .replace(/^\[\.\.\.locale\]\/?/, '(?:(?:fa|ar|es)/)?')
        .replace(/^\[locale\]\//, '(?:fa|ar|es)/')
        .replace(/^(.*)\[page\]$/, `$1(?:${sources.join('|') || '-'})`)
        .replace(/\/?\[\.\.\.\w+\]/g, '(?:/.+)?')
        .replace(/\[\w+\]/g, '[^/]+');
      return new RegExp(`^/${path}/?$`);
    });
  const files = new Set(list(join(root, 'public')).map((name) => `/${name}`));
  return (path) => files.has(path) || patterns.some((pattern) => pattern.test(path)) || /^\/(fa|ar|es)?\/?$/.test(path);
}

/** @returns {Fault[]} */
function linkFaults(page, docs, isThere) {
  const faults = [];
  const { file, body, locale } = page;
  const prefix = locale === 'en' ? '' : `/${locale}`;
  const report = (line, text) => faults.push({ file, line: line + 1, text });
  for (const [line, words] of body.entries()) {
    const links = [...words.matchAll(/(!?)\[((?:[^\][]|\[[^\]]*\])*)\]\(([^)\s]*)(?:\s+"[^"]*")?\)/g)].map(([, picture, text, href]) => ({
      picture,
      text,
      href,
    }));
    const attributes = [...words.matchAll(/\shref="([^"]*)"/g)].map(([, href]) => ({ picture: '', text: 'x', href }));
    for (const tag of words.match(/<img\b[^>]*>/g) ?? []) if (!/\balt="[^"]+"/.test(tag)) report(line, 'An image has no alternative text.');
    for (const { picture, text, href } of [...links, ...attributes]) {
      if (picture && !text.trim()) report(line, `The image ${href} has no alternative text.`);
      if (!picture && !text.trim()) report(line, `The link to ${href} has no text.`);
      if (/^https:\/\/|^mailto:/.test(href)) continue;
      if (/^\w+:/.test(href)) report(line, `The link ${href} is neither internal nor https.`);
      else if (/^\.{1,2}\//.test(href)) {
        if (!existsSync(join(page.root, dirname(file), href))) report(line, `${href} doesn’t exist.`);
      } else {
        const [path, hash] = href.split('#');
        const [, own = '', slug] = /^(?:\/(fa|ar|es))?\/docs\/(?!api(?:\/|$)|changelog(?:\.xml)?$)([^.]+?)\/?$/.exec(path) ?? [];
        const target = path === '' ? page : slug && (docs.get(`${own || 'en'}/${slug}`) ?? docs.get(`en/${slug}`));
        if (slug || path === '') {
          if (!target) report(line, `The link ${href} is broken: the page “${slug}” doesn’t exist.`);
          else if (hash && !headingIds(target).has(decodeURIComponent(hash)))
            report(line, `The link ${href} is broken: ${target.file} has no such heading.`);
          if (slug && (own ? `/${own}` : '') !== prefix)
            report(line, `The link ${href} is in another language than the page: use ${prefix}/docs/${slug}.`);
        } else if (!href.startsWith('/') || !isThere(path)) report(line, `The link ${href} is broken.`);
      }
    }
  }
  return faults;
}

/** The attributes of each component that pages can use, from its `Props`. */
const parts = new Map(
  [...list(PARTS).map((name) => join(PARTS, name)), join(PARTS, '../parts/site/Fact.astro')]
    .filter((file) => file.endsWith('.astro'))
    .map((file) => {
      const [, props = ''] = /interface Props \{\n([\s\S]*?)\n\}/.exec(readFileSync(file, 'utf8')) ?? [];
      return [basename(file, '.astro'), new Set([...props.matchAll(/^\s*['"]?([\w-]+)['"]?\??:/gm)].map(([, name]) => name))];
    }),
);

/** An attribute that a component doesn't have would be ignored without a word. @returns {Fault[]} */
function partFaults({ file, body }) {
  const text = body.join('\n');
  return [...text.matchAll(/<([A-Z]\w*)((?:\s+[\w-]+(?:=(?:"[^"]*"|\{[^}]*\}))?)*)\s*\/?>/g)].flatMap(
    ({ 1: name, 2: attributes, index }) => {
      const line = text.slice(0, index).split('\n').length;
      const known = parts.get(name);
      if (!known) return [{ file, line, text: `There is no component <${name}>.` }];
      return [...attributes.replace(/=("[^"]*"|\{[^}]*\})/g, '').matchAll(/[\w-]+/g)]
        .filter(([attribute]) => !known.has(attribute))
        .map(([attribute]) => ({ file, line, text: `<${name}> has no attribute “${attribute}”.` }));
    },
  );
}

/** Every localized file must exist in all four languages, except the documentation. @returns {Fault[]} */
function languageFaults(root) {
  const faults = [];
  for (const collection of readdirSync(join(root, 'src/content'))) {
    const names = list(join(root, 'src/content', collection)).filter((name) => /\.(?:json|mdx?|ya?ml)$/.test(name));
    const own = (locale) => new Set(names.filter((name) => name.split(/[/.]/)[0] === locale).map((name) => name.slice(locale.length)));
    const english = own('en');
    for (const locale of LOCALES) {
      const there = own(locale);
      const at = (name) => join('src/content', collection, `${locale}${name}`);
      if (collection !== FALLBACK)
        for (const name of english)
          if (!there.has(name)) faults.push({ file: at(name), line: 1, text: 'This file is missing; it exists in English.' });
      for (const name of there)
        if (!english.has(name)) faults.push({ file: at(name), line: 1, text: 'This file doesn’t exist in English.' });
      // Entries with IDs, such as questions, must be the same in all languages.
      for (const name of there) {
        if (locale === 'en' || !/\.ya?ml$/.test(name) || !english.has(name)) continue;
        const ids = (file) =>
          new Map(
            readFileSync(join(root, file), 'utf8')
              .split('\n')
              .flatMap((line, index) => (/^\s*-?\s*id:\s*\S/.test(line) ? [[line.replace(/^\s*-?\s*id:\s*/, '').trim(), index + 1]] : [])),
          );
        const [source, translated] = [ids(join('src/content', collection, `en${name}`)), ids(at(name))];
        for (const [id, line] of source)
          if (!translated.has(id))
            faults.push({ file: at(name), line: 1, text: `The entry “${id}” is missing (line ${line} of the English file).` });
        for (const [id, line] of translated)
          if (!source.has(id)) faults.push({ file: at(name), line, text: `The entry “${id}” doesn’t exist in English.` });
      }
    }
  }
  return faults;
}

/**
 * @param {string} root of the repository
 * @returns {Promise<Fault[]>} in the order of files and lines
 */
export async function contentFaults(root) {
  const { docsFrontmatter, changelogFrontmatter } = await import('../../src/layouts/parts/docs/frontmatter.ts');
  const isThere = otherAddresses(root);
  const docs = listPages(root, 'docs').map((page) => ({ ...page, root }));
  const byId = new Map(docs.map((page) => [`${page.locale}/${page.slug}`, page]));
  const others = readdirSync(join(root, 'src/content'))
    .filter((name) => name !== 'docs')
    .flatMap((name) => listPages(root, name).map((page) => ({ ...page, root })));
  const changes = others.filter(({ file }) => file.includes('content/changelog/'));
  return [
    ...docs.flatMap((page) => frontFaults(page, docsFrontmatter)),
    ...changes.flatMap((page) => frontFaults(page, changelogFrontmatter)),
    ...[...docs, ...others].flatMap((page) => linkFaults(page, byId, isThere)),
    ...[...docs, ...others].flatMap(partFaults),
    ...languageFaults(root),
  ].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
}

/**
 * The translation status of each page of the documentation: present, missing, or older than the English one.
 * @returns {{ slug: string, state: Record<string, 'there' | 'missing' | 'older'> }[]}
 */
export function docsStatus(root) {
  const byId = new Map(listPages(root, 'docs').map((page) => [`${page.locale}/${page.slug}`, page]));
  const updated = (page) => page?.front.get('updated')?.value ?? '';
  return [...byId.values()]
    .filter(({ locale }) => locale === 'en')
    .map((page) => ({
      slug: page.slug,
      state: Object.fromEntries(
        LOCALES.map((locale) => {
          const own = byId.get(`${locale}/${page.slug}`);
          return [locale, !own ? 'missing' : updated(own) < updated(page) ? 'older' : 'there'];
        }),
      ),
    }));
}
