import { defaultLocale, type Locale } from '../i18n/locales.ts';
import { accountRoutes } from './account.ts';
import { cdnRoutes } from './cdn.ts';
import { cloudRoutes } from './cloud.ts';
import { coreRoutes } from './core.ts';
import { financeRoutes } from './finance.ts';
import { operatorRoutes } from './operator.ts';
import type { Route as RouteOf } from './route.ts';
import { supportRoutes } from './support.ts';

/** Every screen of the panel. A route is registered in the file of its product line. */
export const routes = {
  ...coreRoutes,
  ...cdnRoutes,
  ...cloudRoutes,
  ...financeRoutes,
  ...supportRoutes,
  ...accountRoutes,
  ...operatorRoutes,
};
export type RouteName = keyof typeof routes;
export type Route = RouteOf<RouteName>;
export const routeNames = Object.keys(routes) as RouteName[]; // the keys of `routes`

/** The address of a route: `href('dns', { domain: 'example.com' })`. */
export function href(name: RouteName, params: Record<string, string> = {}): string {
  return routes[name].path.replace(/\[(\w+)\]/g, (_, param: string) => encodeURIComponent(params[param] ?? ''));
}

/** The route of a path with its parameters; null when no screen matches. A path below a screen's address matches that screen, but not exactly. */
export function matchRoute(path: string): { name: RouteName; params: Record<string, string>; isExact: boolean } | null {
  const parts = path.split('/').filter(Boolean);
  for (const { name, path: pattern } of byDepth) {
    const expected = pattern.split('/').filter(Boolean);
    const params: Record<string, string> = {};
    const matches = expected.every((part, i) => {
      const actual = parts[i];
      if (actual === undefined || !part.startsWith('[')) return actual === part;
      params[part.slice(1, -1)] = safeDecode(actual);
      return true;
    });
    if (matches) return { name, params, isExact: parts.length === expected.length };
  }
  return null;
}

/** The longest address first, and a fixed segment before a parameter, so that `/domains/add` does not match as a domain. */
const byDepth = routeNames
  .map((name) => ({ name, path: routes[name].path }))
  .sort((a, b) => b.path.split('/').length - a.path.split('/').length || a.path.split('[').length - b.path.split('[').length);

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a public page in a language. English has no prefix. */
export const siteHref = (path: `/${string}`, locale: Locale): string => `${locale === defaultLocale ? '' : `/${locale}`}${path}`;

/** The documentation page that is a screen's guide, in a language. */
export const guidePath = (name: RouteName, locale: Locale): string => siteHref(`/docs/${routes[name].docs}`, locale);

const panelRoots = new Set(routeNames.map((name) => routes[name].path.split('/')[1]));

/** Whether a path belongs to the panel and needs a session. It only decides on the redirect to sign-in: every call checks access itself. */
export const isPanelPath = (path: string): boolean => panelRoots.has(path.split('/')[1]);
