import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { maxTargetLength, maxTargets, scopes } from '../rules/cache/target.ts';
import { longestCache, longestDevelopment } from '../rules/cache/times.ts';
import { secondsOf } from '../rules/edge/types.ts';
import { get, group, post } from './call.ts';
import { Duration, ofDomain, seenVersion } from './edge.ts';
import { demo, Id, Time } from './fields.ts';

const levels = ['withQuery', 'withoutQuery', 'off'] as const;
/** spec.md section 9: up to 365 days. The plan has the least. */
const CacheTime = Duration.refine((time) => secondsOf(time) <= longestCache, key('cache:error.tooLong'));
/** Development mode is short: who forgets it has a slow site. */
const DevelopmentTime = Duration.refine((time) => secondsOf(time) <= longestDevelopment, key('cache:error.developmentFor'));

export const CacheForm = z.object({
  level: z.enum(levels, key('error:choice')).describe('Whether addresses that differ in their query string are different copies.'),
  ttl: CacheTime.nullable().describe('How long the edge keeps a copy; null: as the origin says.'),
  browserTtl: CacheTime.nullable().describe('How long a browser keeps it; null: as the origin says.'),
  ignoreCacheControl: z.boolean().describe('Keep what the origin asks not to keep.'),
  alwaysOnline: z.boolean().describe('Serve the last copy while the origin does not answer.'),
});
export type CacheForm = z.output<typeof CacheForm>;

export const Cache = z
  .object({
    ...CacheForm.shape,
    developmentMode: z.boolean(),
    developmentUntil: Time.nullable().describe('When development mode turns itself off.'),
    minTtl: z.int().nullable().describe('The shortest `ttl` of the plan, in seconds; null: by contract.'),
    version: z.int().describe('Grows with each change; send it back with an update.'),
  })
  .meta({ id: 'Cache' });
export type Cache = z.output<typeof Cache>;

export const CacheDeletion = z
  .object({
    id: Id,
    scope: z.enum(scopes),
    items: z.array(z.string()),
    state: z.enum(['waiting', 'done']).describe('`waiting`: no edge has taken the request yet.'),
    createdAt: Time,
    doneAt: Time.nullable(),
  })
  .meta({ id: 'CacheDeletion' });
export type CacheDeletion = z.output<typeof CacheDeletion>;

const answer = z.object({ cache: Cache });

export const cache = group('cache', {
  get: get('/domain/cache/get', {
    summary: 'What the edge keeps copies of, and for how long',
    area: 'caching',
    input: ofDomain,
    output: answer,
    example: { domainId: demo.domainId },
  }),
  update: post('/domain/cache/update', {
    summary: 'Change settings of the cache; those that are absent stay',
    area: 'caching',
    input: ofDomain.extend({ ...CacheForm.partial().shape, version: seenVersion }),
    output: answer,
    success: 'cache:updated',
    errors: ['cache:error.tooShort', 'error:versionConflict'],
    example: { domainId: demo.domainId, level: 'withoutQuery', ttl: { value: 1, unit: 'd' } },
  }),
  developmentMode: post('/domain/cache/developmentMode', {
    summary: 'Answer every request from the origin for a while',
    area: 'caching',
    input: ofDomain.extend({
      enabled: z.boolean(),
      for: DevelopmentTime.optional().describe('How long; three hours when absent, a day at most. It turns itself off.'),
    }),
    output: answer,
    success: 'cache:developmentChanged',
    example: { domainId: demo.domainId, enabled: true, for: { value: 1, unit: 'h' } },
  }),
  delete: post('/domain/cache/delete', {
    summary: 'Clear copies: all, or by address, path, host or tag',
    area: 'caching',
    input: ofDomain.extend({
      scope: z.enum(scopes, key('error:choice')),
      items: z
        .array(z.string().max(maxTargetLength, key('error:tooLong')))
        .max(maxTargets, key('cache:error.tooMany'))
        .default([])
        .describe('One for each copy or group of copies; none with the scope `all`.'),
    }),
    output: z.object({
      done: z.boolean().describe('False: the request is kept until an edge takes it.'),
      deletion: CacheDeletion,
    }),
    success: 'cache:deletionSaved',
    errors: ['cache:error.url', 'cache:error.otherHost', 'cache:error.path', 'cache:error.nothing', 'error:tooManyRequests'],
    example: { domainId: demo.domainId, scope: 'urls', items: ['https://parvaz.example/assets/app.css'] },
  }),
  deleteHistory: get('/domain/cache/deleteHistory', {
    summary: 'The newest fifty requests to clear the cache, newest first',
    area: 'caching',
    input: ofDomain,
    output: z.object({ items: z.array(CacheDeletion) }),
    example: { domainId: demo.domainId },
  }),
});
