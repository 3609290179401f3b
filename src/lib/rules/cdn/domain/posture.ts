import { iso } from '../../../time.ts';
import type { EdgeSettings } from '../edge/defaults.ts';
import { parseTime } from '../edge/types.ts';
import { daysUntil, nearness } from '../ssl/expiry.ts';

/** What an overview says of a domain, by area: each has one finding, and each finding one reason. */
export const postureReasons = {
  setup: [
    'setup.ok',
    'setup.okCname',
    'setup.waiting',
    'setup.waitingCname',
    'setup.movedAway',
    'setup.paused',
    'setup.publishFailed',
    'setup.edgeSize',
    'setup.edgePolicy',
  ],
  cdn: ['cdn.some', 'cdn.none', 'cdn.noRecords'],
  certificate: [
    'certificate.ok',
    'certificate.none',
    'certificate.later',
    'certificate.issuing',
    'certificate.failed',
    'certificate.expiring',
    'certificate.expired',
    'certificate.selfSigned',
    'certificate.refused',
  ],
  https: ['https.ok', 'https.noRedirect', 'https.off'],
  waf: ['waf.on', 'waf.detection', 'waf.off'],
  firewall: ['firewall.rules', 'firewall.none', 'firewall.drafts'],
  cache: ['cache.withQuery', 'cache.withoutQuery', 'cache.off', 'cache.development'],
  clusters: ['clusters.up', 'clusters.none', 'clusters.unchecked', 'clusters.someDown', 'clusters.down'],
  dnssec: ['dnssec.active', 'dnssec.pending', 'dnssec.off', 'dnssec.planned'],
  plan: ['plan.ok', 'plan.records', 'plan.pageRules', 'plan.unpaid', 'plan.disabled'],
} as const;
export type PostureArea = keyof typeof postureReasons;
export type PostureReason = (typeof postureReasons)[PostureArea][number];

/**
 * Worst first. `saved`: set as it should be, but no edge acts on it: none is connected, or one refused it. `off`: not in use, which is a choice or a
 * step that comes later. `planned`: the product does not have it yet.
 */
export const postureStates = ['critical', 'warning', 'ok', 'saved', 'off', 'planned'] as const;
export type PostureState = (typeof postureStates)[number];

export interface Finding {
  area: PostureArea;
  state: PostureState;
  reason: PostureReason;
  /** Numbers of the reason: `days` left, `count` of `total`, `used` of `limit`. */
  numbers: Partial<Record<'days' | 'count' | 'total' | 'used' | 'limit', number>>;
  /** When it ends or happens, ISO 8601. */
  time?: string;
}

/** What is known of a domain. Times are epoch ms. */
export interface PostureFacts {
  /** Whether an edge applies what is saved. */
  hasEdge: boolean;
  /** What of the saved settings an edge refused, so that it serves those from before; null: nothing. */
  edgeRefusal: 'certificate' | 'size' | 'policy' | null;
  status: 'active' | 'inactive' | 'pending' | 'pendingNsChange';
  isCname: boolean;
  hasMovedAway: boolean;
  /** The name servers refused what was saved last. */
  publishFailed: boolean;
  certificates: readonly {
    kind: 'free' | 'custom';
    status: 'pending' | 'active' | 'failed';
    expiresAt: number | null;
    isAttached: boolean;
    isSelfSigned: boolean;
    /** The last try to renew it failed. */
    hasFault: boolean;
  }[];
  https: Pick<EdgeSettings['https'], 'enabled' | 'httpToHttps'>;
  waf: Pick<EdgeSettings['waf'], 'mode' | 'detectionUntil'>;
  firewall: { rules: number; drafts: number };
  cache: Pick<EdgeSettings['cache'], 'level' | 'developmentMode' | 'developmentUntil'>;
  /** The servers of each cluster. */
  clusters: readonly (readonly ('up' | 'down' | 'unknown')[])[];
  dnssec: 'active' | 'pending' | 'off' | 'planned';
  /** `proxied` go through the CDN. */
  records: { used: number; limit: number; proxied: number };
  /** `limit` null: by contract. */
  pageRules: { used: number; limit: number | null };
  unpaid: { disablesAt: number; isDisabled: boolean } | null;
}

type PostureResult = Omit<Finding, 'area' | 'numbers'> & Partial<Pick<Finding, 'numbers'>>;
/** From this share of a limit on, its end is in sight. */
const nearlyFull = 0.9;
const isAhead = (until: string | null | undefined, now: number): until is string => (parseTime(until) ?? 0) > now;

/** One finding for each area, the worst first and else in the order of `postureReasons`. @param now epoch ms */
export function assessPosture(facts: PostureFacts, now: number): Finding[] {
  const found: Record<PostureArea, PostureResult> = {
    setup: checkSetup(facts),
    cdn: checkCdn(facts),
    certificate: checkCertificatePosture(facts, now),
    https: checkHttps(facts),
    waf: checkWaf(facts, now),
    firewall: checkFirewall(facts),
    cache: checkCache(facts, now),
    clusters: checkClusters(facts),
    dnssec: checkDnssec(facts),
    plan: checkPlan(facts),
  };
  const isServed = facts.hasEdge && facts.edgeRefusal === null;
  // What the name servers, the health checks and the account do needs no edge.
  const ofEdge: readonly PostureArea[] = ['cdn', 'certificate', 'https', 'waf', 'firewall', 'cache'];
  const all = (Object.keys(found) as PostureArea[]).map((area): Finding => {
    const { state, ...rest } = found[area];
    return { numbers: {}, ...rest, area, state: state === 'ok' && !isServed && ofEdge.includes(area) ? 'saved' : state };
  });
  return all.sort((a, b) => postureStates.indexOf(a.state) - postureStates.indexOf(b.state));
}

function checkSetup({ status, isCname, hasMovedAway, publishFailed, edgeRefusal }: PostureFacts): PostureResult {
  if (edgeRefusal === 'size') return { state: 'critical', reason: 'setup.edgeSize' };
  if (edgeRefusal === 'policy') return { state: 'critical', reason: 'setup.edgePolicy' };
  if (status === 'inactive') return { state: 'warning', reason: 'setup.paused' };
  if (status !== 'active') {
    if (isCname) return { state: 'critical', reason: 'setup.waitingCname' };
    return hasMovedAway ? { state: 'critical', reason: 'setup.movedAway' } : { state: 'warning', reason: 'setup.waiting' };
  }
  if (publishFailed) return { state: 'critical', reason: 'setup.publishFailed' };
  return { state: 'ok', reason: isCname ? 'setup.okCname' : 'setup.ok' };
}

function checkCdn({ records: { used, proxied } }: PostureFacts): PostureResult {
  if (used === 0) return { state: 'off', reason: 'cdn.noRecords' };
  return proxied > 0 ? { state: 'ok', reason: 'cdn.some', numbers: { count: proxied } } : { state: 'warning', reason: 'cdn.none' };
}

function checkCertificatePosture({ certificates, status, edgeRefusal }: PostureFacts, now: number): PostureResult {
  if (edgeRefusal === 'certificate') return { state: 'critical', reason: 'certificate.refused' };
  const attached = certificates.filter(({ isAttached }) => isAttached);
  const [first] = attached.toSorted((a, b) => (a.expiresAt ?? 0) - (b.expiresAt ?? 0));
  const hasFailed = certificates.some((one) => one.status === 'failed');
  if (first) {
    const end = first.expiresAt ?? 0;
    const near = nearness(end, now);
    if (near === 'over') return { state: 'critical', reason: 'certificate.expired' };
    const numbers = { days: Math.max(1, daysUntil(end, now)) };
    // A free one is renewed in its last weeks: that is no problem until it fails, or its end is near.
    if (near === 'near' || (near === 'soon' && (first.kind === 'custom' || first.hasFault)))
      return { state: 'warning', reason: 'certificate.expiring', numbers };
    if (hasFailed) return { state: 'warning', reason: 'certificate.failed' };
    return attached.some(({ isSelfSigned }) => isSelfSigned)
      ? { state: 'warning', reason: 'certificate.selfSigned' }
      : { state: 'ok', reason: 'certificate.ok', numbers };
  }
  if (hasFailed) return { state: 'critical', reason: 'certificate.failed' };
  if (certificates.some((one) => one.status === 'pending')) return { state: 'off', reason: 'certificate.issuing' };
  return status === 'active' ? { state: 'warning', reason: 'certificate.none' } : { state: 'off', reason: 'certificate.later' };
}

function checkHttps({ https }: PostureFacts): PostureResult {
  if (!https.enabled) return { state: 'warning', reason: 'https.off' };
  return https.httpToHttps ? { state: 'ok', reason: 'https.ok' } : { state: 'warning', reason: 'https.noRedirect' };
}

function checkWaf({ waf: { mode, detectionUntil } }: PostureFacts, now: number): PostureResult {
  if (mode === 'on') return { state: 'ok', reason: 'waf.on' };
  if (mode === 'detection' && isAhead(detectionUntil, now)) return { state: 'warning', reason: 'waf.detection', time: detectionUntil };
  return { state: 'warning', reason: 'waf.off' };
}

function checkFirewall({ firewall: { rules, drafts } }: PostureFacts): PostureResult {
  if (drafts > 0) return { state: 'warning', reason: 'firewall.drafts', numbers: { count: drafts, total: rules } };
  return rules > 0 ? { state: 'ok', reason: 'firewall.rules', numbers: { count: rules } } : { state: 'off', reason: 'firewall.none' };
}

function checkCache({ cache: { level, developmentMode, developmentUntil } }: PostureFacts, now: number): PostureResult {
  if (developmentMode && isAhead(developmentUntil, now)) return { state: 'warning', reason: 'cache.development', time: developmentUntil };
  return level === 'off' ? { state: 'off', reason: 'cache.off' } : { state: 'ok', reason: `cache.${level}` };
}

function checkClusters({ clusters }: PostureFacts): PostureResult {
  const servers = clusters.flat();
  const known = servers.filter((health) => health !== 'unknown');
  const down = known.filter((health) => health === 'down').length;
  if (servers.length === 0) return { state: 'off', reason: 'clusters.none' };
  if (clusters.some((own) => own.length > 0 && own.every((health) => health === 'down')))
    return { state: 'critical', reason: 'clusters.down' };
  if (down > 0) return { state: 'warning', reason: 'clusters.someDown', numbers: { count: down, total: servers.length } };
  return known.length > 0
    ? { state: 'ok', reason: 'clusters.up', numbers: { count: known.length } }
    : { state: 'off', reason: 'clusters.unchecked' };
}

function checkDnssec({ dnssec }: PostureFacts): PostureResult {
  return { state: dnssec === 'active' ? 'ok' : dnssec === 'planned' ? 'planned' : 'off', reason: `dnssec.${dnssec}` };
}

function checkPlan({ records: { used: count, limit: most }, pageRules, unpaid }: PostureFacts): PostureResult {
  const records = { used: count, limit: most };
  if (unpaid?.isDisabled) return { state: 'critical', reason: 'plan.disabled' };
  if (unpaid) return { state: 'critical', reason: 'plan.unpaid', time: iso(unpaid.disablesAt) };
  if (records.used >= records.limit * nearlyFull) return { state: 'warning', reason: 'plan.records', numbers: records };
  const { used, limit } = pageRules;
  if (limit !== null && used > 0 && used >= limit) return { state: 'warning', reason: 'plan.pageRules', numbers: { used, limit } };
  return { state: 'ok', reason: 'plan.ok', numbers: records };
}
