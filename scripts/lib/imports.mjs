import { writeFileSync } from 'node:fs';

/**
 * Records what each browser script imports statically, itself first: `dist/imports.json`, by URL. The pages preload
 * these files in their head (src/adapter/preloads.ts), so that a browser doesn't discover them level by level.
 *
 * @returns {import('vite').Plugin}
 */
export function scriptImports() {
  return {
    name: 'nasim:script-imports',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle(_, bundle) {
      const walk = (file, observed) => {
        if (observed.has(file)) return observed;
        observed.add(file);
        for (const next of bundle[file]?.imports ?? []) walk(next, observed);
        return observed;
      };
      const all = Object.values(bundle)
        .filter(({ type }) => type === 'chunk')
        .map(({ fileName }) => [`/${fileName}`, [...walk(fileName, new Set())].map((file) => `/${file}`)]);
      writeFileSync('dist/imports.json', JSON.stringify(Object.fromEntries(all)));
    },
  };
}
