import type { APIRoute } from 'astro';
import { nasim } from '../../adapter/nasim.ts';
import { publicOrigin } from '../../config/env.ts';
import { statusFeed } from '../../layouts/parts/status/feed.ts';
import { defaultLocale, isLocale } from '../../lib/i18n/locales.ts';

export const prerender = false;

export const GET: APIRoute = async ({ params, locals }) =>
  isLocale(params.locale) && params.locale !== defaultLocale
    ? statusFeed(locals, params.locale, publicOrigin((await nasim()).env))
    : new Response(null, { status: 404 });
