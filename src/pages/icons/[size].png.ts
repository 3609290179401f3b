import { readFileSync } from 'node:fs';
import type { APIRoute, GetStaticPaths } from 'astro';
import { drawIcon, icons } from '../../adapter/icon.ts';

export const prerender = true;

export const getStaticPaths = (() => Object.keys(icons).map((size) => ({ params: { size } }))) satisfies GetStaticPaths;

/** The icons of the built-in brand. The portal draws those of another one (adapter/brandFiles.ts). */
export const GET: APIRoute<Record<string, unknown>, { size: keyof typeof icons }> = async ({ params: { size } }) =>
  new Response(new Uint8Array(await drawIcon(readFileSync('public/favicon.svg'), size)), { headers: { 'content-type': 'image/png' } });
