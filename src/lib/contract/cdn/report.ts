import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { errorCauses } from '../../rules/cdn/report/cause.ts';
import { windows } from '../../rules/core/windows.ts';
import { get, group } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';

const Filter = z.string().max(2048, key('error:tooLong')).optional();
/** What reports and events can be filtered by. A value that begins with `!` excludes what it matches. */
export const logFilters = {
  country: Filter.describe('Two-letter code.'),
  status: z
    .string()
    .regex(/^!?\d{1,3}$/, key('error:invalid'))
    .optional(),
  path: Filter,
  ip: Filter,
  host: Filter,
  method: Filter,
  userAgent: Filter,
  referer: Filter,
  layer: Filter,
  ruleId: Filter,
};
export const logFilterNames = Object.keys(logFilters) as (keyof typeof logFilters)[]; // its own keys

/** What a report covers: a window that ends now, or a range. */
export const ofRange = {
  window: z.enum(windows, key('error:choice')).optional().describe('Default: `24h`.'),
  from: Time.optional().describe('With `to`, instead of `window`; up to 400 days ago.'),
  to: Time.optional(),
};
const input = z.object({ domainId: Id, ...ofRange, ...logFilters });
export type ReportInput = z.output<typeof input>;

const Count = z.int();
const Sums = z
  .object({
    requests: Count,
    bytes: Count.describe('Sent to visitors.'),
    cachedRequests: Count,
    cachedBytes: Count,
    originBytes: Count.describe('Received from the origin.'),
    c1xx: Count,
    c2xx: Count,
    c3xx: Count,
    c4xx: Count,
    c5xx: Count,
    blocked: Count,
    challenged: Count,
    waf: Count.describe('With a finding of the WAF, or ended by it.'),
    ms: Count.describe('Total time of all requests.'),
  })
  .meta({ id: 'ReportSums' });
export type ReportSums = z.output<typeof Sums>;
const Totals = Sums.extend({ visitors: Count.describe('Different IP addresses.') });

const Point = Sums.extend({ t: Time });
export type ReportPoint = z.output<typeof Point>;

const Row = z.object({ value: z.string(), requests: Count, bytes: Count, cachedRequests: Count, lastAt: Time }).meta({ id: 'ReportRow' });
const Country = z.object({ country: z.string().describe('Empty: unknown.'), visitors: Count, requests: Count, bytes: Count });
export type ReportCountry = z.output<typeof Country>;
const Client = Row.extend({ country: z.string() });

const base = {
  from: Time,
  to: Time.describe('End of the last period, which may not be over yet.'),
  step: Count.describe('Milliseconds of one period.'),
  totals: Totals,
  previous: Totals.describe('The same figures for the preceding period of the same length.'),
  comparable: z.boolean().describe('Whether `previous` is complete: the domain had requests before that period began.'),
  series: z.array(Point).describe('Every period, oldest first.'),
  generated: z.boolean().describe('A demo domain: requests of visitors that don’t exist are among them.'),
};
const Report = z.object(base);
export type Report = z.output<typeof Report>;

const reportSchema = <T extends z.ZodRawShape>(rest: T) => z.object({ report: z.object({ ...base, ...rest }) });
const about = (what: string) => `${what} of a domain; counted, never sampled. Filters need the single requests of the last 24 hours`;
const shared = {
  area: 'reports' as const,
  errors: [key('report:error.range'), key('report:error.filter')],
};
const example = { domainId: demo.domainId, window: '24h' as const };

const ErrorRow = z.object({
  code: Count,
  side: z.enum(['edge', 'origin']).describe('Who responded with this status.'),
  layer: z.string().describe('The layer that ended the request; empty: none.'),
  host: z.string(),
  path: z.string(),
  count: Count,
  lastAt: Time,
  cause: z.enum(errorCauses).describe('The likely cause.'),
});
export type ErrorRow = z.output<typeof ErrorRow>;

const DaySums = z
  .object({
    requests: Count,
    bytes: Count.describe('Sent to visitors.'),
    cachedBytes: Count.describe('Those that the origin didn’t have to send.'),
    threats: Count.describe('Requests that a layer blocked or challenged.'),
  })
  .meta({ id: 'DaySums' });
export type DaySums = z.output<typeof DaySums>;
const hours = z.array(DaySums.extend({ t: Time })).describe('24 hours, oldest first; the last one isn’t over yet.');
export type DayHour = z.output<typeof hours>[number];

export const report = group('report', null, {
  traffic: get('/domain/report/traffic', {
    ...shared,
    input,
    example,
    summary: about('Requests, traffic and cache'),
    output: reportSchema({ paths: z.array(Row), referers: z.array(Row), userAgents: z.array(Row) }),
  }),
  visitors: get('/domain/report/visitors', {
    ...shared,
    input,
    example,
    summary: about('Visitors by country'),
    output: reportSchema({ countries: z.array(Country), ips: z.array(Client) }),
  }),
  status: get('/domain/report/status', {
    ...shared,
    input,
    example,
    summary: about('Status codes'),
    output: reportSchema({ codes: z.array(z.object({ code: Count, count: Count })) }),
  }),
  waf: get('/domain/report/waf', {
    ...shared,
    input,
    example,
    summary: about('Attacks that the WAF found, and what other layers ended'),
    output: reportSchema({
      modules: z.array(Row).describe('Patterns and rules.'),
      layers: z.array(Row).describe('Requests that each layer ended.'),
      ips: z.array(Client),
      countries: z.array(Country),
      paths: z.array(Row),
    }),
  }),
  errors: get('/domain/report/errors', {
    ...shared,
    input,
    example,
    summary: about('Errors with their likely cause'),
    output: reportSchema({ rows: z.array(ErrorRow), total: Count.describe('Number of different rows.') }),
  }),
  day: get('/domain/report/day', {
    area: 'reports',
    summary: 'The last 24 hours of a domain, for its overview',
    input: z.object({ domainId: Id }),
    output: z.object({
      day: z.object({
        totals: DaySums,
        previous: DaySums.describe('The preceding 24 hours.'),
        comparable: z.boolean().describe('Whether `previous` is complete: the domain had requests before that period began.'),
        hours,
        countries: z.array(Country.omit({ visitors: true })).describe('The five with the most requests.'),
      }),
    }),
    example: { domainId: demo.domainId },
  }),
  recent: get('/domain/report/recent', {
    area: 'reports',
    summary: 'The requests of the last 24 hours of the account’s five newest domains, for the dashboard',
    input: z.object({}),
    output: z.object({
      domains: z.array(z.object({ domainId: Id, requests: Count, hours: z.array(Count).describe('Requests by hour.') })),
    }),
    example: {},
  }),
});
