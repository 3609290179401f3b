import type { APIRoute } from 'astro';
import { nasim } from '../adapter/nasim.ts';
import { dataHas, dataLacks } from '../layouts/parts/claims.ts';

export const prerender = false;

/**
 * Sets `data-has` and `data-lacks` on the document to what the provider has now, before the first paint of static pages. While the
 * provider doesn’t answer, its last answer counts; before the first one, no engine is there, and no area is lacking.
 */
export const GET: APIRoute = async () => {
  const engines = await (await nasim()).engines();
  const facts = JSON.stringify({ has: dataHas(engines), lacks: dataLacks(engines) });
  return new Response(`Object.assign(document.documentElement.dataset,${facts})`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': engines ? 'public, max-age=30' : 'no-store' },
  });
};
