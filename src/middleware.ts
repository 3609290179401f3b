import { defineMiddleware } from 'astro:middleware';
import { nasim } from './lib/adapter/nasim.ts';
import { withPreloads } from './lib/adapter/preloads.ts';
import { makeReader } from './lib/adapter/reads.ts';
import { readCookie } from './lib/adapter/session.ts';
import { isAuthPath, isPanelPath } from './lib/areas.ts';
import { defaultLocale, isLocale, negotiateLocale } from './lib/i18n/locales.ts';
import { layOver } from './lib/i18n/server.ts';
import { safeRedirect } from './lib/redirect.ts';
import { LOCALE_COOKIE } from './lib/stores/locale-cookie.ts';

/** Language, session and guard of server-rendered pages. It authorises no data: every call asks for itself (design.md section 2). */
export const onRequest = defineMiddleware(async (context, next) => {
  if (context.isPrerendered) return next();
  const { request, locals, url } = context;
  const cookies = request.headers.get('cookie') ?? '';
  const saved = readCookie(cookies, LOCALE_COOKIE);
  // Pages for visitors say their language in the address, the others in a cookie.
  const [, prefix] = url.pathname.split('/');
  locals.locale = isLocale(prefix)
    ? prefix
    : /^\/status\/?$/.test(url.pathname)
      ? defaultLocale
      : isLocale(saved)
        ? saved
        : negotiateLocale(request.headers.get('accept-language'));
  if (url.pathname.startsWith('/api/')) return next();

  const { adapter, upstream, translations, imports } = await nasim();
  layOver(translations());
  const session = await adapter.box.open(cookies);
  locals.session = session;
  locals.read = makeReader(upstream, {
    token: session?.token ?? '',
    locale: locals.locale,
    ip: adapter.clientIp(context.clientAddress, request.headers.get('x-forwarded-for')),
    userAgent: request.headers.get('user-agent') ?? '',
  });

  // The language links of the sign-in pages work without script: the choice is kept, and the address is as it was.
  const chosen = url.searchParams.get('lang');
  if (isAuthPath(url.pathname) && isLocale(chosen)) {
    const rest = new URLSearchParams(url.searchParams);
    rest.delete('lang');
    const answer = redirect(rest.size > 0 ? `${url.pathname}?${rest}` : url.pathname);
    answer.headers.set('set-cookie', `${LOCALE_COOKIE}=${chosen}; Path=/; Max-Age=31536000; SameSite=Lax`);
    return answer;
  }

  const here = url.pathname + url.search;
  if (isPanelPath(url.pathname) && !session)
    return redirect(here === '/dashboard' ? '/public/login' : `/public/login?redirectTo=${encodeURIComponent(here)}`);
  if (isAuthPath(url.pathname) && session && !url.searchParams.has('ended'))
    return redirect(safeRedirect(url.searchParams.get('redirectTo')));

  const response = await next();
  response.headers.set('cache-control', 'private, no-store');
  // Astro sends the policy in development too, without the hashes of its inline scripts: no island would start.
  if (import.meta.env.DEV) response.headers.delete('content-security-policy');
  if (!imports || !response.headers.get('content-type')?.startsWith('text/html')) return response;
  // A page is drawn when all its reads are there, so nothing is gained by sending it piece by piece.
  return new Response(withPreloads(await response.text(), imports), response);
});

const redirect = (location: string) => new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
