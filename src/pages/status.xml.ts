import type { APIRoute } from 'astro';
import { statusFeed } from '../layouts/parts/status/feed.ts';

export const prerender = false;

export const GET: APIRoute = ({ locals, site, url }) => statusFeed(locals, 'en', (site ?? url).origin);
