import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { maxTargetLength, maxTargets, scopes } from '../../rules/cdn/cache/target.ts';
import { longestCache, longestDevelopment, longestError } from '../../rules/cdn/cache/times.ts';
import { durationSeconds } from '../../rules/cdn/edge/types.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { EdgeCounts } from './deploy.ts';
import { Duration, expectedVersion, ofDomain } from './edge.ts';

const levels = ['withQuery', 'withoutQuery', 'off'] as const;
/** At most 365 days; the plan sets the minimum (docs/product.md, Cache). */
const CacheTime = Duration.refine((time) => durationSeconds(time) <= longestCache, key('cache:error.tooLong'));
const ErrorTime = Duration.refine((time) => durationSeconds(time) <= longestError, key('cache:error.errorTooLong'));
/** Development mode is limited in time: if forgotten, it would leave the site slow. */
const DevelopmentTime = Duration.refine((time) => durationSeconds(time) <= longestDevelopment, key('cache:error.developmentFor'));

export const CacheForm = z.object({
  level: z.enum(levels, key('error:choice')).describe('How the query string affects which copy is served.'),
  ttl: CacheTime.nullable().describe('How long the edge keeps a copy, whatever the origin’s headers say; null: as they say.'),
  defaultTtl: CacheTime.nullable().describe(
    'How long the edge keeps a copy if the origin’s headers set no time; null: it isn’t cached. Not used while `ttl` is set.',
  ),
  clientErrorTtl: ErrorTime.nullable().describe(
    'How long the edge keeps 404, 405, 410 and 414 if the origin’s headers set no time, in place of a longer `ttl` or `defaultTtl`; null: they aren’t cached. Default: 3 minutes.',
  ),
  serverErrorTtl: ErrorTime.nullable().describe('The same for 5xx. Default: null.'),
  heuristicFreshness: z
    .boolean()
    .describe('If nobody sets a time, cache for a tenth of the time since `Last-Modified`, at most a day. Default: false.'),
  browserTtl: CacheTime.nullable().describe('How long a browser keeps it; null: as the origin’s headers say.'),
  ignoreCacheControl: z.boolean().describe('Cache responses even if the origin’s headers forbid it.'),
  alwaysOnline: z
    .boolean()
    .describe('Serve the last copy while the origin is unreachable, unless its headers forbid it (`must-revalidate`, `s-maxage`).'),
  mergeSlashes: z.boolean().describe('Treat slashes in a row in a path as one, for copies, purges and the origin. Default: true.'),
});
export type CacheForm = z.output<typeof CacheForm>;

export const Cache = z
  .object({
    ...CacheForm.shape,
    developmentMode: z.boolean(),
    developmentUntil: Time.nullable().describe('When development mode turns itself off.'),
    minTtl: z.int().nullable().describe('The shortest `ttl` and `defaultTtl` that the plan allows, in seconds; null: by contract.'),
    version: z.int().describe('Increases with each change; send it with an update.'),
  })
  .meta({ id: 'Cache' });
export type Cache = z.output<typeof Cache>;

export const CacheDeletion = z
  .object({
    id: Id,
    scope: z.enum(scopes),
    items: z.array(z.string()),
    state: z.enum(['waiting', 'done']).describe('`done`: every connected edge has cleared its copies.'),
    edge: EdgeCounts.optional().describe(
      'In lists, while it waits: how many edges have cleared their copies. Absent: no edge is connected.',
    ),
    createdAt: Time,
    doneAt: Time.nullable(),
  })
  .meta({ id: 'CacheDeletion' });
export type CacheDeletion = z.output<typeof CacheDeletion>;

const answer = z.object({ cache: Cache });

export const cache = group('cache', 'domain', {
  get: get('/domain/cache/get', {
    summary: 'Get the cache settings of a domain',
    area: 'caching',
    input: ofDomain,
    output: answer,
    example: { domainId: demo.domainId },
  }),
  update: post('/domain/cache/update', {
    idempotent: true,
    summary: 'Change cache settings; omitted ones stay unchanged',
    area: 'caching',
    input: ofDomain.extend({ ...CacheForm.partial().shape, version: expectedVersion }),
    output: answer,
    success: 'cache:updated',
    errors: ['cache:error.tooShort', 'error:versionConflict'],
    example: { domainId: demo.domainId, level: 'withoutQuery', ttl: { value: 1, unit: 'd' } },
  }),
  developmentMode: post('/domain/cache/developmentMode', {
    summary: 'Turn development mode on or off: every request goes to the origin',
    area: 'caching',
    input: ofDomain.extend({
      enabled: z.boolean(),
      for: DevelopmentTime.optional().describe('Default three hours, at most a day. It then turns off automatically.'),
    }),
    output: answer,
    success: 'cache:developmentChanged',
    touches: ['domain'],
    example: { domainId: demo.domainId, enabled: true, for: { value: 1, unit: 'h' } },
  }),
  delete: post('/domain/cache/delete', {
    summary: 'Clear the cache: everything, or by URL, path, host or tag',
    area: 'caching',
    input: ofDomain.extend({
      scope: z.enum(scopes, key('error:choice')),
      items: z
        .array(z.string().max(maxTargetLength, key('error:tooLong')))
        .max(maxTargets, key('cache:error.tooMany'))
        .default([])
        .describe('What to clear, one entry per copy or group of copies; empty for the scope `all`.'),
    }),
    output: z.object({
      done: z.boolean().describe('False: the request waits until an edge accepts it.'),
      deletion: CacheDeletion,
    }),
    success: 'cache:deletionSaved',
    errors: ['cache:error.url', 'cache:error.otherHost', 'cache:error.path', 'cache:error.nothing', 'error:tooManyRequests'],
    example: { domainId: demo.domainId, scope: 'urls', items: ['https://parvaz.example/assets/app.css'] },
  }),
  deleteHistory: get('/domain/cache/deleteHistory', {
    summary: 'List the last 50 requests to clear the cache, newest first',
    area: 'caching',
    input: ofDomain,
    output: z.object({ items: z.array(CacheDeletion) }),
    example: { domainId: demo.domainId },
  }),
});
