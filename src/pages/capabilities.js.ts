import type { APIRoute } from 'astro';
import { dataHas } from '../layouts/parts/claims.ts';
import { provider } from '../lib/contract/core/provider.ts';

export const prerender = false;

/** How long an answer of the provider is used, and how long the first page waits for one, in ms. */
const FRESH_MS = 10_000;
const WAIT_MS = 500;

let known: { has: string; at: number } | null = null;
let reading: Promise<void> | null = null;

/**
 * Sets `data-has` on the document to what the provider has now, before the first paint of static pages. While the provider doesn’t
 * answer, its last answer counts; before the first one, nothing is there.
 */
export const GET: APIRoute = async ({ locals }) => {
  if (known === null || Date.now() - known.at > FRESH_MS)
    reading ??= locals.read(provider.capabilities, {}).then((answer) => {
      if (answer) known = { has: dataHas(answer.capabilities), at: Date.now() };
      reading = null;
    });
  if (known === null) await Promise.race([reading, new Promise((done) => setTimeout(done, WAIT_MS))]);
  return new Response(`document.documentElement.dataset.has=${JSON.stringify(known?.has ?? '')}`, {
    headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': known ? 'public, max-age=30' : 'no-store' },
  });
};
