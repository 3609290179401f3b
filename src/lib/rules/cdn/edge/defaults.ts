import type { Cache, EdgeConfig, Https, Optimization, PageRuleData } from './config.ts';
import type { Ddos, FirewallRuleData, RateLimitData, Waf, WafExceptionData, WafRuleData } from './protection.ts';

/** Settings of a domain by area; they have no drafts. */
export interface EdgeSettings {
  https: Https;
  /** `minTtl` comes from the plan and isn't stored here. */
  cache: Omit<Cache, 'minTtl'>;
  optimization: Optimization;
  ddos: Ddos;
  waf: Pick<Waf, 'mode' | 'detectionUntil' | 'sensitivity' | 'modules'>;
  firewall: Pick<EdgeConfig['firewall'], 'defaultMode' | 'countryWhitelist'>;
}
export type SettingGroup = keyof EdgeSettings;

/** Rules of a domain by list; each is saved and deployed separately. */
export interface EdgeItems {
  pageRule: PageRuleData;
  firewall: FirewallRuleData;
  waf: WafRuleData;
  /** The order has no meaning. */
  wafException: WafExceptionData & { priority: number };
  rateLimit: RateLimitData;
}
export type ItemGroup = keyof EdgeItems;

/**
 * Defaults of rule fields, merged into a stored rule when it is read. A new required field of a rule gets its default here,
 * because rules stored earlier lack it. Identifying fields (a path, a value, a count) have no default.
 */
export const itemDefaults: { [A in ItemGroup]: Partial<EdgeItems[A]> } = {
  pageRule: { mode: 'apply', settings: {} },
  firewall: {},
  waf: {},
  wafException: {},
  rateLimit: { action: 'block' },
};

/**
 * The defaults of a new domain: safe for a working site, and as fast as that allows. Nothing here refuses visitors of an ordinary
 * site except the WAF, which is on from the first day (docs/product.md, Page rules, has the image quality).
 */
export const edgeDefaults: EdgeSettings = {
  https: {
    enabled: true,
    httpToHttps: false,
    tlsVersions: ['1.2', '1.3'],
    hsts: { enabled: false, maxAge: { value: 5, unit: 'm' }, includeSubdomains: false, preload: false },
    hstsRememberedUntil: null,
    http2: true,
    http3: true,
    backendProtocol: 'auto',
    websockets: false,
  },
  cache: {
    level: 'withQuery',
    ttl: null,
    browserTtl: null,
    ignoreCacheControl: false,
    developmentMode: false,
    developmentUntil: null,
    alwaysOnline: false,
    mergeSlashes: true,
  },
  optimization: { minify: { html: false, css: false, js: false }, webp: false, imageResize: false, imageQuality: 75 },
  ddos: { enabled: false, challengeType: 'js', passTime: { value: 30, unit: 'm' }, exceptions: [], underAttackUntil: null },
  waf: {
    mode: 'on',
    detectionUntil: null,
    sensitivity: 'medium',
    modules: [
      { id: 'sqli', enabled: true },
      { id: 'xss', enabled: true },
      { id: 'lfi', enabled: true },
      { id: 'rce', enabled: true },
      { id: 'scanner', enabled: true },
      { id: 'protocol', enabled: true },
    ],
  },
  firewall: { defaultMode: 'allow', countryWhitelist: { enabled: false, countries: [] } },
};
