import { writeFileSync } from 'node:fs';

/**
 * Writes down what each script of the browser imports at once, itself first: `dist/imports.json`, by its address. The pages name
 * these files in their head (src/lib/adapter/preloads.ts), or a browser would learn of them one generation after the other.
 *
 * @returns {import('vite').Plugin}
 */
export function scriptImports() {
  return {
    name: 'nasim:script-imports',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle(_, bundle) {
      const walk = (file, seen) => {
        if (seen.has(file)) return seen;
        seen.add(file);
        for (const next of bundle[file]?.imports ?? []) walk(next, seen);
        return seen;
      };
      const all = Object.values(bundle)
        .filter(({ type }) => type === 'chunk')
        .map(({ fileName }) => [`/${fileName}`, [...walk(fileName, new Set())].map((file) => `/${file}`)]);
      writeFileSync('dist/imports.json', JSON.stringify(Object.fromEntries(all)));
    },
  };
}
