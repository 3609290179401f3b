import type { APIRoute } from 'astro';
import { provider } from '../lib/contract/core/provider.ts';
import { translator } from '../lib/i18n/server.ts';

export const prerender = false;

/**
 * The addresses of the edge for scripts, one per line; without any, a comment with the reason. 503 while the provider doesn’t respond: an
 * empty list would lock out all visitors.
 */
export const GET: APIRoute = async ({ locals }) => {
  const listed = await locals.read(provider.edgeAddresses, {});
  if (!listed) return new Response(null, { status: 503, headers: { 'retry-after': '60' } });
  const { addresses, reason } = listed;
  const lines = reason ? [`# ${translator(locals.locale)(`edgeAddresses:none.${reason}`)}`] : addresses;
  return new Response(`${lines.join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=300' },
  });
};
