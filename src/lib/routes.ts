import type { TKey } from './i18n/keys.ts';
import { defaultLocale, type Locale } from './i18n/locales.ts';

/** What a route needs to know of itself: menu, palette, breadcrumb, title and guard are readings of this table. */
export interface Route {
  /** Address with parameters in brackets, as Astro writes them. */
  path: `/${string}`;
  title: TKey;
  /** Where it stands in the sidebar; null: it is reached from another screen. `security` and `traffic` are groups of a domain's menu. */
  menu: 'top' | 'domain' | 'security' | 'traffic' | 'bottom' | null;
  /** Name of a lucide icon; the sidebar maps it. */
  icon:
    | 'home'
    | 'globe'
    | 'overview'
    | 'dns'
    | 'plus'
    | 'file'
    | 'settings'
    | 'bell'
    | 'lock'
    | 'cache'
    | 'gauge'
    | 'rules'
    | 'page'
    | 'firewall'
    | 'waf'
    | 'ddos'
    | 'timer'
    | 'cluster'
    | 'trace'
    | 'plan';
  /** Route above it in the breadcrumb. */
  parent?: RouteName;
  /** A step of a wizard, which one comes to from the step before. */
  isStep?: true;
  /** Two keys that lead there from anywhere, one after the other: "g d". */
  keys?: `g ${string}`;
  /** Page of the documentation that is its guide. */
  docs: string;
}

export type RouteName =
  | 'dashboard'
  | 'domains'
  | 'domainAdd'
  | 'setupRecords'
  | 'setupServers'
  | 'setupDone'
  | 'overview'
  | 'dns'
  | 'zoneFile'
  | 'dnsSettings'
  | 'nameServers'
  | 'ssl'
  | 'https'
  | 'cache'
  | 'optimization'
  | 'pageRules'
  | 'pageRuleAdd'
  | 'pageRule'
  | 'customPages'
  | 'customPage'
  | 'firewall'
  | 'firewallGroups'
  | 'waf'
  | 'ddos'
  | 'rateLimit'
  | 'clusters'
  | 'clusterRoutes'
  | 'clusterAdd'
  | 'cluster'
  | 'trace'
  | 'plan'
  | 'domainSettings'
  | 'notifications';

export const routes: Record<RouteName, Route> = {
  dashboard: { path: '/dashboard', title: 'shell:route.dashboard', menu: 'top', icon: 'home', keys: 'g h', docs: 'getting-started' },
  domains: { path: '/domains', title: 'shell:route.domains', menu: 'domain', icon: 'globe', keys: 'g d', docs: 'getting-started' },
  domainAdd: { path: '/domains/add', title: 'shell:route.domainAdd', menu: null, icon: 'plus', parent: 'domains', docs: 'add-domain' },
  // Not `name-servers`: what has "server" in its path loads the data of servers (design.md section 5).
  setupRecords: {
    path: '/domains/[domain]/setup/records',
    title: 'shell:route.setupRecords',
    menu: null,
    isStep: true,
    icon: 'plus',
    parent: 'domains',
    docs: 'add-domain',
  },
  setupServers: {
    path: '/domains/[domain]/setup/ns',
    title: 'shell:route.setupServers',
    menu: null,
    isStep: true,
    icon: 'plus',
    parent: 'domains',
    docs: 'add-domain',
  },
  setupDone: {
    path: '/domains/[domain]/setup/done',
    title: 'shell:route.setupDone',
    menu: null,
    isStep: true,
    icon: 'plus',
    parent: 'domains',
    docs: 'add-domain',
  },
  overview: {
    path: '/domains/[domain]',
    title: 'shell:route.overview',
    menu: 'domain',
    icon: 'overview',
    keys: 'g o',
    parent: 'domains',
    docs: 'domain-overview',
  },
  dns: {
    path: '/domains/[domain]/dns',
    title: 'shell:route.dns',
    menu: 'domain',
    icon: 'dns',
    keys: 'g n',
    parent: 'domains',
    docs: 'dns-records',
  },
  zoneFile: {
    path: '/domains/[domain]/dns/zone-file',
    title: 'shell:route.zoneFile',
    menu: null,
    icon: 'file',
    keys: 'g z',
    parent: 'dns',
    docs: 'dns-records',
  },
  dnsSettings: {
    path: '/domains/[domain]/dns/settings',
    title: 'shell:route.dnsSettings',
    menu: null,
    icon: 'dns',
    parent: 'dns',
    docs: 'dns-settings',
  },
  nameServers: {
    path: '/domains/[domain]/dns/ns',
    title: 'shell:route.nameServers',
    menu: null,
    icon: 'dns',
    parent: 'dns',
    docs: 'name-servers',
  },
  ssl: {
    path: '/domains/[domain]/ssl',
    title: 'shell:route.ssl',
    menu: 'domain',
    icon: 'lock',
    parent: 'overview',
    docs: 'ssl',
  },
  https: {
    path: '/domains/[domain]/https',
    title: 'shell:route.https',
    menu: null,
    icon: 'lock',
    parent: 'ssl',
    docs: 'https',
  },
  cache: { path: '/domains/[domain]/cache', title: 'shell:route.cache', menu: 'domain', icon: 'cache', parent: 'overview', docs: 'cache' },
  optimization: {
    path: '/domains/[domain]/optimization',
    title: 'shell:route.optimization',
    menu: 'domain',
    icon: 'gauge',
    parent: 'overview',
    docs: 'optimization',
  },
  pageRules: {
    path: '/domains/[domain]/page-rules',
    title: 'shell:route.pageRules',
    menu: 'domain',
    icon: 'rules',
    parent: 'overview',
    docs: 'page-rules',
  },
  pageRuleAdd: {
    path: '/domains/[domain]/page-rules/add',
    title: 'shell:route.pageRuleAdd',
    menu: null,
    icon: 'plus',
    parent: 'pageRules',
    docs: 'page-rules',
  },
  pageRule: {
    path: '/domains/[domain]/page-rules/[rule]',
    title: 'shell:route.pageRule',
    menu: null,
    icon: 'rules',
    isStep: true,
    parent: 'pageRules',
    docs: 'page-rules',
  },
  customPages: {
    path: '/domains/[domain]/custom-pages',
    title: 'shell:route.customPages',
    menu: 'domain',
    icon: 'page',
    parent: 'overview',
    docs: 'custom-pages',
  },
  customPage: {
    path: '/domains/[domain]/custom-pages/[page]',
    title: 'shell:route.customPage',
    menu: null,
    icon: 'page',
    parent: 'customPages',
    docs: 'custom-pages',
  },
  firewall: {
    path: '/domains/[domain]/firewall',
    title: 'shell:route.firewall',
    menu: 'security',
    icon: 'firewall',
    keys: 'g f',
    parent: 'overview',
    docs: 'firewall',
  },
  firewallGroups: {
    path: '/domains/[domain]/firewall/groups',
    title: 'shell:route.firewallGroups',
    menu: null,
    icon: 'firewall',
    parent: 'firewall',
    docs: 'firewall',
  },
  waf: {
    path: '/domains/[domain]/waf',
    title: 'shell:route.waf',
    menu: 'security',
    icon: 'waf',
    parent: 'overview',
    docs: 'waf',
  },
  ddos: {
    path: '/domains/[domain]/ddos',
    title: 'shell:route.ddos',
    menu: 'security',
    icon: 'ddos',
    parent: 'overview',
    docs: 'ddos',
  },
  rateLimit: {
    path: '/domains/[domain]/rate-limit',
    title: 'shell:route.rateLimit',
    menu: 'security',
    icon: 'timer',
    parent: 'overview',
    docs: 'rate-limit',
  },
  clusters: {
    path: '/domains/[domain]/clusters',
    title: 'shell:route.clusters',
    menu: 'traffic',
    icon: 'cluster',
    parent: 'overview',
    docs: 'clusters',
  },
  clusterRoutes: {
    path: '/domains/[domain]/clusters/routes',
    title: 'shell:route.clusterRoutes',
    menu: null,
    icon: 'cluster',
    parent: 'clusters',
    docs: 'clusters',
  },
  clusterAdd: {
    path: '/domains/[domain]/clusters/add',
    title: 'shell:route.clusterAdd',
    menu: null,
    icon: 'cluster',
    parent: 'clusters',
    docs: 'clusters',
  },
  cluster: {
    path: '/domains/[domain]/clusters/[cluster]',
    title: 'shell:route.cluster',
    menu: null,
    icon: 'cluster',
    parent: 'clusters',
    docs: 'clusters',
  },
  trace: {
    path: '/domains/[domain]/trace',
    title: 'shell:route.trace',
    menu: 'traffic',
    icon: 'trace',
    parent: 'overview',
    docs: 'trace',
  },
  plan: {
    path: '/domains/[domain]/plan',
    title: 'shell:route.plan',
    menu: 'traffic',
    icon: 'plan',
    parent: 'overview',
    docs: 'plans',
  },
  // The last of a domain's menu.
  domainSettings: {
    path: '/domains/[domain]/settings',
    title: 'shell:route.domainSettings',
    menu: 'traffic',
    icon: 'settings',
    keys: 'g s',
    parent: 'overview',
    docs: 'domain-overview',
  },
  notifications: { path: '/notifications', title: 'shell:route.notifications', menu: null, icon: 'bell', docs: 'notifications' },
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

/** A page of the site in a language: English has no prefix. */
export const siteHref = (path: `/${string}`, locale: Locale): string => `${locale === defaultLocale ? '' : `/${locale}`}${path}`;

/** The guide of a screen in the documentation, in a language. */
export const guideOf = (name: RouteName, locale: Locale): string => siteHref(`/docs/${routes[name].docs}`, locale);
