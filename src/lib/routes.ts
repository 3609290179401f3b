import type { TKey } from './i18n/keys.ts';
import { defaultLocale, type Locale } from './i18n/locales.ts';

/** What a route needs to know of itself: menu, palette, breadcrumb, title and guard are readings of this table. */
export interface Route {
  /** Address with parameters in brackets, as Astro writes them. */
  path: `/${string}`;
  title: TKey;
  /** Where it stands in the sidebar; null: it is reached from another screen. */
  menu: 'top' | 'domain' | 'bottom' | null;
  /** Name of a lucide icon; the sidebar maps it. */
  icon: 'home' | 'globe' | 'dns' | 'plus' | 'file';
  /** Route above it in the breadcrumb. */
  parent?: RouteName;
  /** Page of the documentation that is its guide. */
  docs: string;
}

export type RouteName = 'dashboard' | 'domains' | 'domainAdd' | 'dns' | 'zoneFile';

export const routes: Record<RouteName, Route> = {
  dashboard: { path: '/dashboard', title: 'shell:route.dashboard', menu: 'top', icon: 'home', docs: 'getting-started' },
  domains: { path: '/domains', title: 'shell:route.domains', menu: 'domain', icon: 'globe', docs: 'getting-started' },
  domainAdd: { path: '/domains/add', title: 'shell:route.domainAdd', menu: null, icon: 'plus', parent: 'domains', docs: 'getting-started' },
  dns: { path: '/domains/[domain]/dns', title: 'shell:route.dns', menu: 'domain', icon: 'dns', parent: 'domains', docs: 'dns-records' },
  zoneFile: {
    path: '/domains/[domain]/dns/zone-file',
    title: 'shell:route.zoneFile',
    menu: null,
    icon: 'file',
    parent: 'dns',
    docs: 'dns-records',
  },
};

/** The address of a route: `href('dns', { domain: 'example.com' })`. */
export function href(name: RouteName, params: Record<string, string> = {}): string {
  return routes[name].path.replace(/\[(\w+)\]/g, (_, param: string) => encodeURIComponent(params[param] ?? ''));
}

/** The route of a path, with its parameters; null when the panel has no such screen. Steps below a screen belong to it. */
export function matchRoute(path: string): { name: RouteName; params: Record<string, string> } | null {
  const parts = path.split('/').filter(Boolean);
  for (const [name, { path: pattern }] of byDepth) {
    const wanted = pattern.split('/').filter(Boolean);
    const params: Record<string, string> = {};
    const fits = wanted.every((part, i) => {
      const given = parts[i];
      if (given === undefined || !part.startsWith('[')) return given === part;
      params[part.slice(1, -1)] = safeDecode(given);
      return true;
    });
    if (fits) return { name, params };
  }
  return null;
}

/** The longest address first, and a fixed word before a parameter: `/domains/add` is no domain. */
const byDepth = (Object.entries(routes) as [RouteName, Route][]).sort(
  ([, a], [, b]) => b.path.split('/').length - a.path.split('/').length || a.path.split('[').length - b.path.split('[').length,
); // the keys of `routes`

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The guide of a screen in the documentation, in a language: English has no prefix. */
export const guideOf = (name: RouteName, locale: Locale): string =>
  `${locale === defaultLocale ? '' : `/${locale}`}/docs/${routes[name].docs}`;

/** Addresses that need a session. Only a courtesy: every call asks for itself (design.md section 2). */
export const isPanelPath = (path: string): boolean =>
  /^\/(dashboard|domains|servers|finance|tickets|account|notifications|operator)(\/|$)/.test(path);

/** Sign-in and its siblings: server-rendered, not prefixed, always dark. */
export const isAuthPath = (path: string): boolean => /^\/public\/(login|register|forgot-password)\/?$/.test(path);

/** Paths on which reference data of servers is loaded (spec.md section 2). Parameters do not count: `x-server.com` is a domain. */
export const needsServerData = (path: string): boolean => /server|api-key/.test(path.replace(/^\/domains\/[^/]+/, '/domains'));

/**
 * The address to go on to after sign-in, when it is a path of this site; else `/dashboard`. Refuses everything that a browser
 * could read as another host: `//`, `/\`, control characters, encoded or not, at any depth.
 */
export function safeRedirect(target: string | null | undefined, fallback = '/dashboard'): string {
  if (!target || target.length > 2000) return fallback;
  let decoded = target;
  for (let depth = 0; depth < 4; depth++) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
    if (/[\u0000-\u001f\u007f\\\u2028\u2029]/.test(decoded) || /^\/{2,}/.test(decoded) || !decoded.startsWith('/')) return fallback;
    // Encoded, a blank is part of a search; as it stands, a browser may drop it.
    if (depth === 0 && decoded.includes(' ')) return fallback;
    let next: string;
    try {
      next = decodeURIComponent(decoded);
    } catch {
      // A percent sign that somebody searched for ends the decoding; a broken address is not gone to.
      if (depth > 0) break;
      return fallback;
    }
    if (next === decoded) break;
    decoded = next;
  }
  try {
    const base = 'https://nasim.invalid';
    const url = new URL(target, base);
    if (url.origin !== base || url.username || url.password) return fallback;
    const path = url.pathname + url.search + url.hash;
    // Going back to sign-in, or to a call, helps nobody.
    return path.startsWith('//') || isAuthPath(url.pathname) || url.pathname.startsWith('/api/') ? fallback : path;
  } catch {
    return fallback;
  }
}
