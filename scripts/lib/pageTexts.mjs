import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { contract } from '../../src/lib/contract/index.ts';

const ID = 'virtual:page-texts';
const TYPE_ONLY = /^\s*type\s|^\s*\{\s*(?:type\s+[\w$]+(?:\s+as\s+[\w$]+)?\s*,?\s*)+\}\s*$/;

/**
 * The text namespaces that each page sends to the browser, by route pattern: those of the keys in the module graph of its islands.
 * A key contains its namespace literally, also in a template: `cache:level.${level}`. Keys of `.astro` files are rendered on the server
 * and don't count.
 *
 * @param {string} root folder of the sources
 * @returns {Record<string, string[]>}
 */
export function pageTexts(root = 'src') {
  const namespaces = readdirSync(join(root, 'content', 'i18n', 'en'), { recursive: true, encoding: 'utf8' }).flatMap(
    (file) => /(\w+)\.json$/.exec(file)?.[1] ?? [],
  );
  const key = new RegExp(`(['"\`])(${namespaces.join('|')}):[\\w$]`, 'g');
  const parsed = new Map();
  const parse = (file) => {
    if (!parsed.has(file)) parsed.set(file, parseModule(file, key));
    return parsed.get(file);
  };

  const namespacesOf = (page) => {
    const found = new Set();
    const visited = new Set();
    const walk = (file, whole) => {
      const visit = `${file} ${whole}`;
      if (visited.has(visit) || !existsSync(file)) return;
      visited.add(visit);
      const { imports, keys, isGroup } = parse(file);
      // With a static import of a contract group, the browser gets its calls without their schemas (callsView.mjs).
      if (isGroup && !whole) return;
      if (!file.endsWith('.astro')) for (const name of keys) found.add(name);
      for (const { path, dynamic } of imports) {
        // The server part of a page: the imports of its frontmatter other than layouts and islands.
        if (file.endsWith('.astro') && !/\.(astro|tsx)$/.test(path)) continue;
        walk(path, dynamic || (whole && isContract(file)));
      }
    };
    walk(page, false);
    return [...found].sort();
  };

  return Object.fromEntries(
    readdirSync(join(root, 'pages'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.astro'))
      .sort()
      .map((file) => [`/${file.replace(/\.astro$/, '').replace(/(^|\/)index$/, '')}`, namespacesOf(join(root, 'pages', file))]),
  );
}

const isContract = (file) => file.includes('/lib/contract/');

/**
 * @param {string} file
 * @param {RegExp} key
 * @returns {{ imports: { path: string, dynamic: boolean }[], keys: string[], isGroup: boolean }} `keys`: their namespaces
 */
function parseModule(file, key) {
  const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const resolve = (path) => normalize(join(dirname(file), path));
  const imports = [];
  for (const [, names, path] of code.matchAll(/^\s*(?:import|export)\s([^'";]*?)\sfrom\s+'(\.[^'?]+)'/gm))
    if (!TYPE_ONLY.test(names)) imports.push({ path: resolve(path), dynamic: false });
  for (const [, path] of code.matchAll(/(?<!typeof )\bimport\('(\.[^']+)'\)/g)) imports.push({ path: resolve(path), dynamic: true });
  const used = (text) => [...text.matchAll(key)].map((match) => match[2]);
  return {
    imports: imports.filter(({ path }) => /\.(astro|tsx?)$/.test(path)),
    // The server translates the errors of a call.
    keys: [...used(isContract(file) ? code.replace(/\[\s*(?:'\w+:[\w.]+',?\s*)+\]/g, '') : code), ...successes(code)],
    isGroup: isContract(file) && /\bgroup\('/.test(code),
  };
}

/** Namespaces of the success messages of the calls that a module uses. */
const successes = (code) =>
  [...code.matchAll(/(?<![\w.'"`])(\w+)\.(\w+)\b/g)].flatMap(([, group, call]) => {
    const success = Object.hasOwn(contract, group) && contract[group][call]?.success;
    return success ? [success.split(':')[0]] : [];
  });

/**
 * Serves `virtual:page-texts` to the layouts, in the build and in development.
 *
 * @returns {import('vite').Plugin}
 */
export function pageTextsModule() {
  let served = '';
  const make = () => `export default ${JSON.stringify(pageTexts())};`;
  return {
    name: 'nasim:page-texts',
    resolveId: (id) => (id === ID ? `\0${ID}` : null),
    load(id) {
      if (id !== `\0${ID}`) return null;
      served = make();
      return served;
    },
    // An edit that doesn't change a page's namespaces keeps the module, so that islands are still hot-reloaded.
    hotUpdate({ modules }) {
      const module = this.environment.moduleGraph.getModuleById(`\0${ID}`);
      return module && make() !== served ? [...modules, module] : undefined;
    },
  };
}
