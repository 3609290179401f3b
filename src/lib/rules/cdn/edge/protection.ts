/** The security layers of a domain, which precede the page rules. Names are those of the API. */

/** A month has 30 days: the options go up to 720 days and 24 months, which are equal. */
export interface Duration {
  value: number;
  unit: 's' | 'm' | 'h' | 'd' | 'M';
}
/** The challenge types: CAPTCHA, JS, cookie, L3/4. */
export const challenges = ['captcha', 'js', 'cookie', 'l34'] as const;
export type Challenge = (typeof challenges)[number];
/**
 * A separately deployed item of a list: `T` is the saved form. `deployed` is the deployed form if it differs, after
 * "save" without "deploy"; absent or null: the edge has the saved form if `deploy` is on, else nothing.
 */
export type Deployable<T> = T & { id: string; deploy: boolean; deployed?: T | null | undefined };

export interface FirewallRuleData {
  kind: 'ip' | 'country' | 'asn' | 'group';
  /** Addresses and ranges; two-letter country codes; `AS64511` or `64511`; several separated by commas. Or the ID of one group. */
  value: string;
  mode: 'allow' | 'deny';
  description?: string | undefined;
  priority: number;
  expiresAt?: string | null | undefined;
}
export type FirewallRule = Deployable<FirewallRuleData>;
/** What a rule matches: one of its values is enough. */
export const ruleParts = ({ kind, value }: Pick<FirewallRuleData, 'kind' | 'value'>): string[] =>
  kind === 'group' ? [value] : value.split(',').map((one) => one.trim());
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
  /** The paths it applies to; absent: all. */
  path?: string | undefined;
  requestCount: number;
  time: Duration;
  blockTime: Duration;
  action: 'block' | 'challenge';
  challengeType?: Challenge | undefined;
  priority: number;
}
export type RateLimit = Deployable<RateLimitData>;

/** `custom`: matches every request, so that a rule with it depends on its conditions alone. */
export const wafModules = ['sqli', 'xss', 'lfi', 'rce', 'scanner', 'protocol', 'custom'] as const;
export type WafModule = (typeof wafModules)[number];
/** Applications whose own requests look like attacks (edge/waf/profiles.ts). */
export const wafProfiles = ['wordpress', 'drupal', 'nextcloud', 'phpmyadmin'] as const;
export type WafProfile = (typeof wafProfiles)[number];
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
    | 'regex'
    | 'detectedAs'
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
/** An exception for a false positive: absent fields match everything. */
export interface WafExceptionData {
  title?: string | undefined;
  path?: string | undefined;
  modules?: readonly WafModule[] | undefined;
  /** Pattern IDs, such as `sqli-union`. */
  patterns?: readonly string[] | undefined;
  /** The parameter, header or cookie to exempt. */
  argument?: string | undefined;
}
export interface Waf {
  mode: 'on' | 'detection' | 'off';
  detectionUntil?: string | null | undefined;
  sensitivity?: 'low' | 'medium' | 'high' | undefined;
  modules: readonly { id: WafModule; enabled: boolean; action?: 'block' | 'challenge' | 'log' | undefined }[];
  /** Absent: none. */
  profiles?: readonly WafProfile[] | undefined;
  rules: readonly WafRule[];
  exceptions: readonly Deployable<WafExceptionData>[];
}
