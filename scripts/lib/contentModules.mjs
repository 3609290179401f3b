/**
 * Vite plugin: bundles the pages of the content collections as one module. Astro imports each separately, which creates two
 * files per page to write, read and link: a fifth of the build time. Not in development,
 * where only the requested page should be compiled.
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
        // Astro's `render` accepts a page directly; the wrapper around it would only collect styles, and the pages have none.
        return `async () => page${imports.push(`import * as page${imports.length} from ${JSON.stringify(`/${file}`)};`) - 1}`;
      });
      return { code: `${imports.join('\n')}\n${map}`, map: null };
    },
  },
});
