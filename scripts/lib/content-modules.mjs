/**
 * Vite plugin: the pages of the content collections come as one module into the build. Astro imports each for itself, which makes two
 * files of every page that are written, read and linked one after the other: a fifth of the time of the build. Not in development,
 * where only the page that is looked at should be compiled.
 */
export const contentModules = () => ({
  name: 'nasim:content-modules',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /[\\/]\.astro[\\/]content-modules\.mjs$/ },
    handler(code) {
      const imports = [];
      const map = code.replace(/\(\) => import\("([^"]+)"\)/g, (whole, id) => {
        const file = new URLSearchParams(id.slice(id.indexOf('?'))).get('fileName');
        if (!file) return whole;
        // Astro's `render` takes a page as it is; the wrapper around it would only gather styles, and no page brings any.
        return `async () => page${imports.push(`import * as page${imports.length} from ${JSON.stringify(`/${file}`)};`) - 1}`;
      });
      return { code: `${imports.join('\n')}\n${map}`, map: null };
    },
  },
});
