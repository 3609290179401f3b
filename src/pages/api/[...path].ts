import type { APIRoute } from 'astro';
import { fromRequest } from '../../lib/adapter/incoming.ts';
import { nasim } from '../../lib/adapter/nasim.ts';

export const prerender = false;

/** The adapter, for `astro dev`. In production `server.mjs` handles calls before Astro. */
export const ALL: APIRoute = async ({ request, clientAddress }) => (await nasim()).adapter.answer(fromRequest(request, clientAddress));
