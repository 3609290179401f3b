import type { APIRoute } from 'astro';
import { statusFeed } from '../../layouts/parts/status/feed.ts';
import { defaultLocale, isLocale } from '../../lib/i18n/locales.ts';

export const prerender = false;

export const GET: APIRoute = ({ params, locals, site, url }) =>
  isLocale(params.locale) && params.locale !== defaultLocale
    ? statusFeed(locals, params.locale, (site ?? url).origin)
    : new Response(null, { status: 404 });
