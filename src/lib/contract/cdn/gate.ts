import { z } from 'zod';
import { planCodes } from '../../rules/core/plans.ts';

/** Whether a feature is available to a domain and, if not, why (docs/product.md, Plans). */
export const Gate = z
  .object({
    allowed: z.boolean(),
    reason: z.enum(['plan', 'tld', 'status']).optional().describe('Why it isn’t available.'),
    requiredPlan: z.enum(planCodes).optional().describe('The cheapest plan on offer that has it.'),
    limit: z.int().nullable().optional().describe('The maximum number, or the shortest time in seconds; null: by contract.'),
    used: z.int().optional().describe('The number in use, where it is counted.'),
  })
  .meta({ id: 'Gate' });
