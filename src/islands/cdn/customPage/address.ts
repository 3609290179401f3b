import { href } from '../../../lib/routes/index.ts';
import type { PageKind } from '../../../lib/rules/cdn/customPage/kinds.ts';

/** The ID in the address of an unsaved page. */
export const NEW = 'new';

export const pageHref = (domain: string, page: string): string => href('customPage', { domain, page });
export const newHref = (domain: string, kind: PageKind): string => `${pageHref(domain, NEW)}?kind=${kind}`;
