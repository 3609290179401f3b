import type { APIRoute } from 'astro';
import { nasim } from '../../lib/adapter/nasim.ts';

export const prerender = false;

/** The contract for programs. The adapter's own path, so it stands beside the calls. */
export const GET: APIRoute = async () =>
  new Response((await nasim()).openapi(), {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' },
  });
