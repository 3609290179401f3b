import { z } from 'zod';
import { planCodes } from '../rules/plans.ts';

/** Whether a domain may have a feature, and why not (api.md section 9). */
export const Gate = z
  .object({
    allowed: z.boolean(),
    reason: z.enum(['plan', 'tld', 'status']).optional().describe('Why it is not allowed.'),
    requiredPlan: z.enum(planCodes).optional().describe('The cheapest plan that has it.'),
    limit: z.int().nullable().optional().describe('How many at most, or the shortest time in seconds; null: by contract.'),
    used: z.int().optional().describe('How many there are, where that is counted.'),
  })
  .meta({ id: 'Gate' });
