import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { tlsVersions } from '../rules/edge/config.ts';
import { secondsOf } from '../rules/edge/types.ts';
import { isHostHeader, isPolicy, maxCacheTtl, maxConnectionTimeout } from '../rules/path/path.ts';
import { get, group, post } from './call.ts';
import { Duration, deployNow, newOrder, ofDomain, Priority, ruleOf, seenVersion } from './edge.ts';
import { demo, Id } from './fields.ts';
import { Gate } from './gate.ts';
import { keyWith } from './issue.ts';

const badQuality = keyWith('path:error.imageQuality', { min: 1, max: 100 });

/** What a rule sets; what is absent is as the domain has it. Limits of the plan and loops are the provider's to refuse. */
export const PathSettings = z
  .object({
    cacheTtl: Duration.refine((time) => secondsOf(time) <= maxCacheTtl, key('path:error.cacheTtlMax'))
      .optional()
      .describe('How long the edge keeps a copy; the plan has a least.'),
    hostHeader: z
      .string()
      .trim()
      .toLowerCase()
      .max(253, key('error:tooLong'))
      .refine(isHostHeader, key('path:error.hostHeader'))
      .optional()
      .describe('Sent to the origin instead of the visitor’s.'),
    redirectUrl: z
      .string()
      .trim()
      .min(1, key('path:error.redirectUrl'))
      .max(2000, key('error:tooLong'))
      .optional()
      .describe('An address, or a path of the same host. Visitors are sent there with 302.'),
    connectionTimeout: Duration.refine((time) => secondsOf(time) <= maxConnectionTimeout, key('path:error.connectionTimeout'))
      .optional()
      .describe('How long the origin may take to answer.'),
    imageResize: z.boolean().optional(),
    imageQuality: z
      .int(badQuality)
      .min(1, badQuality)
      .max(100, badQuality)
      .optional()
      .describe('Of pictures that are made anew; 75 unless set.'),
    webp: z.boolean().optional(),
    minify: z.object({ html: z.boolean(), css: z.boolean(), js: z.boolean() }).optional(),
    cspOverride: z
      .string()
      .trim()
      .max(4000, key('error:tooLong'))
      .refine(isPolicy, key('path:error.cspOverride'))
      .optional()
      .describe('Content-Security-Policy in place of the origin’s.'),
    ignoreCacheControl: z.boolean().optional().describe('The origin’s Cache-Control is not followed.'),
    queryString: z.enum(['withQuery', 'withoutQuery'], key('error:choice')).optional().describe('Whether copies differ by query string.'),
    httpToHttps: z.boolean().optional(),
    tlsVersion: z.enum(tlsVersions, key('error:choice')).optional().describe('The oldest version that is still served.'),
    hsts: z.object({ enabled: z.boolean(), maxAge: Duration, includeSubdomains: z.boolean(), preload: z.boolean() }).optional(),
    maintenanceMode: z.boolean().optional().describe('Visitors get the maintenance page with status 503.'),
  })
  .meta({ id: 'PathSettings' });

const mode = z
  .enum(['apply', 'bypass'], key('error:choice'))
  .describe('`apply` the settings, or `bypass`: nothing is cached or optimized; protection stays.');

/** What a customer writes of a rule. */
export const PathForm = z.object({
  title: z.string().trim().min(1, key('error:required')).max(100, key('error:tooLong')),
  path: z
    .string()
    .trim()
    .max(2000, key('error:tooLong'))
    .describe('Starts with the domain or a slash; `*` is anything, `?` one character.'),
  priority: Priority.optional().describe('1 is the highest; absent: the end of the list.'),
  description: z.string().trim().max(500, key('error:tooLong')).optional(),
  mode,
  settings: PathSettings,
});
export type PathForm = z.output<typeof PathForm>;

export const Path = ruleOf({
  title: z.string(),
  path: z.string(),
  description: z.string().optional(),
  mode,
  settings: PathSettings,
}).meta({ id: 'Path' });
export type Path = z.output<typeof Path>;

const ofPath = ofDomain.extend({ pathId: Id });
const one = z.object({ path: Path });
const refusals = ['rules:error.duplicatePriority', 'plan:required', 'error:validation'] as const;

export const path = group('path', {
  list: get('/domain/path/list', {
    summary: 'Page rules of a domain, the highest first',
    area: 'pageRules',
    input: ofDomain,
    output: z.object({
      paths: z.array(Path),
      limit: z.int().nullable().describe('How many the plan has; null: by contract.'),
      used: z.int(),
      minTtl: z.int().nullable().describe('Shortest cache time of the plan in seconds; null: by contract.'),
      gates: z.object({ cspOverride: Gate }).describe('Settings that not every plan has.'),
    }),
    example: { domainId: demo.domainId },
  }),
  get: get('/domain/path/get', {
    summary: 'One page rule',
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
    success: 'path:created',
    errors: [...refusals, 'path:error.limit', 'rules:error.full'],
    touches: ['trace'],
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
    summary: 'Change a page rule; what is absent stays, and settings are replaced together',
    area: 'pageRules',
    input: ofPath.extend({ ...PathForm.partial().shape, deploy: deployNow.optional(), version: seenVersion }),
    output: one,
    success: 'path:updated',
    errors: [...refusals, 'error:versionConflict'],
    touches: ['trace'],
    example: { domainId: demo.domainId, pathId: demo.pathId, title: 'Static files', deploy: true },
  }),
  delete: post('/domain/path/delete', {
    summary: 'Delete a page rule',
    area: 'pageRules',
    input: ofPath,
    output: z.object({ done: z.literal(true) }),
    success: 'path:deleted',
    touches: ['trace'],
    example: { domainId: demo.domainId, pathId: demo.pathId },
  }),
  toggleDeploy: post('/domain/path/toggleDeploy', {
    summary: 'Deploy what is saved of a page rule, or take the rule off the edge',
    area: 'pageRules',
    input: ofPath.extend({ deploy: z.boolean() }),
    output: one,
    success: 'rules:toggled',
    touches: ['trace'],
    example: { domainId: demo.domainId, pathId: demo.pathId, deploy: true },
  }),
  reorder: post('/domain/path/reorder', {
    summary: 'Put the page rules in another order; it counts at once',
    area: 'pageRules',
    input: ofDomain.extend({ ids: newOrder }),
    output: z.object({ paths: z.array(Path) }),
    success: 'rules:reordered',
    errors: ['rules:error.order'],
    touches: ['trace'],
    example: { domainId: demo.domainId, ids: [...demo.pathIds].reverse() },
  }),
});
