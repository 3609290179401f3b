import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { maxDays, maxRules } from '../../rules/cloud/space/limits.ts';
import { get, group, post } from '../call.ts';
import { demo, Id } from '../fields.ts';
import { keyWith } from '../issue.ts';
import { Prefix } from './spaceObject.ts';

const fault = keyWith('space:lifecycle.error.days', { max: maxDays });
const Days = z.int(fault).min(1, fault).max(maxDays, fault).nullable();

export const SpaceLifecycleRule = z
  .object({
    id: z.string().max(255).describe('Empty: a new rule, which gets one.'),
    isEnabled: z.boolean(),
    prefix: Prefix,
    expireDays: Days.describe('Days after their last change until objects are deleted; null: never.'),
    noncurrentDays: Days.describe('Days after their replacement until versions are deleted; null: never.'),
    abortDays: Days.describe('Days until unfinished uploads are deleted; null: as in a space without rules.'),
  })
  .superRefine(({ expireDays, noncurrentDays, abortDays }, ctx) => {
    if (expireDays === null && noncurrentDays === null && abortDays === null)
      ctx.addIssue({ code: 'custom', message: key('space:lifecycle.error.empty'), path: ['expireDays'] });
  })
  .meta({ id: 'SpaceLifecycleRule' });
export type SpaceLifecycleRule = z.output<typeof SpaceLifecycleRule>;

export const SpaceLifecycleForm = z.object({
  rules: z.array(SpaceLifecycleRule).max(maxRules, keyWith('space:lifecycle.error.limit', { max: maxRules })),
});

export const SpaceLifecycle = z
  .object({
    rules: z.array(SpaceLifecycleRule),
    others: z
      .array(z.object({ id: z.string(), isEnabled: z.boolean(), elements: z.array(z.object({ name: z.string(), value: z.string() })) }))
      .describe('Rules of S3 clients that use more than this, such as sizes, dates or tags. They stay when rules are set.'),
    revision: z.string().describe('Changes with any of the rules; send it with an update.'),
  })
  .meta({ id: 'SpaceLifecycle' });
export type SpaceLifecycle = z.output<typeof SpaceLifecycle>;

const errors = ['space:error.noStore', 'space:error.unsupported', 'space:error.unavailable'] as const;

export const spaceLifecycle = group('spaceLifecycle', 'server', {
  get: get('/server/space/lifecycle', {
    summary: 'Get the lifecycle rules of a space',
    area: 'servers',
    input: z.object({ spaceId: Id }),
    output: SpaceLifecycle,
    example: { spaceId: demo.spaceId },
  }),
  set: post('/server/space/lifecycle/set', {
    summary: 'Replace the lifecycle rules of a space, except those of S3 clients that use more',
    area: 'servers',
    input: SpaceLifecycleForm.extend({ spaceId: Id, revision: z.string().max(100).describe('That you last read.') }),
    output: SpaceLifecycle,
    success: 'space:lifecycle.changed',
    errors: ['error:versionConflict', 'space:lifecycle.error.limit', 'space:lifecycle.error.id', 'space:error.suspended', ...errors],
    example: {
      spaceId: demo.spaceId,
      // Of a space without rules: the hash of an empty text.
      revision: '47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU',
      rules: [{ id: 'logs', isEnabled: true, prefix: 'logs/', expireDays: 30, noncurrentDays: null, abortDays: null }],
    },
  }),
});
