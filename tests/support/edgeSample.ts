import type { EdgeConfig, PageRule, PathSettings } from '../../src/lib/rules/cdn/edge/config.ts';
import type { FirewallRule, RateLimit, WafRule } from '../../src/lib/rules/cdn/edge/protection.ts';
import { traceRequest } from '../../src/lib/rules/cdn/edge/trace.ts';
import type { EdgeRequest, LayerName, Step, Trace } from '../../src/lib/rules/cdn/edge/types.ts';
import { iso } from '../../src/lib/time.ts';

/** For tests only: a domain on which nothing blocks, and helpers to describe differences. */
export const now = Date.parse('2026-11-21T12:00:00Z');
export const at = (seconds: number): string => iso(now + seconds * 1000);

export const plain: EdgeConfig = {
  domain: { name: 'example.com', status: 'active' },
  dns: [
    { id: 'apex', name: '@', type: 'A', content: '203.0.113.10', proxy: true },
    { id: 'www', name: 'www', type: 'CNAME', content: 'example.com', proxy: true },
    { id: 'mail', name: 'mail', type: 'A', content: '203.0.113.25', proxy: false },
  ],
  firewall: { rules: [], defaultMode: 'allow', countryWhitelist: { enabled: false, countries: [] }, groups: [] },
  ddos: { enabled: false, challengeType: 'js', passTime: { value: 30, unit: 'm' }, exceptions: [] },
  rateLimits: [],
  waf: {
    mode: 'on',
    modules: [
      { id: 'sqli', enabled: true },
      { id: 'xss', enabled: true },
      { id: 'lfi', enabled: true },
      { id: 'rce', enabled: true },
      { id: 'scanner', enabled: true },
      { id: 'protocol', enabled: true },
    ],
    rules: [],
    exceptions: [],
  },
  pageRules: [],
  https: {
    enabled: true,
    httpToHttps: false,
    tlsVersions: ['1.2', '1.3'],
    hsts: { enabled: false, maxAge: { value: 6, unit: 'M' }, includeSubdomains: false, preload: false },
    backendProtocol: 'auto',
    websockets: false,
  },
  cache: { level: 'withQuery', ttl: { value: 1, unit: 'h' }, ignoreCacheControl: false, developmentMode: false, minTtl: 1800 },
  optimization: { minify: { html: false, css: false, js: false }, webp: false, imageResize: false, imageQuality: 75 },
  clusters: [],
  routes: [],
};

export const wall = (part: Partial<EdgeConfig['firewall']>): EdgeConfig => ({ ...plain, firewall: { ...plain.firewall, ...part } });
export const guarded = (part: Partial<EdgeConfig['ddos']>): EdgeConfig => ({ ...plain, ddos: { ...plain.ddos, ...part } });
export const filtered = (part: Partial<EdgeConfig['waf']>): EdgeConfig => ({ ...plain, waf: { ...plain.waf, ...part } });
export const cached = (part: Partial<EdgeConfig['cache']>): EdgeConfig => ({ ...plain, cache: { ...plain.cache, ...part } });
export const secured = (part: Partial<EdgeConfig['https']>): EdgeConfig => ({ ...plain, https: { ...plain.https, ...part } });

export const allow = (kind: FirewallRule['kind'], value: string, priority = 1): FirewallRule => ({
  id: `allow ${value} ${priority}`,
  kind,
  value,
  mode: 'allow',
  priority,
  deploy: true,
});
export const deny = (kind: FirewallRule['kind'], value: string, priority = 1): FirewallRule => ({
  ...allow(kind, value, priority),
  id: `deny ${value} ${priority}`,
  mode: 'deny',
});
export const limit = (part: Partial<RateLimit> = {}): RateLimit => ({
  id: `limit ${part.priority ?? 1}`,
  requestCount: 10,
  time: { value: 1, unit: 'm' },
  blockTime: { value: 5, unit: 'm' },
  action: 'block',
  priority: 1,
  deploy: true,
  ...part,
});
export const own = (part: Partial<WafRule>): WafRule => ({
  id: `own ${part.priority ?? 1}`,
  title: 'Own rule',
  modules: ['custom'],
  action: 'block',
  priority: 1,
  deploy: true,
  ...part,
});
export const page = (path: string, settings: PathSettings = {}, part: Partial<PageRule> = {}): PageRule => ({
  id: `page ${path} ${part.priority ?? 1}`,
  title: `Rule for ${path}`,
  path,
  priority: 1,
  mode: 'apply',
  settings,
  deploy: true,
  ...part,
});

export const trace = (config: EdgeConfig, request: Partial<EdgeRequest> = {}, source: 'deployed' | 'draft' = 'deployed'): Trace =>
  traceRequest(config, { url: 'https://example.com/', ip: '198.51.100.7', country: 'DE', asn: 64496, now, ...request }, source);

/** The last step of a layer, with its decision; its reason without the namespace. */
export function decision({ steps }: Trace, area: LayerName): Step & { reason: string } {
  const last = steps.findLast((one) => one.area === area);
  if (!last) throw new Error(`No step of ${area}`);
  return { ...last, reason: last.reasonKey.replace('edge:reason.', '') };
}
export const effect = (one: Step, name: string): [unknown, string] | undefined => {
  const found = one.effect.find((part) => part.name === name);
  return found && [found.value, found.from];
};
