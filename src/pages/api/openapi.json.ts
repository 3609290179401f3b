import type { APIRoute } from 'astro';
import { nasim } from '../../adapter/nasim.ts';

export const prerender = false;

/** The contract as OpenAPI. Served by the adapter, so it is beside the calls. */
export const GET: APIRoute = async () =>
  new Response((await nasim()).openapi(), {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
  });
