import { z } from 'zod';
import { planCodes } from '../../rules/core/plans.ts';
import { get, group } from '../call.ts';
import { Id, Mills, Time } from '../fields.ts';

export const wallet = group('wallet', 'balance', {
  balance: get('/fin/balance', {
    area: 'finance',
    summary: 'Get the balance of the wallet, in mills',
    output: z.object({ balance: Mills }),
  }),
  charges: get('/fin/charges', {
    area: 'finance',
    summary: 'List the automatic plan charges in the next 30 days',
    output: z.object({
      total: Mills,
      until: Time,
      charges: z
        .array(z.object({ domainId: Id, domain: z.string(), plan: z.enum(planCodes), at: Time, amount: Mills }))
        .describe('Ordered by time. A charge that is waiting for credit is due now.'),
    }),
  }),
});
