import type { APIRoute } from 'astro';
import { nasim } from '../adapter/nasim.ts';
import { publicOrigin } from '../config/env.ts';
import { statusFeed } from '../layouts/parts/status/feed.ts';

export const prerender = false;

export const GET: APIRoute = async ({ locals }) => statusFeed(locals, 'en', publicOrigin((await nasim()).env));
