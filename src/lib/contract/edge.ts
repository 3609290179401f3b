import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { isTimeOption, timeUnits } from '../rules/edge/duration.ts';
import { maxPriority } from '../rules/edge/priority.ts';
import { challenges } from '../rules/edge/protection.ts';
import { Id, Time } from './fields.ts';
import { keyWith } from './issue.ts';

/* What the calls of the CDN line share: api.md sections 15 to 24. */

export const ofDomain = z.object({ domainId: Id });
export const seenVersion = z.int().optional().describe('The version that was seen; another one refuses the change.');

/** A time as spec.md section 9 offers them. */
export const Duration = z
  .object({ value: z.int(key('error:invalid')), unit: z.enum(timeUnits, key('error:choice')) })
  .refine(isTimeOption, key('rules:error.time'))
  .meta({ id: 'Duration' });

export const ChallengeType = z.enum(challenges, key('error:choice')).meta({ id: 'ChallengeType' });

const badPriority = keyWith('rules:error.priority', { max: maxPriority });
/** The place of a rule in its list, 1 the highest; absent: the end of the list. */
export const Priority = z.int(badPriority).min(1, badPriority).max(maxPriority, badPriority);

/** Shape of a rule of an ordered list: its data, its place, and what the edge holds when that differs from what is saved. */
export const ruleOf = <T extends z.ZodRawShape>(data: T) =>
  z.object({
    id: Id,
    ...data,
    priority: z.int(),
    deploy: z.boolean().describe('Whether the edge shall hold the rule.'),
    deployed: z
      .object({ ...data, priority: z.int() })
      .nullish()
      .describe('What the edge shall hold while the saved form is a draft; absent or null: the saved form, if "deploy" is on.'),
    version: z.int().describe('Grows with each change; send it back with an update.'),
    createdAt: Time,
    updatedAt: Time,
  });

/** "Save" or "save and deploy". */
export const deployNow = z.boolean().describe('True: deploy what is saved. False: keep it as a draft; the edge goes on with what it has.');

/** Every rule of the list once, in its new order. */
export const newOrder = z.array(Id).min(1).max(1000);
