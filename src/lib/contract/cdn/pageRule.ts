import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { corsMethods, headerActions, redirectStatuses, tlsVersions } from '../../rules/cdn/edge/config.ts';
import { corsFaults, maxCorsAge, maxCorsEntries } from '../../rules/cdn/edge/cors.ts';
import { type HeaderDirection, headerFaults, maxHeaderChanges } from '../../rules/cdn/edge/headerChanges.ts';
import { durationSeconds } from '../../rules/cdn/edge/types.ts';
import { isHostHeader, isPolicy, maxCacheTtl, maxConnectionTimeout } from '../../rules/cdn/pageRule/pageRule.ts';
import { get, group, post } from '../call.ts';
import { demo, Id } from '../fields.ts';
import { keyWith } from '../issue.ts';
import { Duration, deployNow, expectedVersion, newOrder, ofDomain, Priority, ruleSchema } from './edge.ts';

const badQuality = keyWith('pageRule:error.imageQuality', { min: 1, max: 100 });

const CacheTime = Duration.refine((time) => durationSeconds(time) <= maxCacheTtl, key('pageRule:error.cacheTtlMax'));

const HeaderChange = z
  .object({
    action: z.enum(headerActions, key('error:choice')).describe('`set` replaces the values of the header, `add` leaves them.'),
    name: z.string().trim(),
    value: z.string().trim().optional().describe('Required with `set` and `add`.'),
  })
  .meta({ id: 'HeaderChange' });

const headerChanges = (direction: HeaderDirection) =>
  z
    .array(HeaderChange)
    .min(1, key('error:required'))
    .max(maxHeaderChanges, key('error:tooMany'))
    .superRefine((changes, ctx) => {
      for (const { index, at, fault } of headerFaults(direction, changes))
        ctx.addIssue({ code: 'custom', path: [index, at], message: fault.key, params: fault.params });
    })
    .optional();

const corsEntries = (least: number) =>
  z.array(z.string().trim()).min(least, key('error:required')).max(maxCorsEntries, key('error:tooMany'));
const Cors = z
  .object({
    origins: corsEntries(1).describe('Pages that may read responses, such as `https://app.example.com`; or `*` alone: any.'),
    methods: z.array(z.enum(corsMethods, key('error:choice'))).min(1, key('error:required')),
    headers: corsEntries(0).describe(
      'Request headers that pages may send in addition to the usual ones; or `*` alone: any but `Authorization`.',
    ),
    credentials: z.boolean().describe('Whether browsers send cookies and other credentials. Not with `*`.'),
    maxAge: Duration.refine((time) => durationSeconds(time) <= maxCorsAge, key('pageRule:error.corsAge')).describe(
      'How long browsers remember the response to a preflight.',
    ),
  })
  .superRefine((cors, ctx) => {
    for (const { at, fault } of corsFaults(cors)) ctx.addIssue({ code: 'custom', path: [at], message: fault.key, params: fault.params });
  })
  .meta({ id: 'Cors' });

/** What a rule sets; omitted settings are the domain's. The provider refuses what exceeds the plan, and redirect loops. */
export const PathSettings = z
  .object({
    cacheTtl: CacheTime.optional().describe('How long the edge keeps a copy, whatever the origin’s headers say; the plan sets a minimum.'),
    defaultTtl: CacheTime.optional().describe(
      'How long the edge keeps a copy if the origin’s headers set no time, even where the domain’s `ttl` would apply. Not with `cacheTtl`.',
    ),
    hostHeader: z
      .string()
      .trim()
      .toLowerCase()
      .max(253, key('error:tooLong'))
      .refine(isHostHeader, key('pageRule:error.hostHeader'))
      .optional()
      .describe('Host header sent to the origin instead of the visitor’s.'),
    redirectUrl: z
      .string()
      .trim()
      .min(1, key('pageRule:error.redirectUrl'))
      .max(2000, key('error:tooLong'))
      .optional()
      .describe('A URL, or a path on the same host. `$1` to `$9` stand for the wildcards of `path`, from the left.'),
    redirectStatus: z.literal(redirectStatuses, key('error:choice')).optional().describe('Status of the redirect; default 302.'),
    redirectQuery: z.boolean().optional().describe('Append the visitor’s query string to `redirectUrl`; default false.'),
    rewriteUrl: z
      .string()
      .trim()
      .min(1, key('pageRule:error.rewriteUrl'))
      .max(2000, key('error:tooLong'))
      .optional()
      .describe('Path, with or without a query, sent to the origin instead of the visitor’s; `$1` to `$9` as in `redirectUrl`.'),
    requestHeaders: headerChanges('request').describe('Changes of the request that the origin gets, in their order.'),
    responseHeaders: headerChanges('response').describe('Changes of the response that the visitor gets, after all other settings.'),
    cors: Cors.optional().describe('Responds to preflights at the edge, and replaces what the origin allows other sites.'),
    connectionTimeout: Duration.refine((time) => durationSeconds(time) <= maxConnectionTimeout, key('pageRule:error.connectionTimeout'))
      .optional()
      .describe('How long the origin may take to respond.'),
    imageResize: z.boolean().optional(),
    imageQuality: z
      .int(badQuality)
      .min(1, badQuality)
      .max(100, badQuality)
      .optional()
      .describe('Quality of re-encoded images in percent; default 75.'),
    webp: z.boolean().optional(),
    minify: z.object({ html: z.boolean(), css: z.boolean(), js: z.boolean() }).optional(),
    cspOverride: z
      .string()
      .trim()
      .max(4000, key('error:tooLong'))
      .refine(isPolicy, key('pageRule:error.cspOverride'))
      .optional()
      .describe('Content-Security-Policy that replaces the origin’s.'),
    ignoreCacheControl: z.boolean().optional().describe('Ignore the origin’s Cache-Control.'),
    queryString: z
      .enum(['withQuery', 'withoutQuery'], key('error:choice'))
      .optional()
      .describe('`withQuery`: the query string is part of the cache key.'),
    httpToHttps: z.boolean().optional(),
    tlsVersion: z.enum(tlsVersions, key('error:choice')).optional().describe('Minimum TLS version.'),
    hsts: z.object({ enabled: z.boolean(), maxAge: Duration, includeSubdomains: z.boolean(), preload: z.boolean() }).optional(),
    maintenanceMode: z.boolean().optional().describe('Visitors get the maintenance page with status 503.'),
  })
  .meta({ id: 'PathSettings' });

const mode = z
  .enum(['apply', 'bypass'], key('error:choice'))
  .describe('`apply` the settings, or `bypass`: nothing is cached or optimized, protection still applies.');

/** What a customer writes in a rule. */
export const PathForm = z.object({
  title: z.string().trim().min(1, key('error:required')).max(100, key('error:tooLong')),
  path: z
    .string()
    .trim()
    .max(2000, key('error:tooLong'))
    .describe('Starts with the domain or a slash; `*` matches anything, `?` one character.'),
  priority: Priority.optional().describe('1 is the highest; omitted: the end of the list.'),
  description: z.string().trim().max(500, key('error:tooLong')).optional(),
  mode,
  settings: PathSettings,
});
export type PathForm = z.output<typeof PathForm>;

export const PageRule = ruleSchema({
  title: z.string(),
  path: z.string(),
  description: z.string().optional(),
  mode,
  settings: PathSettings,
}).meta({ id: 'PageRule' });
export type PageRule = z.output<typeof PageRule>;

const ofPath = ofDomain.extend({ pathId: Id });
const one = z.object({ path: PageRule });
const refusals = ['rules:error.duplicatePriority', 'error:validation'] as const;

export const pageRule = group('pageRule', 'domain', {
  list: get('/domain/path/list', {
    summary: 'List the page rules of a domain, highest priority first',
    area: 'pageRules',
    input: ofDomain,
    output: z.object({
      paths: z.array(PageRule),
      limit: z.int().nullable().describe('Maximum of the plan; null: by contract.'),
      used: z.int(),
      requests: z
        .record(z.string(), z.int())
        .nullable()
        .describe('Requests of the last 24 hours that matched each rule, by its ID; null: the edges don’t report it.'),
      minTtl: z.int().nullable().describe('Shortest cache time of the plan in seconds; null: by contract.'),
    }),
    example: { domainId: demo.domainId },
  }),
  get: get('/domain/path/get', {
    summary: 'Get a page rule',
    area: 'pageRules',
    input: ofPath,
    output: one,
    example: { domainId: demo.domainId, pathId: demo.pathId },
  }),
  create: post('/domain/path/create', {
    summary: 'Add a page rule',
    area: 'pageRules',
    input: ofDomain.extend({ ...PathForm.shape, deploy: deployNow }),
    output: one,
    success: 'pageRule:created',
    errors: [...refusals, 'pageRule:error.limit', 'rules:error.full'],
    touches: ['trace', 'draft'],
    example: {
      domainId: demo.domainId,
      title: 'Downloads',
      path: '/downloads/*',
      mode: 'apply',
      settings: { cacheTtl: { value: 7, unit: 'd' }, ignoreCacheControl: true },
      deploy: true,
    },
  }),
  update: post('/domain/path/update', {
    idempotent: true,
    summary: 'Change a page rule; omitted fields stay unchanged, and settings are replaced as a whole',
    area: 'pageRules',
    input: ofPath.extend({ ...PathForm.partial().shape, deploy: deployNow.optional(), version: expectedVersion }),
    output: one,
    success: 'pageRule:updated',
    errors: [...refusals, 'error:versionConflict'],
    touches: ['trace', 'draft'],
    example: { domainId: demo.domainId, pathId: demo.pathId, title: 'Static files', deploy: true },
  }),
  delete: post('/domain/path/delete', {
    summary: 'Delete a page rule',
    area: 'pageRules',
    input: ofPath,
    output: z.object({ done: z.literal(true) }),
    success: 'pageRule:deleted',
    touches: ['trace', 'draft'],
    example: { domainId: demo.domainId, pathId: demo.pathId },
  }),
  toggleDeploy: post('/domain/path/toggleDeploy', {
    idempotent: true,
    summary: 'Deploy the saved form of a page rule, or remove the rule from the edge',
    area: 'pageRules',
    input: ofPath.extend({ deploy: z.boolean() }),
    output: one,
    success: 'rules:toggled',
    touches: ['trace', 'draft'],
    example: { domainId: demo.domainId, pathId: demo.pathId, deploy: true },
  }),
  reorder: post('/domain/path/reorder', {
    idempotent: true,
    summary: 'Reorder the page rules; takes effect immediately',
    area: 'pageRules',
    input: ofDomain.extend({ ids: newOrder }),
    output: z.object({ paths: z.array(PageRule) }),
    success: 'rules:reordered',
    errors: ['rules:error.order'],
    touches: ['trace', 'draft'],
    example: { domainId: demo.domainId, ids: [...demo.pathIds].reverse() },
  }),
});
