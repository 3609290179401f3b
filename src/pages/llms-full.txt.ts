import type { APIRoute } from 'astro';
import { exportedPage } from '../layouts/parts/docs/export.ts';
import { docsPages } from '../layouts/parts/docs/pages.ts';

export const prerender = true;

/** All documentation pages in English, in one file. */
export const GET: APIRoute = async ({ site }) => {
  if (!site) throw new Error('astro.config.mjs has no site');
  const pages = await docsPages('en');
  return new Response(pages.map((page) => exportedPage(page, site)).join('\n---\n\n'));
};
