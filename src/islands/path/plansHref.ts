import { href } from '../../lib/routes.ts';

/** Where a domain's plan is shown and changed. */
export const plansHref = (domain: string): string => href('plan', { domain });
