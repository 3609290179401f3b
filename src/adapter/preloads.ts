/** What each script imports statically, itself first; by URL (scripts/lib/imports.mjs). */
export type ScriptImports = Readonly<Record<string, readonly string[]>>;

/** Astro writes the URLs of an island's scripts as attributes (astro/dist/runtime/server/hydration.js). */
const ISLAND_SCRIPT = /<astro-island\b[^>]*?\scomponent-url="([^"]+)"[^>]*?\srenderer-url="([^"]+)"/g;

/**
 * Lists the scripts of a page's islands in its head, so that they load in parallel: otherwise the browser discovers them one level
 * of imports after the other, each with a round trip to the server.
 *
 * @param html a whole page; without islands it is returned unchanged
 */
export function withPreloads(html: string, imports: ScriptImports): string {
  const files = new Set<string>();
  for (const [, component = '', renderer = ''] of html.matchAll(ISLAND_SCRIPT))
    for (const script of [component, renderer]) for (const file of imports[script] ?? []) files.add(file);
  if (files.size === 0) return html;
  const links = [...files].map((file) => `<link rel="modulepreload" href="${file}">`).join('');
  return html.replace('</head>', () => `${links}</head>`);
}
