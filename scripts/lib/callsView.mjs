import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseAst } from 'vite';

const folder = fileURLToPath(new URL('../../src/lib/contract/', import.meta.url));
const VIEW = '?calls';

/**
 * Gives the browser the calls of the contract without their schemas (docs/decisions/0006): an island that imports
 * `src/lib/contract/<line>/<feature>.ts` gets the path, method and options of each call, so that no page includes zod. `await import(…)` of
 * the same module loads everything, for a form that starts validating. It is the same in the build and in development.
 *
 * @param {() => Promise<Pick<Awaited<ReturnType<typeof import('./backend.ts').makeBackend>>, 'load'>>} backend evaluates modules in development, where they change
 * @returns {import('vite').Plugin}
 */
export function callsView(backend) {
  /** Node would return a module as it was when it was first imported. */
  let isServed = false;
  const valuesOf = async (file) => (isServed ? reduced((await (await backend()).load(file)).exports) : browserExports(file));

  return {
    name: 'nasim:calls-view',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved({ command }) {
      isServed = command === 'serve';
    },

    // Marks static imports, which only the source tells from dynamic ones.
    transform(code, id) {
      const lang = /\.(tsx?|m?js)(?:$|\?)|lang\.(ts)$/.exec(id);
      if (!lang || id.startsWith(folder) || id.includes('/node_modules/') || !code.includes('/contract/')) return null;
      const sources = parseAst(code, { lang: (lang[1] ?? lang[2]).replace('mjs', 'js'), sourceType: 'module' })
        .body.filter(({ importKind, exportKind, source }) => source && importKind !== 'type' && exportKind !== 'type')
        .map(({ source }) => source)
        .filter(({ value }) => /\/contract\/(?:[\w-]+\/)?[\w-]+\.ts$/.test(value));
      if (sources.length === 0) return null;
      let marked = code;
      for (const { end } of sources.toReversed()) marked = `${marked.slice(0, end - 1)}${VIEW}${marked.slice(end - 1)}`;
      // No line moves, and a column only behind the imports of its line.
      return { code: marked, map: null };
    },

    async resolveId(source, importer, options) {
      if (!source.endsWith(VIEW)) return null;
      const found = await this.resolve(source.slice(0, -VIEW.length), importer, { ...options, skipSelf: true });
      return found?.id.startsWith(folder) && (await valuesOf(found.id)) ? found.id + VIEW : found;
    },

    async load(id) {
      if (!id.startsWith(folder) || !id.endsWith(VIEW)) return null;
      const file = id.slice(0, -VIEW.length);
      // Its constants and facts may come from other modules.
      if (isServed) for (const other of (await (await backend()).load(file)).files) this.addWatchFile(other);
      return Object.entries(await valuesOf(file))
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

/**
 * The browser's version of a contract module: its groups of calls, each reduced to those of `browserFacts` that aren't false, and
 * its constants. Null for a module without calls, which is the same everywhere.
 *
 * @param {string} file its path
 * @returns {Promise<Record<string, unknown> | null>}
 */
export const browserExports = async (file) => reduced(await import(pathToFileURL(file).href));

/** @param {Record<string, unknown>} module */
async function reduced(module) {
  const { browserFacts } = await import(pathToFileURL(`${folder}call.ts`).href);
  const exported = Object.entries(module);
  if (!exported.some(([, value]) => isGroup(value))) return null;
  const cut = (call) => Object.fromEntries(browserFacts.filter((fact) => call[fact] !== false).map((fact) => [fact, call[fact]]));
  return Object.fromEntries(
    exported.flatMap(([name, value]) => {
      if (isGroup(value)) return [[name, Object.fromEntries(Object.entries(value).map(([id, call]) => [id, cut(call)]))]];
      return isPlain(value) ? [[name, value]] : [];
    }),
  );
}

const isObject = (value) => typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const isGroup = (value) =>
  isObject(value) && Object.values(value).some((call) => isObject(call) && Array.isArray(call.id) && 'path' in call);

/** A list of codes, a limit: anything that JSON can represent. */
const isPlain = (value) =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) ? value.every(isPlain) : isObject(value) && Object.values(value).every(isPlain));
