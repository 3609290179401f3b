import type { APIRoute } from 'astro';
import { nasim } from '../adapter/nasim.ts';

export const prerender = false;

/**
 * For load balancers and monitoring: 200 while the portal can serve and its checks pass, else 503. Warnings don't change that. Anybody can
 * read it, so paths and hosts are only on the operator's desk.
 */
export const GET: APIRoute = async () => {
  const health = await (await nasim()).health();
  const warnings = health.warnings.map(({ kind, name, count, at }) => ({ kind, name, count, at }));
  return Response.json({ ...health, warnings }, { status: health.ok ? 200 : 503, headers: { 'cache-control': 'no-store' } });
};
