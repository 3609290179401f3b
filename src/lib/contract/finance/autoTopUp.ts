import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Mills, Time } from '../fields.ts';
import { gatewayIds, paymentFailures, paymentStatuses } from './payment.ts';

export const SavedCard = z
  .object({
    id: Id,
    gateway: z.enum(gatewayIds),
    brand: z.string().describe('Card brand as reported by the gateway, such as `visa`.'),
    last4: z.string(),
    expires: z.string().describe('The last month in which the card is valid, such as `2030-12`.'),
    isExpired: z.boolean(),
    createdAt: Time,
  })
  .meta({ id: 'SavedCard' });
export type SavedCard = z.infer<typeof SavedCard>;

const anyAmount = z.int(key('payment:error.amount')).max(1e12, key('payment:error.amount'));

export const AutoTopUpForm = z.object({
  enabled: z.boolean(),
  threshold: anyAmount.min(0, key('payment:error.amount')).describe('Mills. The balance below which the card is charged.'),
  amount: anyAmount.min(1, key('payment:error.amount')).describe('Mills. The amount charged to the card.'),
  cardId: Id.nullable(),
});
export type AutoTopUpForm = z.infer<typeof AutoTopUpForm>;

export const AutoTopUp = AutoTopUpForm.extend({
  pausedAt: Time.nullable().describe('When a charge failed. Nothing is charged until automatic top-up is turned on again.'),
  version: z.int().describe('0: never saved.'),
}).meta({ id: 'AutoTopUp' });
export type AutoTopUp = z.infer<typeof AutoTopUp>;

export const autoTopUp = group('autoTopUp', 'balance', {
  get: get('/fin/autoTopUp/get', {
    summary: 'Get the automatic top-up settings, the saved cards and the latest attempts',
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
      canSave: z.boolean().describe('Whether any gateway supports saved cards.'),
      limits: z.object({ min: Mills, max: Mills, perDay: z.int().describe('Maximum number of automatic top-ups in 24 hours.') }),
    }),
  }),
  update: post('/fin/autoTopUp/update', {
    summary: 'Change automatic top-up; turning it on allows charging the saved card',
    input: AutoTopUpForm.extend({
      version: z.int().optional().describe('The version that you last read; the update is refused if it is outdated.'),
    }),
    output: z.object({ autoTopUp: AutoTopUp }),
    money: true,
    success: key('autoTopUp:saved'),
    errors: [key('error:versionConflict'), key('autoTopUp:error.card'), key('autoTopUp:error.gateway'), key('payment:error.amountRange')],
    example: { enabled: true, threshold: 10_000, amount: 50_000, cardId: demo.cardId },
  }),
  removeCard: post('/fin/card/remove', {
    summary: 'Remove a saved card, also at the gateway; automatic top-up with it is turned off',
    input: z.object({ cardId: Id }),
    output: z.object({ done: z.literal(true) }),
    success: key('autoTopUp:removed'),
    example: { cardId: demo.cardId },
  }),
});
