import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { demo, Id } from '../fields.ts';
import { keyWith } from '../issue.ts';
import { ChallengeType, Duration, deployNow, expectedVersion, newOrder, ofDomain, Priority, ruleSchema } from './edge.ts';

/** Above what any one client of a healthy site sends in the longest time. */
export const maxRequests = 10_000_000;
const badCount = keyWith('rateLimit:error.count', { max: maxRequests });

const fields = {
  title: z
    .string()
    .trim()
    .max(100, key('error:tooLong'))
    .optional()
    .describe('Name of the rule; if empty, its path is shown instead, else what it does.'),
  path: z
    .string()
    .trim()
    .max(1000, key('error:tooLong'))
    .optional()
    .describe('Paths that are counted, starting with a slash or the host; `*` matches anything. Omitted or empty: all.'),
  requestCount: z
    .int(badCount)
    .min(1, badCount)
    .max(maxRequests, badCount)
    .describe('Requests that one client may send per `time` to each edge.'),
  time: Duration,
  blockTime: Duration.describe('How long a client over the limit is blocked, or a passed challenge is valid.'),
  action: z.enum(['block', 'challenge'], key('error:choice')),
  challengeType: ChallengeType.optional().describe('With the action `challenge`.'),
};

export const RateLimitForm = z
  .object({ ...fields, priority: Priority.optional() })
  .refine(({ action, challengeType }) => action !== 'challenge' || challengeType !== undefined, {
    path: ['challengeType'],
    message: key('rateLimit:error.challengeType'),
  });
export type RateLimitForm = z.output<typeof RateLimitForm>;

export const RateLimitRule = ruleSchema(fields).meta({ id: 'RateLimitRule' });
export type RateLimitRule = z.output<typeof RateLimitRule>;

const ofRule = ofDomain.extend({ ruleId: Id });
const one = z.object({ rule: RateLimitRule });
const example = { domainId: demo.domainId, ruleId: demo.rateLimitIds[0] };

export const rateLimit = group('rateLimit', 'domain', {
  list: get('/domain/rateLimit/list', {
    summary: 'List the rate limits of a domain, highest priority first',
    area: 'rateLimit',
    input: ofDomain,
    output: z.object({ rules: z.array(RateLimitRule) }),
    example: { domainId: demo.domainId },
  }),
  create: post('/domain/rateLimit/create', {
    touches: ['draft'],
    summary: 'Add a rate limit',
    area: 'rateLimit',
    input: RateLimitForm.safeExtend({ ...ofDomain.shape, deploy: deployNow }),
    output: one,
    success: 'rateLimit:created',
    errors: ['rules:error.duplicatePriority', 'rules:error.pattern'],
    example: {
      domainId: demo.domainId,
      title: 'Search',
      path: '/search*',
      requestCount: 60,
      time: { value: 1, unit: 'm' },
      blockTime: { value: 5, unit: 'm' },
      action: 'challenge',
      challengeType: 'js',
      deploy: true,
    },
  }),
  update: post('/domain/rateLimit/update', {
    idempotent: true,
    touches: ['draft'],
    summary: 'Change a rate limit; omitted fields stay unchanged',
    area: 'rateLimit',
    input: ofRule.extend({
      ...z.object(fields).partial().shape,
      priority: Priority.optional(),
      deploy: deployNow.optional(),
      version: expectedVersion,
    }),
    output: one,
    success: 'rateLimit:updated',
    errors: ['rules:error.duplicatePriority', 'rules:error.pattern', 'rateLimit:error.challengeType', 'error:versionConflict'],
    example: { ...example, requestCount: 20, deploy: true },
  }),
  delete: post('/domain/rateLimit/delete', {
    touches: ['draft'],
    summary: 'Delete a rate limit',
    area: 'rateLimit',
    input: ofRule,
    output: z.object({ done: z.literal(true), rule: RateLimitRule.describe('The deleted rule, for undo.') }),
    success: 'rateLimit:deleted',
    example,
  }),
  toggleDeploy: post('/domain/rateLimit/toggleDeploy', {
    idempotent: true,
    touches: ['draft'],
    summary: 'Turn a rate limit on, in its saved form, or off',
    area: 'rateLimit',
    input: ofRule.extend({ deploy: z.boolean() }),
    output: one,
    success: 'rules:toggled',
    example: { ...example, deploy: false },
  }),
  reorder: post('/domain/rateLimit/reorder', {
    idempotent: true,
    touches: ['draft'],
    summary: 'Reorder the rate limits; takes effect immediately',
    area: 'rateLimit',
    input: ofDomain.extend({ ids: newOrder }),
    output: z.object({ rules: z.array(RateLimitRule) }),
    success: 'rules:reordered',
    errors: ['rules:error.order'],
    example: { domainId: demo.domainId, ids: [demo.rateLimitIds[1], demo.rateLimitIds[0]] },
  }),
});
