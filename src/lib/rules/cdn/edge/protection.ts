/** The protecting layers of a domain: what stands before the page rules. Names are those of the API. */

/** A month counts 30 days: the options go to 720 days and to 24 months, which is the same. */
export interface Duration {
  value: number;
  unit: 's' | 'm' | 'h' | 'd' | 'M';
}
/** The kinds of challenges: CAPTCHA, JS, cookie, L3/4. */
export const challenges = ['captcha', 'js', 'cookie', 'l34'] as const;
export type Challenge = (typeof challenges)[number];
/**
 * An item of a list that is deployed on its own: `T` is what is saved. `deployed` is what the edge holds when that differs, after
 * "save" without "deploy"; absent or null: the edge holds what is saved if `deploy` is on, else nothing.
 */
export type Deployable<T> = T & { id: string; deploy: boolean; deployed?: T | null | undefined };

export interface FirewallRuleData {
  kind: 'ip' | 'country' | 'asn' | 'group';
  /** An address or range; a country by its two letters; `AS64511` or `64511`; the id of a group. */
  value: string;
  mode: 'allow' | 'deny';
  description?: string | undefined;
  priority: number;
  expiresAt?: string | null | undefined;
}
export type FirewallRule = Deployable<FirewallRuleData>;
export interface FirewallGroup {
  id: string;
  title: string;
  ipAddresses: readonly string[];
}

export interface Ddos {
  enabled: boolean;
  challengeType: Challenge;
  passTime: Duration;
  /** Addresses, ranges and paths that are never challenged. */
  exceptions: readonly string[];
  underAttackUntil?: string | null | undefined;
}

export interface RateLimitData {
  title?: string | undefined;
  /** Which paths it counts; absent: all. */
  path?: string | undefined;
  requestCount: number;
  time: Duration;
  blockTime: Duration;
  action: 'block' | 'challenge';
  challengeType?: Challenge | undefined;
  priority: number;
}
export type RateLimit = Deployable<RateLimitData>;

/** `custom`: finds something in every request, so that a rule with it acts by its conditions alone. */
export const wafModules = ['sqli', 'xss', 'lfi', 'rce', 'scanner', 'protocol', 'custom'] as const;
export type WafModule = (typeof wafModules)[number];
export interface Condition {
  /** `ip country asn host path query method body tlsVersion`, or `query:name header:name cookie:name`. */
  field: string;
  operator:
    | 'equals'
    | 'notEquals'
    | 'contains'
    | 'notContains'
    | 'startsWith'
    | 'endsWith'
    | 'matches'
    | 'in'
    | 'notIn'
    | 'exists'
    | 'notExists';
  value: string;
}
export interface WafRuleData {
  title: string;
  modules: readonly WafModule[];
  path?: string | undefined;
  conditions?: readonly Condition[] | undefined;
  action: 'allow' | 'block' | 'challenge' | 'log';
  challengeType?: Challenge | undefined;
  description?: string | undefined;
  priority: number;
}
export type WafRule = Deployable<WafRuleData>;
/** A false alarm: what of it is absent stands for all. */
export interface WafExceptionData {
  title?: string | undefined;
  path?: string | undefined;
  modules?: readonly WafModule[] | undefined;
  /** Ids of patterns, as `sqli-union`. */
  patterns?: readonly string[] | undefined;
  /** The parameter, header or cookie that may hold it. */
  argument?: string | undefined;
}
export interface Waf {
  mode: 'on' | 'detection' | 'off';
  detectionUntil?: string | null | undefined;
  sensitivity?: 'low' | 'medium' | 'high' | undefined;
  modules: readonly { id: WafModule; enabled: boolean; action?: 'block' | 'challenge' | 'log' | undefined }[];
  rules: readonly WafRule[];
  exceptions: readonly Deployable<WafExceptionData>[];
}
