import type { TKey } from '../../../i18n/keys.ts';
import type { EdgeConfig, PathSettings, TlsVersion } from './config.ts';
import type { Challenge, Duration } from './protection.ts';
import type { Visit } from './visit.ts';

/** What is known of this client from before. The engine has no memory: who calls it counts, and says so here. */
export interface Seen {
  /** Requests in the window of the rate limit, this one not counted; `byRule` is more exact, by the id of the rule. */
  requests?: number | undefined;
  /** `blockedUntil`: epoch ms, once a limit was passed. */
  byRule?: Readonly<Record<string, { requests: number; blockedUntil?: number | undefined }>> | undefined;
  /** Challenges that were passed, at epoch ms. */
  passed?: readonly { type: Challenge; at: number }[] | undefined;
  /** The copy that the edge holds of this address, by its age in seconds. */
  copy?: { age: number } | undefined;
  /** The how many-th request of a cluster this is, for turns; and open connections by `address:port`. */
  turn?: number | undefined;
  connections?: Readonly<Record<string, number>> | undefined;
}

export interface EdgeRequest {
  /** Absolute, or from the slash on: then https of the domain. */
  url: string;
  method?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  ip: string;
  country?: string | undefined;
  asn?: number | undefined;
  /** Beside those of the header `cookie`. */
  cookies?: Readonly<Record<string, string>> | undefined;
  body?: string | undefined;
  tlsVersion?: TlsVersion | undefined;
  /** Epoch ms: the engine has no clock. */
  now: number;
  seen?: Seen | undefined;
  /** What the origin answers, when that is known: the cache asks. */
  answer?: { status: number; headers: Readonly<Record<string, string>> } | undefined;
}

/** In the order in which a request passes them (docs/decisions/0011). */
export const layerNames = [
  'dns',
  'tls',
  'firewall',
  'ddos',
  'rateLimit',
  'waf',
  'pageRules',
  'https',
  'cache',
  'optimization',
  'cluster',
] as const;
export type LayerName = (typeof layerNames)[number];

/**
 * `pass`: nothing to say against it. `skip`: the layer is off, or not for this request. `allow`: a rule wants it through. `log`: noted
 * only. `apply`: settings take effect. `store`, `serve`: the cache keeps, or answers. `forward`: goes to a server. `fail`: ends in an error.
 */
export const actions = [
  'pass',
  'skip',
  'allow',
  'log',
  'block',
  'challenge',
  'redirect',
  'maintenance',
  'apply',
  'store',
  'serve',
  'forward',
  'fail',
  'notReached',
] as const;
export type Action = (typeof actions)[number];

/** A setting with its value and who set it. */
export interface Effect {
  name: string;
  value: string | number | boolean;
  from: (typeof effectSources)[number];
}
export const effectSources = ['pageRule', 'domain', 'plan', 'origin', 'rule'] as const;

/** A value of a sentence: as it is, or to be said in the reader's language (`formatReason`): a time span, a moment in epoch ms, a country, a word. */
export type Param = string | number | { seconds: number } | { at: number } | { country: string } | { key: TKey; name?: string };
export type ReasonKey = Extract<TKey, `edge:reason.${string}`>;

export interface Step {
  area: LayerName;
  /** The rule, record, cluster or pattern it is about. */
  item?: { id: string; title: string };
  matched: boolean;
  action: Action;
  effect: Effect[];
  reasonKey: ReasonKey;
  params: Record<string, Param>;
}

/** `forwarded`: to a server of the customer. `direct`: not through the CDN at all. `served`: by a copy of the edge. */
export const outcomes = ['forwarded', 'served', 'direct', 'blocked', 'challenged', 'redirected', 'maintenance', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

export interface Trace {
  outcome: Outcome;
  /** The HTTP status that the edge answers with; null: the server's own, or the connection ends before HTTP. */
  status: number | null;
  steps: Step[];
}

/** What a layer makes of a request; `end` when nothing comes after it. */
export interface Verdict {
  steps: Step[];
  end?: { outcome: Outcome; status: number | null };
}

/** What the layers read: rules in their order, of one source. `settings` and `record` are added on the way. */
export interface Passage {
  config: EdgeConfig;
  visit: Visit;
  settings: PathSettings;
  /** The page rule that the settings are of. */
  rule: { id: string; title: string; bypass: boolean } | null;
  recordId: string | null;
  /** Where the DNS record points. */
  origin: string;
}

export function step(
  area: LayerName,
  action: Action,
  reason: ReasonKey extends `edge:reason.${infer Name}` ? Name : never,
  params: Record<string, Param> = {},
  more: { item?: Step['item'] | undefined; effect?: Effect[] } = {},
): Step {
  const { item, effect = [] } = more;
  const reasonKey = `edge:reason.${reason}` as ReasonKey; // the parameter is what remains of a ReasonKey
  return { area, ...(item && { item }), matched: item !== undefined, action, effect, reasonKey, params };
}

const units = { s: 1, m: 60, h: 3600, d: 86_400, M: 2_592_000 } as const;
export const secondsOf = ({ value, unit }: Duration): number => value * units[unit];
/** An ISO time in epoch ms; null when there is none, or none that can be read. */
export function timeOf(text: string | null | undefined): number | null {
  const time = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
/** Is a switch that ends by itself still on? Without an end it is. */
export const isUntil = (until: string | null | undefined, now: number): boolean => (timeOf(until) ?? Number.POSITIVE_INFINITY) > now;
