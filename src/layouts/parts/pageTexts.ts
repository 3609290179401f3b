import pageTexts from 'virtual:page-texts';
import type { Namespace } from '../../lib/i18n/keys.ts';

/**
 * The namespaces that the islands of a page use, derived from their imports (scripts/lib/page-texts.mjs).
 *
 * @param pattern `Astro.routePattern` of the page
 */
export function namespacesOf(pattern: string): readonly Namespace[] {
  const found = pageTexts[pattern];
  if (!found) throw new Error(`No page has the pattern ${pattern}`);
  return found;
}
