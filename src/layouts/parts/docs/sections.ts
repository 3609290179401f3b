import { routeNames, routes } from '../../../lib/routes/index.ts';
import type { Area } from '../../../lib/rules/core/areas.ts';

/** The area that all screens of a guide belong to; undefined: it is for every provider. */
export function guideArea(slug: string): Area | undefined {
  const found = new Set(routeNames.filter((name) => routes[name].docs === slug).map((name) => routes[name].area));
  return found.size === 1 ? [...found][0] : undefined;
}

/** Groups of the documentation, in the order of its menu. Their names are `site:docs.section.*`. */
export const docSections = ['start', 'dns', 'cdn', 'security', 'cloud', 'account', 'concepts', 'troubleshooting'] as const;
