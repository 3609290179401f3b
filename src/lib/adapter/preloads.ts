/** What each script imports at once, itself first; by address (scripts/lib/imports.mjs). */
export type ScriptImports = Readonly<Record<string, readonly string[]>>;

/** Astro writes the addresses of an island's scripts as attributes (astro/dist/runtime/server/hydration.js). */
const ISLAND_SCRIPT = /<astro-island\b[^>]*?\scomponent-url="([^"]+)"[^>]*?\srenderer-url="([^"]+)"/g;

/**
 * A page with the scripts that its islands begin with named in its head, so that they come together: by themselves they are found one
 * generation after the other, each a journey to the server and back.
 *
 * @param html a whole page; without islands it comes back as it was
 */
export function withPreloads(html: string, imports: ScriptImports): string {
  const files = new Set<string>();
  for (const [, component = '', renderer = ''] of html.matchAll(ISLAND_SCRIPT))
    for (const script of [component, renderer]) for (const file of imports[script] ?? []) files.add(file);
  if (files.size === 0) return html;
  const links = [...files].map((file) => `<link rel="modulepreload" href="${file}">`).join('');
  return html.replace('</head>', () => `${links}</head>`);
}
