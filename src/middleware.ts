import { defineMiddleware } from 'astro:middleware';
import type { APIContext, MiddlewareNext } from 'astro';
import { type Nasim, nasim } from './adapter/nasim.ts';
import { type ScriptImports, withPreloads } from './adapter/preloads.ts';
import { makeReader } from './adapter/reads.ts';
import { safeRedirect } from './adapter/redirect.ts';
import { renderIn } from './adapter/regions.ts';
import { reportPage } from './adapter/reportPage.ts';
import { readCookie } from './adapter/session.ts';
import { ACCOUNT_LOCALE_COOKIE, LOCALE_COOKIE, ZONE_COOKIE } from './browser/stores/cookies.ts';
import { publicOrigin } from './config/env.ts';
import { earlyHash } from './layouts/parts/early.ts';
import { auth } from './lib/contract/account/auth.ts';
import { automaticRegion, isTimeZone } from './lib/format/region.ts';
import { defaultLocale, isLocale, type Locale, negotiateLocale } from './lib/i18n/locales.ts';
import { overlayTexts } from './lib/i18n/server.ts';
import { ACTING_HEADER, CACHED_TEXTS_HEADER } from './lib/persistedShell.ts';
import { accessWithout, isInArea } from './lib/routes/access.ts';
import { isPanelPath, matchRoute } from './lib/routes/index.ts';
import { isAuthPath } from './lib/routes/paths.ts';
import { BUILT_ORIGIN } from './lib/rules/core/builtOrigin.ts';
import { lackedAreas } from './lib/rules/core/capabilities.ts';
import { fillBlocks, fillPlaceholders, type Values } from './lib/rules/core/placeholders.ts';

/** Language, session and guard of server-rendered pages. It authorises no data: every call asks for itself. */
export const onRequest = defineMiddleware(async (context, next) => {
  // A built page is filled when it is sent; in development there is no build.
  if (context.isPrerendered) {
    if (!import.meta.env.DEV) return next();
    const values = (await nasim()).values();
    return filled(await next(), values, (html) => fillPlaceholders(html, 'html', values));
  }
  const { request, locals, url } = context;
  const cookies = request.headers.get('cookie') ?? '';
  const saved = readCookie(cookies, LOCALE_COOKIE);
  // Pages for visitors say their language in the address, the others in a cookie.
  const [, prefix] = url.pathname.split('/');
  locals.locale = isLocale(prefix)
    ? prefix
    : /^\/(status(\.xml)?|edge-addresses(\.txt)?)\/?$/.test(url.pathname)
      ? defaultLocale
      : isLocale(saved)
        ? saved
        : negotiateLocale(request.headers.get('accept-language'));
  if (url.pathname.startsWith('/api/')) return next();

  const portal = await nasim();
  const requestId = portal.adapter.requestId(context.clientAddress, request.headers.get('x-request-id'));
  // A page that is shown instead of another one (`rewrite`) comes here again.
  const isFirstTime = !locals.isReported;
  locals.isReported = true;
  const render = () => answer(context, next, portal, requestId);
  return isFirstTime ? reportPage(portal, { route: context.routePattern, requestId }, render) : render();
});

async function answer(
  context: APIContext,
  next: MiddlewareNext,
  { adapter, env, upstream, translations, engines, imports, values }: Nasim,
  requestId: string,
): Promise<Response> {
  const { request, locals, url } = context;
  const cookies = request.headers.get('cookie') ?? '';
  const saved = readCookie(cookies, LOCALE_COOKIE);
  overlayTexts(translations());
  // A visit that begins with an expired token begins signed out; one that goes on inside the panel refreshes its token by itself.
  const opened = await adapter.box.open(cookies);
  const isExpired = opened !== null && opened.expiresAt <= Date.now() && !request.headers.has(CACHED_TEXTS_HEADER);
  const session = isExpired ? null : opened;
  locals.session = session;
  const about: Parameters<typeof makeReader>[1] = {
    token: session?.token ?? '',
    tokenHeader: env.TOKEN_HEADER,
    locale: locals.locale,
    ip: adapter.clientIp(context.clientAddress, request.headers.get('x-forwarded-for')),
    userAgent: request.headers.get('user-agent') ?? '',
    requestId,
    waitMs: env.PAGE_WAIT_MS,
  };
  locals.read = makeReader(upstream, about);

  // The language links of the sign-in pages, and of the page about a blocked request, work without script: the choice is kept, and the address is as it was.
  const chosen = url.searchParams.get('lang');
  if (/^\/(public|why)\//.test(url.pathname) && isLocale(chosen)) {
    const rest = new URLSearchParams(url.searchParams);
    rest.delete('lang');
    const answer = redirect(rest.size > 0 ? `${url.pathname}?${rest}` : url.pathname);
    answer.headers.set('set-cookie', cookieKey(LOCALE_COOKIE, chosen));
    return answer;
  }

  const here = url.pathname + url.search;
  // Nobody is asked to sign in for a page that is not there.
  if (!session && context.routePattern.endsWith('/[...missing]')) return context.rewrite('/public/missing');
  if (isPanelPath(url.pathname) && !session) return redirect(loginPath(here, isExpired));
  if (isAuthPath(url.pathname) && session && !url.searchParams.has('ended') && !url.searchParams.has('signedOut'))
    return redirect(safeRedirect(url.searchParams.get('redirectTo')));

  if (session && isPanelPath(url.pathname)) {
    locals.lacks = lackedAreas(await engines());
    const route = matchRoute(url.pathname);
    if (route && !isInArea(locals.lacks, route.name)) {
      locals.isNotOffered = true;
      return context.rewrite('/dashboard/missing');
    }
  }

  // The first page of a visit knows its reader; inside the panel the browser does.
  const isFirst = session !== null && isPanelPath(url.pathname) && !request.headers.has(CACHED_TEXTS_HEADER);
  const isActing = session !== null && request.headers.has(ACTING_HEADER);
  const person = isFirst || isActing ? await locals.read(auth.profile, {}) : null;
  locals.acting = person?.acting ?? null;
  about.access = accessWithout(locals.acting?.access, locals.lacks ?? []);
  const profile = isFirst ? (person?.profile ?? null) : null;
  const known = readCookie(cookies, ACCOUNT_LOCALE_COOKIE);
  const isNews = profile !== null && profile.language !== known;
  // A language that was chosen on this device before stays until the account has another one.
  if (isNews && (isLocale(known) || !isLocale(saved))) locals.locale = about.locale = profile.language;

  // A device sends its zone in a cookie; without one, a browser corrects the dates after hydration.
  const browserZone = readCookie(cookies, ZONE_COOKIE) ?? '';
  const region = profile?.preferences ?? (isFirst ? automaticRegion : null);
  const zone = region?.timeZone || (isTimeZone(browserZone) ? browserZone : 'UTC');
  return renderIn(isFirst && region ? { ...region, timeZone: zone } : region, url.search, async () => {
    const response = await complete(await next(), { imports, values: values(), origin: publicOrigin(env), hasShell: session !== null });
    if (isNews) {
      response.headers.append('set-cookie', cookieKey(ACCOUNT_LOCALE_COOKIE, profile.language));
      response.headers.append('set-cookie', cookieKey(LOCALE_COOKIE, locals.locale));
    }
    return response;
  });
}

interface Completion {
  imports: ScriptImports | undefined;
  values: Values;
  /** Of this installation. */
  origin: string;
  hasShell: boolean;
}

async function complete(response: Response, { imports, values, origin, hasShell }: Completion): Promise<Response> {
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-store');
  // Astro sends the policy in development too, without the hashes of its inline scripts: no island would start.
  if (import.meta.env.DEV) response.headers.delete('content-security-policy');
  // `Astro.csp` is too late in a layout, and too early here.
  const policy = hasShell && response.headers.get('content-security-policy');
  if (policy) response.headers.set('content-security-policy', policy.replace('script-src ', `script-src '${earlyHash}' `));
  return filled(response, values, (html) => (imports ? withPreloads(html, imports).replaceAll(BUILT_ORIGIN, origin) : html));
}

/** A page with the lists of the brand. It is rendered when all its reads are there, so nothing is gained by sending it piece by piece. */
async function filled(response: Response, values: Values, finish = (html: string) => html): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const page = new Response(finish(fillBlocks(await response.text(), values)), response);
  // Of the page before it was filled.
  page.headers.delete('content-length');
  return page;
}

const cookieKey = (name: string, locale: Locale): string => `${name}=${locale}; Path=/; Max-Age=31536000; SameSite=Lax`;

function loginPath(target: string, hasEnded: boolean): string {
  const query = new URLSearchParams();
  if (hasEnded) query.set('ended', '1');
  if (hasEnded || target !== '/dashboard') query.set('redirectTo', target);
  return query.size > 0 ? `/public/login?${query}` : '/public/login';
}

const redirect = (location: string) => new Response(null, { status: 302, headers: { location, 'cache-control': 'no-store' } });
