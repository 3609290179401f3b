import { z } from 'zod';
import type { EdgeLogEntry } from '../../../lib/rules/cdn/edge/bundle.ts';
import { edgeCalls } from '../../../lib/rules/core/edgeCalls.ts';
import { readText } from '../../core/body.ts';
import type { Services } from '../../core/services.ts';
import { RAW_MS } from '../../drivers/logs/logs.ts';
import { refuse } from '../../kernel/refusal.ts';

const MAX_ENTRIES = 20_000;
/** How far the clock of an edge may be ahead. */
const AHEAD_MS = 5 * 60_000;

const Text = (max: number) => z.string().max(max);
const Count = z.int().min(0);
const IngestedEntry: z.ZodType<EdgeLogEntry> = z.object({
  id: Text(100).min(1),
  at: Count,
  domainId: Text(64),
  host: Text(255),
  ip: Text(64),
  country: z.string().regex(/^([A-Z]{2})?$/),
  asn: Count.nullable(),
  method: Text(32),
  path: Text(2048),
  query: Text(1024),
  target: Text(3073).nullish(),
  userAgent: Text(1024),
  referer: Text(2048),
  protocol: z.enum(['http/1.1', 'h2']),
  tls: Text(20).nullable(),
  status: z.int().min(0).max(999),
  bytes: Count,
  originBytes: Count,
  cache: z.enum(['hit', 'miss', 'expired', 'stale', 'revalidated', 'bypass', 'none']),
  outcome: z.enum(['forwarded', 'served', 'blocked', 'challenged', 'redirected', 'maintenance', 'failed', 'stopped']),
  layer: Text(40),
  ruleId: Text(64),
  reason: Text(100),
  pageRuleId: Text(64).nullish(),
  findings: z.array(Text(100)).max(50),
  matches: z
    .array(z.object({ pattern: Text(100), place: Text(20), name: Text(100), text: Text(1000) }))
    .max(10)
    .nullish(),
  originStatus: z.int().min(0).max(999).nullable(),
  ms: z.number().min(0).transform(Math.round),
  originMs: z.number().min(0).transform(Math.round).nullable(),
  server: Text(300),
});

interface RejectedEntry {
  /** From 1. */
  line: number;
  message: string;
}

/**
 * `POST /log/ingest`: lines of an edge, as NDJSON. Invalid lines are refused one by one and the others stored; a batch that arrives again,
 * by its `x-batch-id`, changes nothing and has the same answer. Messages are for the operator of the edge, in English.
 */
export async function ingestLog(
  services: Pick<Services, 'store' | 'logs'>,
  now: number,
  request: Request,
): Promise<{ accepted: number; refused: RejectedEntry[] }> {
  const batchId = request.headers.get('x-batch-id') ?? '';
  if (!/^[\w.:-]{1,100}$/.test(batchId)) refuse(400, 'error:malformed');
  const text = await readText(request, edgeCalls['POST /log/ingest']?.limit ?? 0, '4 MB');
  const entries = text.split('\n');
  if (entries.length > MAX_ENTRIES) refuse(413, 'error:tooLarge', { params: { max: `${MAX_ENTRIES} lines` } });
  const refused: RejectedEntry[] = [];
  const read: { line: number; value: EdgeLogEntry }[] = [];
  for (const [i, json] of entries.entries()) {
    if (json.trim() === '') continue;
    const result = readEntry(json, now);
    if (typeof result === 'string') refused.push({ line: i + 1, message: result });
    else read.push({ line: i + 1, value: result });
  }
  const domains = await knownDomains(services, new Set(read.map(({ value }) => value.domainId)));
  const lines: EdgeLogEntry[] = [];
  for (const { line, value } of read)
    if (domains.has(value.domainId)) lines.push(value);
    else refused.push({ line, message: 'domainId: no such domain' });
  const { accepted } = await services.logs.ingest({ id: batchId, lines, receivedAt: now });
  return { accepted, refused: refused.sort((a, b) => a.line - b.line) };
}

/** The line, or why it is refused. */
function readEntry(json: string, now: number): EdgeLogEntry | string {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return 'not JSON';
  }
  const { data, error } = IngestedEntry.safeParse(value);
  if (!data) {
    const [issue] = error.issues;
    return `${issue?.path.join('.') || 'line'}: ${issue?.message ?? 'invalid'}`;
  }
  if (json.includes('\\u0000')) return 'line: contains NUL';
  if (data.at < now - RAW_MS) return 'at: older than 24 hours';
  if (data.at > now + AHEAD_MS) return 'at: in the future';
  return data;
}

async function knownDomains({ store }: Pick<Services, 'store'>, ids: ReadonlySet<string>): Promise<Set<string>> {
  if (ids.size === 0) return new Set();
  const rows = await store.reader
    .selectFrom('domain')
    .select('id')
    .where('id', 'in', [...ids])
    .execute();
  return new Set(rows.map(({ id }) => id));
}
