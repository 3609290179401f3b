import type { TKey } from '../../../i18n/keys.ts';
import type { EdgeConfig, PathSettings, TlsVersion } from './config.ts';
import type { Challenge, Duration } from './protection.ts';
import type { Visit } from './visit.ts';

/** The history of this client. The engine has no state: the caller keeps counts and passes them in. */
export interface RequestCounts {
  /** Requests in the window of the rate limit, without this one; `byRule` is more precise, by rule ID. */
  requests?: number | undefined;
  /** `blockedUntil`: epoch ms, once a limit was exceeded. */
  byRule?: Readonly<Record<string, { requests: number; blockedUntil?: number | undefined }>> | undefined;
  /** Passed challenges, with their time in epoch ms. */
  passed?: readonly { type: Challenge; at: number }[] | undefined;
  /** The edge's cached copy of this URL, with its age in seconds. */
  copy?: { age: number; response: OriginResponse } | undefined;
  /** The number of this request within a cluster, for round robin; and open connections by `address:port`. */
  turn?: number | undefined;
  connections?: Readonly<Record<string, number>> | undefined;
  /** Processes of the edge that count connections on their own: each allows its share of a server's limit. Absent: one. */
  workers?: number | undefined;
  /** Servers, as `address:port`, that failed: for this request, which isn't sent to them again; and for others a moment ago. */
  failed?: readonly string[] | undefined;
  failing?: readonly string[] | undefined;
  /** The server of the cluster, as `address:port`, that a cookie of the visitor names. */
  bound?: string | undefined;
}

/** A response of the origin, as far as the layers need it. */
export interface OriginResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
}

export interface EdgeRequest {
  /** Absolute, or starting with a slash: then https of the domain. */
  url: string;
  /** Path and query as received, if they differ from those of `url`: what was written is searched for attacks. */
  target?: string | undefined;
  method?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  ip: string;
  country?: string | undefined;
  asn?: number | undefined;
  /** In addition to those of the header `cookie`. */
  cookies?: Readonly<Record<string, string>> | undefined;
  /** As text, without a content encoding. An edge has its bytes (`Visit.body`). */
  body?: string | undefined;
  tlsVersion?: TlsVersion | undefined;
  /** Epoch ms: the engine has no clock. */
  now: number;
  seen?: RequestCounts | undefined;
  /** The origin's response if known, for the cache. */
  answer?: OriginResponse | undefined;
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
 * `pass`: no objection. `skip`: the layer is off, or doesn't apply. `allow`: a rule allows it. `log`: only
 * logged. `apply`: settings take effect. `store`, `serve`: by the cache. `forward`: to a server. `fail`: ends in an error.
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

/** A value in a sentence: literal, or formatted in the reader's language (`formatReason`): a duration, a time in epoch ms, a country, a word. */
export type Param = string | number | { seconds: number } | { at: number } | { country: string } | { key: TKey; name?: string };
export type ReasonKey = Extract<TKey, `edge:reason.${string}`>;

export interface Step {
  area: LayerName;
  /** The rule, record, cluster or pattern that it is about. */
  item?: { id: string; title: string };
  matched: boolean;
  action: Action;
  effect: Effect[];
  reasonKey: ReasonKey;
  params: Record<string, Param>;
}

/** `forwarded`: to the customer's server. `direct`: not through the CDN. `served`: from the cache. */
export const outcomes = ['forwarded', 'served', 'direct', 'blocked', 'challenged', 'redirected', 'maintenance', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

export interface Trace {
  outcome: Outcome;
  /** The HTTP status of the edge's response; null: the server's own, or the connection ends before HTTP. */
  status: number | null;
  steps: Step[];
}

/** The result of a layer; `end`: nothing follows. */
export interface Verdict {
  steps: Step[];
  end?: { outcome: Outcome; status: number | null };
}

/** The input of the layers: the rules of one source in order. What the page rules and the record decide is added on the way. */
export interface Passage {
  config: EdgeConfig;
  visit: Visit;
  settings: PathSettings;
  /** The page rule that the settings come from. */
  rule: { id: string; title: string; bypass: boolean } | null;
  /** Path and query for the origin; null: those of the visitor. */
  rewrite: string | null;
  recordId: string | null;
  /** The target of the DNS record. */
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
  const made: Step = { area, matched: item !== undefined, action, effect, reasonKey, params };
  if (item) made.item = item;
  return made;
}

const units = { s: 1, m: 60, h: 3600, d: 86_400, M: 2_592_000 } as const;
export const durationSeconds = ({ value, unit }: Duration): number => value * units[unit];
/** An ISO time in epoch ms; null when missing or invalid. */
export function parseTime(text: string | null | undefined): number | null {
  const time = text ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}
/** Whether a temporary mode is still on. Without an end it is. */
export const isUntil = (until: string | null | undefined, now: number): boolean => (parseTime(until) ?? Number.POSITIVE_INFINITY) > now;
