import type { Env } from '../../../config/env.ts';
import { demo } from '../../../lib/contract/fields.ts';
import type { EdgeLogEntry } from '../../../lib/rules/cdn/edge/bundle.ts';
import type { EdgeConfig } from '../../../lib/rules/cdn/edge/config.ts';
import { matchedPageRule } from '../../../lib/rules/cdn/edge/pageRules.ts';
import { configFromSource } from '../../../lib/rules/cdn/edge/source.ts';
import { passLayers, startPassage } from '../../../lib/rules/cdn/edge/trace.ts';
import { layerNames } from '../../../lib/rules/cdn/edge/types.ts';
import { logMatches } from '../../../lib/rules/cdn/edge/waf/logMatches.ts';
import { DAY, HOUR } from '../../../lib/time.ts';
import { domainForJob } from '../../db/owned.ts';
import { RAW_MS } from '../../drivers/logs/logs.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { cdnJobs } from '../jobs.ts';
import { loadEdgeConfig } from '../policy/index.ts';
import { ingestLog } from './ingest.ts';

/** Requests are generated for this long at a time. */
const SLOT_MS = 5 * 60_000;
/** Days before the last 24 hours that have requests. */
const DAYS = 29;

/** Demo domains whose visitors are made up, with the requests of their busiest five minutes. */
const domains: Readonly<Record<string, number>> = { [demo.domainId]: 32, [demo.planDomainId]: 14 };

/** Whether the reports of a domain contain generated requests. Only a demo with an edge has them. */
export const isGenerated = ({ demo: isDemo, EDGE_DRIVER }: Pick<Env, 'demo' | 'EDGE_DRIVER'>, domainId: string): boolean =>
  isDemo && EDGE_DRIVER === 'node' && domainId in domains;

/**
 * Gives demo domains the requests of the last 24 hours, which nobody makes to a domain that doesn't exist, and with `DEMO_TRAFFIC` those of
 * a month. The engine of the edge decides each of them by the rules of the domain, and they are stored as those of an edge are
 * (docs/product.md). Repeating it changes nothing: requests and the IDs of batches depend on their time only.
 */
export const demoTraffic: JobHandler = async (ctx) => {
  const sites: Site[] = [];
  for (const [domainId, most] of Object.entries(domains)) {
    if (!isGenerated(ctx.services.env, domainId)) continue;
    const domain = await domainForJob(ctx.services.store.reader, domainId);
    if (domain?.status !== 'active') continue;
    sites.push({
      domainId,
      most,
      host: domain.name,
      config: configFromSource(await loadEdgeConfig(ctx.services.store.reader, domain), 'deployed'),
    });
  }
  for (const site of sites) {
    // The slots of an hour are one batch.
    for (const slots of Map.groupBy(await missing(ctx, site.domainId), (slot) => Math.floor(slot / HOUR)).values()) {
      ctx.leaving.throwIfAborted();
      const lines = slots.flatMap((slot) => createLogEntries(site, slot));
      await ingestLog(ctx.services, ctx.now, requestWith(`demo:${site.domainId}:${slots[0]}-${slots.length}`, lines));
    }
  }
  if (ctx.services.env.DEMO_TRAFFIC && sites.length > 0) await addPast(ctx, sites);
};

/** The days before the last 24 hours, newest first. They are stored directly: edges can't send lines that are this old. */
async function addPast({ now, leaving, services: { logs, store, jobs } }: JobCtx, sites: readonly Site[]): Promise<void> {
  // The calls above begin after this slot.
  const end = Math.ceil((now - RAW_MS) / SLOT_MS) * SLOT_MS;
  const first = Math.floor(end / DAY) * DAY - DAYS * DAY;
  for (const site of sites) {
    for (let day = Math.floor(end / DAY) * DAY; day >= first; day -= DAY) {
      const to = Math.min(day + DAY, end);
      if (to <= day || (await logs.sums({ domainId: site.domainId, from: day, to: day + HOUR }, HOUR)).length > 0) continue;
      leaving.throwIfAborted();
      const slots = Array.from({ length: (to - day) / SLOT_MS }, (_, i) => day + i * SLOT_MS);
      const lines = slots.flatMap((slot) => createLogEntries(site, slot));
      await logs.ingest({ id: `demo:${site.domainId}:${day}`, lines, receivedAt: now });
    }
  }
  // Usage counts these requests too.
  await store.write('traffic.meter', async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('trafficMeter')
      .set({ since: first, until: first })
      .where('since', '>', first)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await jobs.enqueue(tx, cdnJobs.meterTraffic, {});
  });
}

interface Site {
  domainId: string;
  host: string;
  config: EdgeConfig;
  /** Requests of the busiest five minutes. */
  most: number;
}

/** The slots without requests, oldest first; a run fills them in this order, so none before a filled one is missing. */
async function missing({ now, services: { logs } }: JobCtx, domainId: string): Promise<number[]> {
  const slots: number[] = [];
  const first = Math.ceil((now - RAW_MS) / SLOT_MS) * SLOT_MS;
  for (let slot = Math.floor(now / SLOT_MS) * SLOT_MS - SLOT_MS; slot >= first; slot -= SLOT_MS) {
    if (await logs.find(requestId(domainId, slot, 0), domainId)) break;
    slots.unshift(slot);
  }
  return slots;
}

const requestId = (domainId: string, slot: number, i: number) => `demo-${slot / SLOT_MS}-${domainId.slice(-4)}-${i}`;

const requestWith = (batchId: string, lines: readonly EdgeLogEntry[]) =>
  new Request('http://edge.invalid/log/ingest', {
    method: 'POST',
    body: lines.map((line) => JSON.stringify(line)).join('\n'),
    headers: { 'x-batch-id': batchId, 'content-type': 'application/x-ndjson' },
  });

interface Visit {
  path: string;
  query?: string;
  method?: string;
  bytes: number;
  /** Status of the origin; default: 200. */
  status?: number;
  /** Percent of its requests that a stored copy answers. */
  cachedPercent?: number;
  userAgent?: string;
}

/** What visitors ask for; each of a page's files is requested about as often as a page. */
const pages: readonly Visit[] = [
  { path: '/', bytes: 18_400, cachedPercent: 88 },
  { path: '/products', bytes: 31_200, cachedPercent: 84 },
  { path: '/products/42', bytes: 22_900, cachedPercent: 76 },
  { path: '/search', query: 'q=ticket', bytes: 12_700, cachedPercent: 30 },
  { path: '/cart', bytes: 9_800 },
  { path: '/api/prices', bytes: 2_100 },
  { path: '/contact', bytes: 7_400, cachedPercent: 90 },
  { path: '/old-catalogue', bytes: 1_600, status: 404, cachedPercent: 60 },
  { path: '/login', method: 'POST', bytes: 900, status: 401 },
];
const files: readonly Visit[] = [
  { path: '/assets/app.css', bytes: 24_600, cachedPercent: 98 },
  { path: '/assets/app.js', bytes: 88_200, cachedPercent: 98 },
  { path: '/images/hero.webp', bytes: 146_000, cachedPercent: 97 },
  { path: '/images/products/42.webp', bytes: 64_300, cachedPercent: 95 },
  { path: '/fonts/text.woff2', bytes: 41_000, cachedPercent: 99 },
];
/** Percent of the requests that are for files. */
const FILES = 80;
const attacks: readonly Visit[] = [
  { path: '/products', query: "id=1' or '1'='1", bytes: 1_200, userAgent: 'sqlmap/1.8' },
  { path: '/search', query: 'q=<script>alert(1)</script>', bytes: 1_200 },
  { path: '/download', query: 'file=../../../../etc/passwd', bytes: 1_200 },
  { path: '/.env', bytes: 1_200, status: 404, userAgent: 'Mozilla/5.0 zgrab/0.x' },
  { path: '/wp-login.php', bytes: 1_200, status: 404 },
];
/** Networks for documentation (RFC 5737), so that nobody's address is in the demo. */
const places = ['IR', 'IR', 'IR', 'DE', 'DE', 'AE', 'TR', 'ES', 'US', 'FR', 'SA', 'NL'] as const;
const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
];
const referers = ['', '', 'https://search.example/', 'https://news.example/travel'];

const pick = <T>(list: readonly T[], n: number): T => list[n % list.length] as T; // the lists aren't empty

/** Once a week, for these hours and minutes of a day (UTC): scanners come in numbers, and a release answers with errors until it is rolled back. */
const isAttacked = (slot: number): boolean => weekday(slot) === 2 && slot % DAY >= 13 * HOUR && slot % DAY < 14 * HOUR;
const isBroken = (slot: number): boolean => weekday(slot) === 1 && slot % DAY >= 9 * HOUR && slot % DAY < 10.5 * HOUR;
const weekday = (time: number): number => new Date(time).getUTCDay();

function createLogEntries({ domainId, host, config, most }: Site, slot: number): EdgeLogEntry[] {
  const next = numbers(slot / SLOT_MS + domainId.charCodeAt(domainId.length - 1));
  // Evenings in Tehran are the busiest, the hours before dawn the quietest; Thursdays and Fridays are quieter than other days.
  const hour = (slot / HOUR + 3.5) % 24;
  const busy = (0.55 - 0.45 * Math.cos(((hour - 3.5) / 24) * 2 * Math.PI)) * (weekday(slot) === 4 || weekday(slot) === 5 ? 0.7 : 1);
  const usual = Math.max(1, Math.round(most * busy * (0.8 + next(40) / 100)));
  const [count, hostile] = isAttacked(slot) ? [usual * 4, 80] : [usual, 2];
  return Array.from({ length: count }, (_, i) => {
    const isAttack = next(100) < hostile;
    const client = next(180);
    const visit = isAttack ? pick(attacks, next(attacks.length)) : randomVisit(next);
    // The release purged the pages and broke them; files are served from the cache.
    const isFailing = !isAttack && isBroken(slot) && pages.includes(visit);
    const isCached = !isFailing && next(100) < (visit.cachedPercent ?? 0);
    return createLogEntry(config, {
      id: requestId(domainId, slot, i),
      at: slot + Math.floor((i / count) * SLOT_MS) + next(1000),
      domainId,
      host,
      ip: isAttack
        ? `203.0.113.${200 + (client % 20)}`
        : `${client % 2 ? '198.51.100' : '192.0.2'}.${client < 6 ? client + 64 : client + 74}`,
      country: isAttack ? pick(['RU', 'CN', 'BR'], client) : pick(places, client),
      visit: isFailing ? { ...visit, status: 500, bytes: 700 } : visit,
      userAgent: visit.userAgent ?? pick(agents, client),
      referer: isAttack ? '' : pick(referers, next(referers.length)),
      isCached,
      ms: next(120),
    });
  });
}

const randomVisit = (next: (below: number) => number): Visit =>
  next(100) < FILES ? pick(files, next(files.length)) : pick(pages, Math.min(next(pages.length), next(pages.length)));

interface DemoRequest extends Pick<EdgeLogEntry, 'id' | 'at' | 'domainId' | 'host' | 'ip' | 'country' | 'userAgent' | 'referer' | 'ms'> {
  visit: Visit;
  isCached: boolean;
}

/** A request as the edge logs it, decided by the engine with the deployed rules of the domain. */
function createLogEntry(config: EdgeConfig, { visit, isCached, ms, ...request }: DemoRequest): EdgeLogEntry {
  const { path, query = '', method = 'GET', bytes, status = 200 } = visit;
  const passage = startPassage(config, {
    url: `https://${request.host}${path}${query && `?${encodeURI(query)}`}`,
    method,
    ip: request.ip,
    country: request.country,
    headers: { 'user-agent': request.userAgent, ...(request.referer && { referer: request.referer }) },
    tlsVersion: '1.3',
    now: request.at,
  });
  if (!passage) throw new Error(`the engine can't read ${path}`);
  const { steps, end } = passLayers(passage, layerNames);
  const outcome = end?.outcome ?? 'forwarded';
  const found = steps.filter(({ reasonKey }) => reasonKey === 'edge:reason.wafFound' || reasonKey === 'edge:reason.wafLogged');
  const line = {
    ...request,
    asn: null,
    method,
    path,
    query: query && encodeURI(query),
    protocol: 'h2' as const,
    tls: 'TLSv1.3',
    pageRuleId: matchedPageRule(steps),
    findings: [...new Set(found.flatMap(({ item }) => (item ? [item.id] : [])))],
    matches: logMatches(found),
    server: '',
  };
  const none = { originBytes: 0, originStatus: null, originMs: null };
  if (outcome === 'forwarded' || outcome === 'served' || outcome === 'direct') {
    const through = { ...line, status, bytes, layer: '', ruleId: '', reason: '' };
    if (isCached) return { ...through, ...none, outcome: 'served', cache: 'hit', ms: 1 + (ms % 9) };
    const duration = 40 + ms * 3;
    return {
      ...through,
      outcome: 'forwarded',
      cache: 'miss',
      originBytes: bytes,
      originStatus: status,
      originMs: duration - 8,
      ms: duration,
    };
  }
  const last = steps.at(-1);
  return {
    ...line,
    ...none,
    outcome,
    status: end?.status ?? 502,
    bytes: 1_200,
    cache: 'none',
    layer: last?.area ?? '',
    ruleId: last?.item?.id ?? '',
    reason: last?.reasonKey.replace('edge:reason.', '') ?? '',
    ms: 1 + (ms % 5),
  };
}

/** Repeatable numbers from 0 to below a limit. */
function numbers(seed: number): (below: number) => number {
  let state = (Math.imul(seed, 2_654_435_761) ^ 0x5bd1e995) & 0x7fff_ffff;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * below);
  };
}
