import { z } from 'zod';
import { paidSupportCodes } from '../../lib/rules/core/supportPrices.ts';
import { job } from '../jobs/kind.ts';

const PriceChange = z.object({
  plan: z.enum(paidSupportCodes),
  version: z.int(),
  /** Prices that were announced and no longer come. */
  withdrawn: z.object({ month: z.number(), year: z.number(), validFrom: z.number() }).nullable(),
});

export const supportJobs = {
  announcePrices: job('supportPlan.announce', PriceChange, ({ plan, version }) => `${plan}:${version}`),
  restTickets: job('ticket.rest'),
};
