import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Mills, Time } from '../fields.ts';
import { gatewayIds, paymentFailures, paymentStatuses } from './payment.ts';

export const SavedCard = z
  .object({
    id: Id,
    gateway: z.enum(gatewayIds),
    brand: z.string().describe('As the gateway spells it, such as `visa`.'),
    last4: z.string(),
    expires: z.string().describe('The last month in which it is valid: `2030-12`.'),
    isExpired: z.boolean(),
    createdAt: Time,
  })
  .meta({ id: 'SavedCard' });
export type SavedCard = z.infer<typeof SavedCard>;

const anyAmount = z.int(key('payment:error.amount')).max(1e12, key('payment:error.amount'));

export const AutoTopUpForm = z.object({
  enabled: z.boolean(),
  threshold: anyAmount.min(0, key('payment:error.amount')).describe('Mills. The balance below which the card is charged.'),
  amount: anyAmount.min(1, key('payment:error.amount')).describe('Mills that the card is charged.'),
  cardId: Id.nullable(),
});
export type AutoTopUpForm = z.infer<typeof AutoTopUpForm>;

export const AutoTopUp = AutoTopUpForm.extend({
  pausedAt: Time.nullable().describe('A charge failed then. Nothing is charged until it is turned on again.'),
  version: z.int().describe('0: nothing was saved yet.'),
}).meta({ id: 'AutoTopUp' });
export type AutoTopUp = z.infer<typeof AutoTopUp>;

export const autoTopUp = group('autoTopUp', 'balance', {
  get: get('/fin/autoTopUp/get', {
    summary: 'Automatic top-up: its settings, the saved cards and the last attempts',
    output: z.object({
      autoTopUp: AutoTopUp,
      cards: z.array(SavedCard),
      attempts: z
        .array(
          z.object({
            id: Id,
            status: z.enum(paymentStatuses),
            failure: z.enum(paymentFailures).nullable(),
            amount: Mills,
            last4: z.string(),
            createdAt: Time,
          }),
        )
        .describe('The newest 10.'),
      canSave: z.boolean().describe('Whether one of the gateways can save cards.'),
      limits: z.object({ min: Mills, max: Mills, perDay: z.int().describe('Automatic top-ups in 24 hours.') }),
    }),
  }),
  update: post('/fin/autoTopUp/update', {
    summary: 'Change automatic top-up. Turning it on lets saved cards be charged',
    input: AutoTopUpForm.extend({
      version: z.int().optional().describe('Of the settings that were seen; another one refuses the change.'),
    }),
    output: z.object({ autoTopUp: AutoTopUp }),
    money: true,
    success: key('autoTopUp:saved'),
    errors: [key('error:versionConflict'), key('autoTopUp:error.card'), key('autoTopUp:error.gateway'), key('payment:error.amountRange')],
    example: { enabled: true, threshold: 10_000, amount: 50_000, cardId: demo.cardId },
  }),
  removeCard: post('/fin/card/remove', {
    summary: 'Remove a saved card. The gateway lets go of it; automatic top-up from it is turned off',
    input: z.object({ cardId: Id }),
    output: z.object({ done: z.literal(true) }),
    success: key('autoTopUp:removed'),
    example: { cardId: demo.cardId },
  }),
});
