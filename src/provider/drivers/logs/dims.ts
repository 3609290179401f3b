import { type LogDim, logDims, partSeparator } from './logs.ts';

/** What the databases write differently. Names are never quoted, and PostgreSQL turns them into lower case in every place. */
export interface LogSql {
  /** Compares the column `domain` with the ID of a domain, `?`. */
  ofDomain: string;
  /** The quotient of two integers, without its fraction. */
  quotient(dividend: string, divisor: number): string;
  /** Joins the parts of the WAF that `findings` names, or the rule of a customer, which has no pattern of ours: `part.value`. */
  joinWafParts: string;
  /** The first part of a composed value. */
  firstPart(value: string): string;
  /** Joins tables in the order in which they are written, with an `on` that follows. */
  orderedJoin: string;
}

interface Dim {
  /** SQL of the value, from the columns of `line`. */
  value: string;
  isWafPart?: true;
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
    isWafPart: true,
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
export const countEntries = (sql: LogSql, dim: LogDim, where: string, limited = false): string =>
  `select ${countColumns(sql, dim, where)} group by 1${limited && all[dim].isOpen ? ` order by 2 desc limit ${OPEN_LIMIT}` : ''}`;

/** The same in ClickHouse for each of several domains and periods, whose start is an expression: with `domain` and `start` before `value`. */
export const countEntriesByDomain = (sql: LogSql, dim: LogDim, where: string, start: string): string =>
  `select domain, ${start} as start, ${countColumns(sql, dim, where)} group by 1, 2, 3
    ${all[dim].isOpen ? `order by 4 desc limit ${OPEN_LIMIT} by domain, start` : ''}`;

function countColumns({ joinWafParts }: LogSql, dim: LogDim, where: string): string {
  const { value, isWafPart, where: own } = all[dim];
  return `${value} as value, count(*) as requests, ${total('bytes')} as bytes, ${count(cached)} as cachedRequests, max(at) as last
    from line ${isWafPart ? joinWafParts : ''} where ${where}${own ? ` and ${own}` : ''}`;
}

/** SQL of a sum of integers: PostgreSQL’s own has another type. */
export const total = (column: string): string => `cast(sum(${column}) as bigint)`;
/** SQL of the number of rows that meet a condition. */
export const count = (condition: string): string => `count(*) filter (where ${condition})`;
