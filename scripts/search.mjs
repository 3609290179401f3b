import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { close, createIndex } from 'pagefind';
import { fillPlaceholders } from '../src/lib/rules/core/placeholders.ts';
import { builtInValues } from './lib/publicPages.mjs';

/** The files that the browser needs. Pagefind's own user interfaces are left out: ours uses the worker (layouts/parts/docs/search). */
const NEEDED = /^(pagefind-worker\.js|pagefind-entry\.json|.+\.(pf_index|pf_meta|pf_fragment|pf_filter|pagefind))$/;

/**
 * Indexes the pages of a built site that have a `data-pagefind-body`, one index per language of `<html lang>`, into `pagefind/`.
 *
 * @param {string} folder of the site
 * @returns {Promise<number>} how many pages were indexed
 */
export async function indexSite(folder) {
  const { index, errors } = await createIndex({ excludeSelectors: ['[data-search-skip]'] });
  if (!index) throw new Error(`Pagefind did not start: ${errors.join(', ')}`);
  let pages = 0;
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith('.html')) continue;
    const html = await readFile(join(folder, name), 'utf8');
    if (!html.includes('data-pagefind-body')) continue;
    const added = await index.addHTMLFile({
      sourcePath: name.replaceAll(sep, '/'),
      content: fillPlaceholders(html, 'html', builtInValues),
    });
    errors.push(...added.errors);
    pages++;
  }
  const { files, errors: failed } = await index.getFiles();
  await close();
  const all = [...errors, ...failed];
  if (all.length > 0) throw new Error(`Pagefind: ${all.join(', ')}`);
  for (const { path, content } of files) {
    if (!NEEDED.test(path)) continue;
    const file = join(folder, 'pagefind', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return pages;
}
