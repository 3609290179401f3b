import { defaultClientErrorTtl } from '../cache/times.ts';
import type { Cache, EdgeConfig, Https, Optimization } from './config.ts';
import type { Ddos, Waf } from './protection.ts';

/** Settings of a domain by area; they have no drafts. */
export interface EdgeSettings {
  https: Https;
  /** `minTtl` comes from the plan and isn't stored here. */
  cache: Omit<Cache, 'minTtl'>;
  optimization: Optimization;
  ddos: Ddos;
  waf: Pick<Waf, 'mode' | 'detectionUntil' | 'sensitivity' | 'modules' | 'profiles'>;
  firewall: Pick<EdgeConfig['firewall'], 'defaultMode' | 'countryWhitelist'>;
}
export type SettingGroup = keyof EdgeSettings;

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
    originCheck: 'off',
    originCa: null,
    originPins: null,
    websockets: false,
  },
  cache: {
    level: 'withQuery',
    ttl: null,
    defaultTtl: null,
    clientErrorTtl: defaultClientErrorTtl,
    serverErrorTtl: null,
    heuristicFreshness: false,
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
    profiles: [],
  },
  firewall: { defaultMode: 'allow', countryWhitelist: { enabled: false, countries: [] } },
};
