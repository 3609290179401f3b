import { type LogDim, logDims, partSeparator } from '../logs.ts';

interface Dim {
  /** SQL of the value, from the columns of `line`. */
  value: string;
  from?: string;
  where?: string;
  /** Keeps only the most frequent values of an hour: visitors can invent new ones without end. */
  isOpen?: true;
}

const joined = (...parts: string[]) => parts.join(` || '${partSeparator}' || `);
const byWaf = "(layer = 'waf' or findings <> '')";
export const cached = "cache in ('hit', 'stale', 'revalidated')";

const all: Record<LogDim, Dim> = {
  path: { value: 'path', isOpen: true },
  status: { value: 'cast(status as text)' },
  client: { value: joined('country', 'ip') },
  userAgent: { value: 'userAgent', isOpen: true },
  referer: { value: 'referer', where: "referer <> ''", isOpen: true },
  layer: { value: 'layer', where: "layer <> ''" },
  rule: { value: joined('layer', 'ruleId'), where: "ruleId <> ''" },
  wafPart: {
    value: 'part.value',
    // A rule of the customer has no pattern of ours.
    from: "join json_each(case when findings <> '' then findings else json_array(ruleId) end) part",
    where: byWaf,
  },
  wafClient: { value: joined('country', 'ip'), where: byWaf },
  wafPath: { value: 'path', where: byWaf, isOpen: true },
  error: {
    value: joined(
      'status',
      "case when coalesce(originStatus, 0) >= 400 or outcome = 'failed' then 'origin' else 'edge' end",
      'layer',
      'host',
      'path',
    ),
    where: 'status >= 400',
    isOpen: true,
  },
  pageRule: { value: 'pageRuleId', where: "pageRuleId <> ''" },
};

/** The number of a dimension in the table `value`: stored, so new ones go to the end of `logDims`. */
export const dimNumber = (dim: LogDim): number => logDims.indexOf(dim);

const OPEN_LIMIT = 1_000;

/** SQL that counts single requests by a dimension, with the columns of the table `value` from `value` on. */
export function countEntries(dim: LogDim, where: string, limited = false): string {
  const { value, from = '', where: own, isOpen } = all[dim];
  return `select ${value} as value, count(*) as requests, sum(bytes) as bytes, sum(${cached}) as cachedRequests, max(at) as last
    from line ${from} where ${where}${own ? ` and ${own}` : ''} group by 1${limited && isOpen ? ` order by 2 desc limit ${OPEN_LIMIT}` : ''}`;
}
