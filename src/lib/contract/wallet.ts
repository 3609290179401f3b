import { z } from 'zod';
import { planCodes } from '../rules/plans.ts';
import { get, group } from './call.ts';
import { Id, Mills, Time } from './fields.ts';

export const wallet = group('wallet', {
  balance: get('/fin/balance', {
    summary: 'The balance of the wallet, in mills',
    output: z.object({ balance: Mills }),
  }),
  charges: get('/fin/charges', {
    summary: 'What the plans of the account are charged by themselves in the coming 30 days',
    output: z.object({
      total: Mills,
      until: Time,
      charges: z
        .array(z.object({ domainId: Id, domain: z.string(), plan: z.enum(planCodes), at: Time, amount: Mills }))
        .describe('In the order of their time. One that waits for money is charged now.'),
    }),
  }),
});
