import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { isTimeOption, timeUnits } from '../../rules/cdn/edge/duration.ts';
import { maxPriority } from '../../rules/cdn/edge/priority.ts';
import { challenges } from '../../rules/cdn/edge/protection.ts';
import { Id, Time } from '../fields.ts';
import { keyWith } from '../issue.ts';
import { deployStatuses, EdgeDeploy } from './deploy.ts';

/* Shared by the calls of the CDN line. */

export const ofDomain = z.object({ domainId: Id });
export const expectedVersion = z
  .int()
  .optional()
  .describe('The version that you last read; the change is refused if it is no longer current.');

/** A duration from the choices in docs/product.md, Rules. */
export const Duration = z
  .object({ value: z.int(key('error:invalid')), unit: z.enum(timeUnits, key('error:choice')) })
  .refine(isTimeOption, key('rules:error.time'))
  .meta({ id: 'Duration' });

export const ChallengeType = z.enum(challenges, key('error:choice')).meta({ id: 'ChallengeType' });

const badPriority = keyWith('rules:error.priority', { max: maxPriority });
/** The position of a rule in its list, 1 the highest; omitted: the end of the list. */
export const Priority = z.int(badPriority).min(1, badPriority).max(maxPriority, badPriority);

/** A rule of an ordered list: its data, its position, and what is deployed when that differs from what is saved. */
export const ruleSchema = <T extends z.ZodRawShape>(data: T) =>
  z.object({
    id: Id,
    ...data,
    priority: z.int(),
    deploy: z.boolean().describe('Whether the rule is to be on the edge.'),
    draft: z
      .boolean()
      .describe(
        'Saved but not deployed: a new rule, or one whose saved form differs from `deployed`. False for a rule that was turned off.',
      ),
    deployed: z
      .object({ ...data, priority: z.int() })
      .nullish()
      .describe('The deployed form while the saved one is a draft; absent or null: the saved form, if `deploy` is on.'),
    deployStatus: z
      .enum(deployStatuses)
      .optional()
      .describe(
        'In lists: whether every connected edge applies the rule. `saved`: no edge is connected. `draft`: it isn’t to be on the edge; while edges still apply a rule that was turned off, `deploying`.',
      ),
    edge: EdgeDeploy.optional().describe(
      'In lists: how many edges apply the rule, or no longer do. Absent: it is a draft or off, or no edge is connected.',
    ),
    version: z.int().describe('Increases with each change; send it with an update.'),
    createdAt: Time,
    updatedAt: Time,
  });

/** "Save" or "save and deploy". */
export const deployNow = z.boolean().describe('True: deploy what is saved. False: save it as a draft; the edge keeps the deployed form.');

/** All rules of the list, each once, in the new order. */
export const newOrder = z.array(Id).min(1).max(1000);
