import { domain } from '../../lib/contract/cdn/domain.ts';
import { facts } from '../../lib/rules/core/facts.ts';
import { type Plan, type PlanCode, plans as table } from '../../lib/rules/core/plans.ts';

export interface Catalog {
  plans: Record<PlanCode, Plan>;
  /** Mills for a gigabyte beyond what plans and accounts include. */
  trafficPrice: number;
}
/** The prices in the code. */
export const builtIn: Catalog = { plans: table, trafficPrice: facts.trafficPrice };

/**
 * The prices shown on the public pages. A build for a remote provider (`PROVIDER_URL`) requests them; if it can't be reached, the build
 * warns and uses those in the code, which are also what the embedded provider returns. `prices.js` replaces those that operators changed
 * since.
 */
export async function loadPublicCatalog(base: string | undefined): Promise<Catalog> {
  if (!base) return builtIn;
  const url = `${base.replace(/\/+$/, '')}${domain.plans.path}`;
  try {
    const answer = await fetch(url, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(5000) });
    if (!answer.ok) throw new Error(`it responded with ${answer.status}`);
    const { plans, trafficPrice } = domain.plans.output.parse(await answer.json());
    const found = new Map(plans.map((plan) => [plan.code, plan]));
    // A plan that isn't offered now stays in the page; `prices.js` removes it when the page is opened.
    return { plans: { ...table, ...Object.fromEntries(found) }, trafficPrice };
  } catch (error) {
    console.warn(`${url}: ${error instanceof Error ? error.message : error}. The pages show the prices of src/lib/rules/core.`);
    return builtIn;
  }
}

export const publicCatalog = await loadPublicCatalog(process.env.PROVIDER_URL);
export const { plans } = publicCatalog;
