import type { APIRoute } from 'astro';
import { nasim } from '../lib/adapter/nasim.ts';

export const prerender = false;

/** For load balancers and monitoring: 200 while the portal can serve and its checks pass, else 503. Warnings don't change that. */
export const GET: APIRoute = async () => {
  const health = await (await nasim()).health();
  return Response.json(health, { status: health.ok ? 200 : 503, headers: { 'cache-control': 'no-store' } });
};
