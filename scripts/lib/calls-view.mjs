import { fileURLToPath, pathToFileURL } from 'node:url';

const folder = fileURLToPath(new URL('../../src/lib/contract/', import.meta.url));
const VIEW = '?calls';

/**
 * Gives the browser the calls of the contract without their schemas (docs/decisions/0006): an island that imports
 * `src/lib/contract/<line>/<feature>.ts` gets the path, method and options of each call, so that no page includes zod. `await import(…)` of
 * the same module loads everything, for a form that starts validating.
 *
 * @returns {import('vite').Plugin}
 */
export function callsView() {
  return {
    name: 'nasim:calls-view',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',

    async resolveId(source, importer, options) {
      if (
        !importer ||
        importer.startsWith(folder) ||
        options.kind === 'dynamic-import' ||
        !/\/contract\/(?:[\w-]+\/)?[\w-]+\.ts$/.test(source)
      )
        return null;
      const found = await this.resolve(source, importer, { ...options, skipSelf: true });
      return found?.id.startsWith(folder) && (await browserExports(found.id)) ? found.id + VIEW : null;
    },

    async load(id) {
      if (!id.startsWith(folder) || !id.endsWith(VIEW)) return null;
      const values = await browserExports(id.slice(0, -VIEW.length));
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  };
}

/**
 * The browser's version of a contract module: its groups of calls, each reduced to `browserFacts`, and its constants.
 * Null for a module without calls, which is the same everywhere.
 *
 * @param {string} file its path
 * @returns {Promise<Record<string, unknown> | null>}
 */
export async function browserExports(file) {
  const { browserFacts } = await import(pathToFileURL(`${folder}call.ts`).href);
  const exported = Object.entries(await import(pathToFileURL(file).href));
  if (!exported.some(([, value]) => isGroup(value))) return null;
  const cut = (call) => Object.fromEntries(browserFacts.map((fact) => [fact, call[fact]]));
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
