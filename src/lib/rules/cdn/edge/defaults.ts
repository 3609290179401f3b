import type { Cache, EdgeConfig, Https, Optimization, PageRuleData } from './config.ts';
import type { Ddos, FirewallRuleData, RateLimitData, Waf, WafExceptionData, WafRuleData } from './protection.ts';

/** Settings of a domain by area; they have no draft. */
export interface EdgeSettings {
  https: Https;
  /** `minTtl` is of the plan, and not kept here. */
  cache: Omit<Cache, 'minTtl'>;
  optimization: Optimization;
  ddos: Ddos;
  waf: Pick<Waf, 'mode' | 'detectionUntil' | 'sensitivity' | 'modules'>;
  firewall: Pick<EdgeConfig['firewall'], 'defaultMode' | 'countryWhitelist'>;
}
export type SettingGroup = keyof EdgeSettings;

/** Rules of a domain by the list that they stand in; each is saved and deployed on its own. */
export interface EdgeItems {
  pageRule: PageRuleData;
  firewall: FirewallRuleData;
  waf: WafRuleData;
  /** Its order says nothing. */
  wafException: WafExceptionData & { priority: number };
  rateLimit: RateLimitData;
}
export type ItemGroup = keyof EdgeItems;

/**
 * Defaults of rule fields, merged into a stored rule when it is read. A required field that is added to a rule's shape gets its
 * default here, or rules that were stored before lack it. What identifies a rule (a path, a value, a count) has none.
 */
export const itemDefaults: { [A in ItemGroup]: Partial<EdgeItems[A]> } = {
  pageRule: { mode: 'apply', settings: {} },
  firewall: {},
  waf: {},
  wafException: {},
  rateLimit: { action: 'block' },
};

/**
 * What a domain begins with: safe for a site that works, and as fast as that allows. Nothing here refuses a visitor of an ordinary
 * site but the WAF, which acts from its first day (docs/product.md, Page rules, has the image quality).
 */
export const edgeDefaults: EdgeSettings = {
  https: {
    enabled: true,
    httpToHttps: false,
    tlsVersions: ['1.2', '1.3'],
    hsts: { enabled: false, maxAge: { value: 6, unit: 'M' }, includeSubdomains: false, preload: false },
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
