import { z } from 'zod';
import { Time } from './fields.ts';

/** `saved`: stored, and no engine is connected that could take it over. `draft` is for rules that are kept back on purpose. */
export const deployStatuses = ['draft', 'saved', 'deploying', 'deployed', 'failed'] as const;

/** How far something that was saved has come (api.md section 0.10). */
export const Deploy = z
  .object({
    status: z.enum(deployStatuses),
    reason: z.object({ code: z.string(), message: z.string() }).optional().describe('With `failed`: why.'),
    nextAttemptAt: Time.optional().describe('With `failed`: when it is tried again; absent when a change is needed first.'),
    version: z.int().describe('What is saved.'),
    observedVersion: z.int().describe('What the engine holds; 0: nothing yet.'),
    at: Time.optional().describe('When the engine was last seen to take something over.'),
  })
  .meta({ id: 'Deploy' });
export type Deploy = z.output<typeof Deploy>;
