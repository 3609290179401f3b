import type { EdgeLogEntry } from '../../../lib/rules/cdn/edge/bundle.ts';
import { DAY, HOUR, MINUTE } from '../../../lib/time.ts';
import { sumFields } from './logs.ts';

/** Periods of the sums, and how long they are stored. The `grain` of a row is the period in ms. */
export const grains = [
  { ms: MINUTE, retention: 2 * DAY },
  { ms: 5 * MINUTE, retention: 14 * DAY },
  { ms: HOUR, retention: 63 * DAY },
  { ms: DAY, retention: 400 * DAY },
] as const;

/** Columns of a single request in the order of `toLogRow`. */
export const columns = [
  'at',
  'id',
  'host',
  'ip',
  'country',
  'asn',
  'method',
  'path',
  'query',
  'userAgent',
  'referer',
  'protocol',
  'tls',
  'status',
  'bytes',
  'originBytes',
  'cache',
  'outcome',
  'layer',
  'ruleId',
  'reason',
  'findings',
  'originStatus',
  'ms',
  'originMs',
  'server',
  'target',
  'pageRuleId',
  'matches',
] as const;

/** A line as it is sent to the thread and stored: the domain's ID, then `columns`. */
export type LogRow = readonly [domainId: string, ...(string | number | null)[]];

/** `findings` is a JSON list, or empty; `matches` one, or null. */
export const toLogRow = (line: EdgeLogEntry): LogRow => [
  line.domainId,
  line.at,
  line.id,
  line.host,
  line.ip,
  line.country,
  line.asn,
  line.method,
  line.path,
  line.query,
  line.userAgent,
  line.referer,
  line.protocol,
  line.tls,
  line.status,
  line.bytes,
  line.originBytes,
  line.cache,
  line.outcome,
  line.layer,
  line.ruleId,
  line.reason,
  line.findings.length > 0 ? JSON.stringify(line.findings) : '',
  line.originStatus,
  line.ms,
  line.originMs,
  line.server,
  line.target ?? null,
  line.pageRuleId ?? null,
  line.matches && line.matches.length > 0 ? JSON.stringify(line.matches) : null,
];

/** The place of a column in a row. */
export const place = Object.fromEntries(columns.map((name, i) => [name, i + 1])) as Record<(typeof columns)[number], number>; // all columns

/** How long the ID of a batch is remembered. Its lines are too old by then. */
export const BATCH_MS = 7 * DAY;
/** Lines of an hour may arrive until it is counted; later ones have it counted again. */
export const GRACE_MS = MINUTE;
/** Sums by domain and minute. */
export type MinuteSums = Map<string, { key: [domain: number, at: number]; sums: number[] }>;

/** Adds a line to the sums of its domain and minute. */
export function addToSums(sums: MinuteSums, domain: number, row: LogRow): void {
  const at = Math.floor(Number(row[place.at]) / MINUTE) * MINUTE;
  const name = `${domain} ${at}`;
  let entry = sums.get(name);
  if (!entry) {
    entry = { key: [domain, at], sums: sumFields.map(() => 0) };
    sums.set(name, entry);
  }
  const cache = row[place.cache];
  const isCached = cache === 'hit' || cache === 'stale' || cache === 'revalidated';
  const bytes = Number(row[place.bytes]);
  const status = Number(row[place.status]);
  const outcome = row[place.outcome];
  const isWaf = row[place.layer] === 'waf' || row[place.findings] !== '';
  const total = entry.sums;
  total[0]! += 1;
  total[1]! += bytes;
  if (isCached) total[2]! += 1;
  if (isCached) total[3]! += bytes;
  total[4]! += Number(row[place.originBytes]);
  if (status >= 100 && status < 600) total[4 + Math.floor(status / 100)]! += 1;
  if (outcome === 'blocked') total[10]! += 1;
  if (outcome === 'challenged') total[11]! += 1;
  if (isWaf) total[12]! += 1;
  total[13]! += Number(row[place.ms]);
}

/** Sums of minutes by a longer period. */
export function byPeriod(sums: MinuteSums, ms: number): [domain: number, at: number, sums: number[]][] {
  const found = new Map<string, [number, number, number[]]>();
  for (const { key, sums: part } of sums.values()) {
    const at = Math.floor(key[1] / ms) * ms;
    const entry = found.get(`${key[0]} ${at}`);
    if (!entry) found.set(`${key[0]} ${at}`, [key[0], at, [...part]]);
    else for (let i = 0; i < part.length; i++) entry[2][i]! += part[i]!;
  }
  return [...found.values()];
}
