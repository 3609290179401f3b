import { z } from 'zod';
import { Time } from '../fields.ts';

/** Why a domain or a server is stopped though its owner has not stopped it. */
export const Stopped = z
  .object({
    reason: z.enum(['balance', 'cap']).describe('`balance`: below zero for 24 hours. `cap`: a spending cap was reached.'),
    since: Time,
  })
  .meta({ id: 'Stopped' });
export type Stopped = z.output<typeof Stopped>;
