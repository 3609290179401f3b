import { readdirSync, readFileSync } from 'node:fs';
import type { Namespace } from './keys.ts';
import { type Locale, locales } from './locales.ts';

/** A nested object of texts, as in the files of `src/content/i18n`. */
export interface TextTree {
  [key: string]: string | TextTree;
}
export type Bundle = Record<Namespace, TextTree>;

const root = '../../content/i18n/';

/** The files by path relative to this module. Vite bundles them; plain Node, when it runs the provider from source, reads the folder. */
const files: Record<string, TextTree> = import.meta.env
  ? import.meta.glob<TextTree>('../../content/i18n/*/*/*.json', { eager: true, import: 'default' })
  : Object.fromEntries(
      readdirSync(new URL(root, import.meta.url), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.json'))
        .map((file) => [root + file, JSON.parse(readFileSync(new URL(root + file, import.meta.url), 'utf8'))]),
    );

const textBundle = (locale: Locale): Bundle =>
  Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path.startsWith(`${root}${locale}/`))
      .map(([path, texts]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), texts]),
  ) as Bundle; // tests/architecture.test.ts: every language has every registered namespace

/** Every text of every language by namespace. Server only: pages contain only the namespaces that they use. */
export const bundles = Object.fromEntries(locales.map((locale) => [locale, textBundle(locale)])) as Record<Locale, Bundle>; // one entry per locale
