import { domain } from '../../lib/contract/cdn/domain.ts';
import { type Plan, type PlanCode, plans as table } from '../../lib/rules/core/plans.ts';

/**
 * The plans shown on the public pages. A build for a remote provider (`PROVIDER_URL`) requests its plans; if it can't be
 * reached, the build warns and uses the table, which is also what the embedded provider returns.
 */
export async function publicPlans(base: string | undefined): Promise<Record<PlanCode, Plan>> {
  if (!base) return table;
  const url = `${base.replace(/\/+$/, '')}${domain.plans.path}`;
  try {
    const answer = await fetch(url, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(5000) });
    if (!answer.ok) throw new Error(`it responded with ${answer.status}`);
    const { plans } = domain.plans.output.parse(await answer.json());
    const found = new Map(plans.map((plan) => [plan.code, plan]));
    // A plan that isn't offered now stays in the page; `prices.js` removes it when the page is opened.
    return { ...table, ...Object.fromEntries(found) };
  } catch (error) {
    console.warn(`${url}: ${error instanceof Error ? error.message : error}. The pages show the prices of src/lib/rules/core/plans.ts.`);
    return table;
  }
}

export const plans = await publicPlans(process.env.PROVIDER_URL);
