import { z } from 'zod';
import { Time } from '../fields.ts';

/** In the order in which they are shown: an earlier one hides the others, which don't end it. */
export const stopReasons = ['account', 'balance', 'cap'] as const;
export type StopReason = (typeof stopReasons)[number];

/** Why a domain or a server is stopped though its owner has not stopped it. */
export const Stopped = z
  .object({
    reason: z
      .enum(stopReasons)
      .describe('`account`: the account is suspended. `balance`: below zero for 24 hours. `cap`: a spending limit was reached.'),
    since: Time,
  })
  .meta({ id: 'Stopped' });
export type Stopped = z.output<typeof Stopped>;

/** How edges serve a domain whose spending limit is reached and that keeps running. */
export const limitActions = ['cacheOnly', 'challenge'] as const;
export type LimitAction = (typeof limitActions)[number];
export const Limit = z
  .object({
    action: z
      .enum(limitActions)
      .describe('`cacheOnly`: only cached copies are served, and no request reaches the origin. `challenge`: every visitor is challenged.'),
    since: Time,
  })
  .meta({ id: 'Limit' });
export type Limit = z.output<typeof Limit>;
