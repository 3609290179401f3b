import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { listPages } from './content.mjs';

/** Which entries of the changelog a version contains. The entries say what has changed; this says since when. */
export const RELEASES = 'src/content/changelog/releases.yaml';
/** As Keep a Changelog calls them, in its order. */
const types = ['added', 'changed', 'deprecated', 'removed', 'fixed', 'security'];

/**
 * @typedef {{ version: string, date: string } & Partial<Record<'added' | 'changed' | 'deprecated' | 'removed' | 'fixed' | 'security', string[]>>} Release
 * Entries by file name without its end, by type of change; `date` as in `2026-11-29`.
 */

/** @param {string} root of the repository @returns {Release[]} the newest first */
export const readReleases = (root) => (existsSync(join(root, RELEASES)) ? parse(readFileSync(join(root, RELEASES), 'utf8')) : []);

/** @param {Release[]} releases */
export const releasesText = (releases) =>
  `# Entries of this folder by version and type of change (https://keepachangelog.com). scripts/release.mjs adds a version.\n${stringify(releases, { lineWidth: 0 })}`;

const releaseEntries = (release) => types.flatMap((type) => release[type] ?? []);

/** The English entries that no version contains, the oldest first. @param {string} root @param {Release[]} releases */
export function unreleased(root, releases) {
  const released = new Set(releases.flatMap(releaseEntries));
  return listPages(root, 'changelog')
    .filter(({ locale, slug }) => locale === 'en' && !released.has(slug))
    .map(({ slug }) => slug)
    .sort();
}

/**
 * CHANGELOG.md, from the English entries of `src/content/changelog` that a version contains.
 * @param {string} root of the repository
 * @param {Release[]} [releases] others than those of the file
 * @throws when a version contains an entry that doesn't exist
 */
export function changelogText(root, releases = readReleases(root)) {
  const pages = new Map(
    listPages(root, 'changelog')
      .filter(({ locale }) => locale === 'en')
      .map((page) => [page.slug, page]),
  );
  const linesOf = (slug) => {
    const page = pages.get(slug);
    if (!page) throw new Error(`${RELEASES} names ${slug}, which is not in src/content/changelog/en`);
    return plain(page.text.replace(/^---\n[\s\S]*?\n---\n/, '')).trim();
  };
  const section = (type, slugs = []) =>
    slugs.length === 0 ? [] : [`### ${type[0].toUpperCase()}${type.slice(1)}`, slugs.toSorted().reverse().map(linesOf).join('\n')];
  return `${[
    '# Changelog',
    'Written by `node scripts/release.mjs` from the entries of the site’s changelog (`src/content/changelog`), in the format of [Keep a Changelog](https://keepachangelog.com/en/1.1.0/). Versions follow [Semantic Versioning](https://semver.org).',
    ...releases.flatMap((release) => [`## ${release.version} - ${release.date}`, ...types.flatMap((type) => section(type, release[type]))]),
  ].join('\n\n')}\n`;
}

/** Links lead to the guides in the repository and to the site’s own pages; components are their text. */
const plain = (text) =>
  text
    .replace(/<Key>(.*?)<\/Key>/g, '`$1`')
    .replace(/<\/?[A-Z][^>]*>/g, '')
    .replace(/\]\(\/docs\/(?!api[)#/])([\w/-]+)(#[\w-]+)?\)/g, '](src/content/docs/en/$1.mdx$2)')
    .replace(/\[([^\]]+)\]\(\/[^)]*\)/g, '$1');
