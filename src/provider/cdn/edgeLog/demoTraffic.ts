import { demo } from '../../../lib/contract/fields.ts';
import type { Env } from '../../../lib/env.ts';
import type { EdgeLogLine } from '../../../lib/rules/cdn/edge/bundle.ts';
import type { EdgeConfig } from '../../../lib/rules/cdn/edge/config.ts';
import { configOf } from '../../../lib/rules/cdn/edge/source.ts';
import { passLayers, startPassage } from '../../../lib/rules/cdn/edge/trace.ts';
import { layerNames } from '../../../lib/rules/cdn/edge/types.ts';
import { domainForJob } from '../../db/owned.ts';
import { RAW_MS } from '../../drivers/logs/logs.ts';
import type { JobCtx, JobHandler } from '../../jobs/jobs.ts';
import { edgeConfigOf } from '../edge/config.ts';
import { ingestLog } from './ingest.ts';

/** Requests are generated for this long at a time. */
const SLOT_MS = 5 * 60_000;
const HOUR = 3_600_000;

/** Demo domains whose visitors are made up, with the requests of their busiest five minutes. */
const domains: Readonly<Record<string, number>> = { [demo.domainId]: 32, [demo.planDomainId]: 14 };

/** Whether the reports of a domain contain generated requests. Only a demo with an edge has them. */
export const isGenerated = ({ demo: isDemo, EDGE_DRIVER }: Pick<Env, 'demo' | 'EDGE_DRIVER'>, domainId: string): boolean =>
  isDemo && EDGE_DRIVER === 'node' && domainId in domains;

/**
 * Gives demo domains the requests of the last 24 hours, which nobody makes to a domain that doesn't exist. The engine of the edge decides
 * each of them by the rules of the domain, and they are stored as those of an edge are (docs/product.md). Repeating it changes nothing:
 * requests and the IDs of batches depend on their time only.
 */
export const demoTraffic: JobHandler = async (ctx) => {
  for (const [domainId, most] of Object.entries(domains)) {
    if (!isGenerated(ctx.env, domainId)) continue;
    const domain = await domainForJob(ctx.store.reader, domainId);
    if (domain?.status !== 'active') continue;
    const config = configOf(await edgeConfigOf(ctx.store.reader, domain), 'deployed');
    // The slots of an hour are one batch.
    for (const slots of Map.groupBy(await missing(ctx, domainId), (slot) => Math.floor(slot / HOUR)).values()) {
      ctx.leaving.throwIfAborted();
      const lines = slots.flatMap((slot) => linesOf(domainId, domain.name, config, slot, most));
      await ingestLog(ctx, ctx.now, requestWith(`demo:${domainId}:${slots[0]}-${slots.length}`, lines));
    }
  }
};

/** The slots without requests, oldest first; a run fills them in this order, so none before a filled one is missing. */
async function missing({ logs, now }: Pick<JobCtx, 'logs' | 'now'>, domainId: string): Promise<number[]> {
  const slots: number[] = [];
  const first = Math.ceil((now - RAW_MS) / SLOT_MS) * SLOT_MS;
  for (let slot = Math.floor(now / SLOT_MS) * SLOT_MS - SLOT_MS; slot >= first; slot -= SLOT_MS) {
    if (await logs.find(idOf(domainId, slot, 0), domainId)) break;
    slots.unshift(slot);
  }
  return slots;
}

const idOf = (domainId: string, slot: number, i: number) => `demo-${slot / SLOT_MS}-${domainId.slice(-4)}-${i}`;

const requestWith = (batchId: string, lines: readonly EdgeLogLine[]) =>
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
  /** Copies of it are kept. */
  isStatic?: boolean;
  userAgent?: string;
}

/** What visitors ask for: the first ones most often. The last ones are scanners. */
const pages: readonly Visit[] = [
  { path: '/', bytes: 18_400 },
  { path: '/assets/app.css', bytes: 24_600, isStatic: true },
  { path: '/assets/app.js', bytes: 88_200, isStatic: true },
  { path: '/images/hero.webp', bytes: 146_000, isStatic: true },
  { path: '/products', bytes: 31_200 },
  { path: '/products/42', bytes: 22_900 },
  { path: '/images/products/42.webp', bytes: 64_300, isStatic: true },
  { path: '/search', query: 'q=ticket', bytes: 12_700 },
  { path: '/cart', bytes: 9_800 },
  { path: '/api/prices', bytes: 2_100 },
  { path: '/contact', bytes: 7_400 },
  { path: '/old-catalogue', bytes: 1_600, status: 404 },
  { path: '/login', method: 'POST', bytes: 900, status: 401 },
  { path: '/api/report', bytes: 700, status: 500 },
];
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

function linesOf(domainId: string, host: string, config: EdgeConfig, slot: number, most: number): EdgeLogLine[] {
  const next = numbers(slot / SLOT_MS + domainId.charCodeAt(domainId.length - 1));
  // Evenings in Tehran are the busiest, the hours before dawn the quietest.
  const hour = (slot / HOUR + 3.5) % 24;
  const busy = 0.55 - 0.45 * Math.cos(((hour - 3.5) / 24) * 2 * Math.PI);
  const count = Math.max(1, Math.round(most * busy * (0.8 + next(40) / 100)));
  return Array.from({ length: count }, (_, i) => {
    const isAttack = next(100) < 4;
    const client = next(180);
    const visit = isAttack ? pick(attacks, next(attacks.length)) : pick(pages, Math.min(next(pages.length), next(pages.length)));
    return lineOf(config, {
      id: idOf(domainId, slot, i),
      at: slot + Math.floor((i / count) * SLOT_MS) + next(1000),
      domainId,
      host,
      ip: isAttack ? `203.0.113.${200 + (client % 20)}` : `${client % 2 ? '198.51.100' : '192.0.2'}.${client + 20}`,
      country: isAttack ? pick(['RU', 'CN', 'BR'], client) : pick(places, client),
      visit,
      userAgent: visit.userAgent ?? pick(agents, client),
      referer: isAttack ? '' : pick(referers, next(referers.length)),
      isKept: visit.isStatic ? next(100) < 92 : false,
      ms: next(120),
    });
  });
}

interface Asked extends Pick<EdgeLogLine, 'id' | 'at' | 'domainId' | 'host' | 'ip' | 'country' | 'userAgent' | 'referer' | 'ms'> {
  visit: Visit;
  isKept: boolean;
}

/** A request as the edge logs it, decided by the engine with the deployed rules of the domain. */
function lineOf(config: EdgeConfig, { visit, isKept, ms, ...asked }: Asked): EdgeLogLine {
  const { path, query = '', method = 'GET', bytes, status = 200 } = visit;
  const passage = startPassage(config, {
    url: `https://${asked.host}${path}${query && `?${encodeURI(query)}`}`,
    method,
    ip: asked.ip,
    country: asked.country,
    headers: { 'user-agent': asked.userAgent, ...(asked.referer && { referer: asked.referer }) },
    tlsVersion: '1.3',
    now: asked.at,
  });
  if (!passage) throw new Error(`the engine can't read ${path}`);
  const { steps, end } = passLayers(passage, layerNames);
  const outcome = end?.outcome ?? 'forwarded';
  const found = steps.filter(({ reasonKey }) => reasonKey === 'edge:reason.wafFound' || reasonKey === 'edge:reason.wafLogged');
  const line = {
    ...asked,
    asn: null,
    method,
    path,
    query: query && encodeURI(query),
    protocol: 'h2' as const,
    tls: 'TLSv1.3',
    findings: [...new Set(found.flatMap(({ item }) => (item ? [item.id] : [])))],
    server: '',
  };
  const none = { originBytes: 0, originStatus: null, originMs: null };
  if (outcome === 'forwarded' || outcome === 'served' || outcome === 'direct') {
    const through = { ...line, status, bytes, layer: '', ruleId: '', reason: '' };
    if (isKept) return { ...through, ...none, outcome: 'served', cache: 'hit', ms: 1 + (ms % 9) };
    const took = 40 + ms * 3;
    return { ...through, outcome: 'forwarded', cache: 'miss', originBytes: bytes, originStatus: status, originMs: took - 8, ms: took };
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
