import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { limitActions } from '../core/stopped.ts';
import { Id, Mills, Time } from '../fields.ts';

/** What a spending limit can do. */
export const capActions = ['notify', ...limitActions, 'pause'] as const;
export type CapAction = (typeof capActions)[number];

const Amount = z.int(key('budget:error.amount')).min(1, key('budget:error.amount')).max(1_000_000_000_000, key('budget:error.amount'));
const Percent = z.int(key('budget:error.threshold')).min(1, key('budget:error.threshold')).max(200, key('budget:error.threshold'));

export const BudgetForm = z.object({
  monthly: Amount.nullable().describe('The budget of a calendar month (UTC), in mills; null: none.'),
  thresholds: z
    .array(Percent)
    .max(5, key('budget:error.thresholds'))
    .refine((all) => new Set(all).size === all.length, key('budget:error.repeated'))
    .describe('Percentages of the budget at which a notification is sent, each once a month.'),
  hardCap: Amount.nullable().describe('Monthly charges at which the limit takes effect; null: none.'),
  capAction: z
    .enum(capActions, key('budget:error.action'))
    .describe(
      'Until the month ends or the limit is raised, `pause`: all services of the account are paused. `cacheOnly`, `challenge`: its domains are limited by the edges, everything else keeps running; both need a connected edge.',
    ),
  perDomain: z
    .array(z.object({ domainId: Id, cap: Amount, action: z.enum(capActions, key('budget:error.action')) }))
    .max(100)
    .refine((all) => new Set(all.map(({ domainId }) => domainId)).size === all.length, key('budget:error.domainRepeated'))
    .describe('Spending limits for individual domains.'),
});
export type BudgetForm = z.infer<typeof BudgetForm>;

export const Budget = BudgetForm.extend({ version: z.int().describe('0: never saved.') }).meta({ id: 'Budget' });
export type Budget = z.infer<typeof Budget>;

export const budget = group('budget', 'balance', {
  get: get('/fin/budget/get', {
    summary: 'Get the spending limit and this month’s charges',
    output: z.object({
      budget: Budget,
      month: z.string().describe('`2026-11`, UTC.'),
      spent: Mills.describe('This month’s charges, less refunds.'),
      domains: z.array(z.object({ id: Id, name: z.string(), spent: Mills })),
    }),
  }),
  rehearse: get('/fin/budget/rehearse', {
    summary: 'Simulate a spending limit with last month’s charges, and compare it with this month’s',
    input: z.object({ cap: z.coerce.number().int().min(1), domainId: Id.optional() }),
    output: z.object({
      rehearsal: z
        .object({ month: z.string(), total: Mills, actsAt: Time.nullable().describe('Null: the limit would not have been reached.') })
        .nullable()
        .describe('Null: nothing was charged last month.'),
      current: z
        .object({ spent: Mills, reached: z.boolean().describe('True: the limit takes effect as soon as it is saved.') })
        .describe('This month.'),
    }),
    example: { cap: 10_000 },
  }),
  update: post('/fin/budget/update', {
    idempotent: true,
    summary: 'Change the spending limit',
    input: BudgetForm.extend({
      version: z.int().optional().describe('The version that you last read; the update is refused if it is outdated.'),
    }),
    output: z.object({ budget: Budget }),
    success: 'budget:saved',
    errors: ['error:versionConflict', 'budget:error.domain', 'budget:error.edge'],
    example: { monthly: 100_000, thresholds: [50, 80, 100], hardCap: 200_000, capAction: 'notify', perDomain: [] },
  }),
});
