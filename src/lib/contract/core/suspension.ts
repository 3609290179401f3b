import { z } from 'zod';
import { suspendReasons } from '../../rules/core/suspendReasons.ts';
import { Time } from '../fields.ts';

/** What the customer and operators read about the suspension of an account. */
export const AccountSuspension = z
  .object({ since: Time, reason: z.enum(suspendReasons), text: z.string() })
  .meta({ id: 'AccountSuspension' });
export type AccountSuspension = z.infer<typeof AccountSuspension>;
