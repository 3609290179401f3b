import pageTexts from 'virtual:page-texts';
import type { Namespace } from '../../lib/i18n/keys.ts';

/**
 * The namespaces that the islands of a page use, derived from their imports (scripts/lib/pageTexts.mjs).
 *
 * @param pattern `Astro.routePattern` of the page
 */
export function routeNamespaces(pattern: string): readonly Namespace[] {
  const found = pageTexts[pattern];
  if (!found) throw new Error(`No page has the pattern ${pattern}`);
  return found;
}
