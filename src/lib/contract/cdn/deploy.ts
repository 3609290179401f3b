import { z } from 'zod';
import { Time } from '../fields.ts';

/** `saved`: stored, but no engine is connected that could apply it. `draft` is for rules that are deliberately not deployed. */
export const deployStatuses = ['draft', 'saved', 'deploying', 'deployed', 'failed'] as const;

/** The deployment state of something that was saved. */
export const Deploy = z
  .object({
    status: z.enum(deployStatuses),
    reason: z.object({ code: z.string(), message: z.string() }).optional().describe('With `failed`: why.'),
    nextAttemptAt: Time.optional().describe('With `failed`: when it is retried; absent if it needs a change first.'),
    version: z.int().describe('The saved version.'),
    observedVersion: z.int().describe('The version that the engine serves; 0: none yet.'),
    at: Time.optional().describe('When the engine last confirmed a version.'),
  })
  .meta({ id: 'Deploy' });
export type Deploy = z.output<typeof Deploy>;

/** How far something is among the connected edges. They have no names here: those are for operators. */
export const EdgeCounts = z
  .object({
    edges: z.int().describe('Connected edges.'),
    confirmed: z.int().describe('Those of them that serve what is saved.'),
    waitingFor: z
      .array(z.string())
      .optional()
      .describe('Places of those that don’t yet, at most five; edges without a place aren’t among them. Absent: none.'),
  })
  .meta({ id: 'EdgeCounts' });
export type EdgeCounts = z.output<typeof EdgeCounts>;

/** Whether the connected edges serve everything that is saved of a domain, or what is saved of one of its rules. */
export const EdgeDeploy = z
  .object({
    status: z
      .enum(['deploying', 'deployed', 'failed'])
      .describe('`deployed`: every connected edge has confirmed it. `failed`: one of them, or the edge driver, has refused it.'),
    reason: z.object({ code: z.string(), message: z.string() }).optional().describe('With `failed`: why.'),
    ...EdgeCounts.shape,
  })
  .meta({ id: 'EdgeDeploy' });
export type EdgeDeploy = z.output<typeof EdgeDeploy>;
