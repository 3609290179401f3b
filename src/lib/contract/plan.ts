import { z } from 'zod';
import { key } from '../i18n/key.ts';
import { periods } from '../rules/plan/period.ts';
import { planCodes, planFeatures } from '../rules/plans.ts';
import { get, group, post } from './call.ts';
import { Domain, Plan } from './domain.ts';
import { demo, Id, Mills, Time } from './fields.ts';

/** What the domain has now. */
export const CurrentPlan = z
  .object({
    code: z.enum(planCodes),
    since: Time.describe('When this plan was chosen.'),
    lockedUntil: Time.nullable().describe('Until then the plan can’t be lowered; null: nothing was bought, or the time is over.'),
    bought: z
      .object({
        period: z.enum(periods),
        boughtAt: Time,
        startsAt: Time.describe('Of the period that is paid.'),
        endsAt: Time.describe('When the next period is charged.'),
        paid: Mills.describe('For the period.'),
        price: Mills.describe('Of the next period.'),
      })
      .nullable()
      .describe('Null: the plan costs nothing, or is by contract.'),
    unpaid: z
      .object({ since: Time, disablesAt: Time, disabledAt: Time.nullable() })
      .nullable()
      .describe('The next period could not be paid. At `disablesAt` the service is disabled; `disabledAt`: it was.'),
  })
  .meta({ id: 'CurrentPlan' });
export type CurrentPlan = z.infer<typeof CurrentPlan>;

export const PlanQuote = z
  .object({
    plan: z.enum(planCodes),
    period: z.enum(periods),
    at: Time.describe('When it was computed; send it back with the activation, together with `total`.'),
    price: Mills.describe('Of the period.'),
    discount: Mills.describe('What the voucher takes off.'),
    credit: Mills.describe('What is left of the period that was paid before, to the second.'),
    total: Mills.describe('`price - discount - credit`. Below 0 it is paid back to the wallet.'),
    balance: Mills,
    after: Mills.describe('The balance after it.'),
    needed: Mills.describe('What the balance lacks; 0: it is enough.'),
    startsAt: Time,
    endsAt: Time.nullable().describe('When the next period is charged; null: the plan costs nothing.'),
  })
  .meta({ id: 'PlanQuote' });
export type PlanQuote = z.infer<typeof PlanQuote>;

const ofDomain = z.object({ domainId: Id });
const Wanted = ofDomain.extend({
  plan: z.enum(planCodes),
  period: z.enum(periods).default('month').describe('A plan without a price has none.'),
  voucher: z.string().trim().max(40, key('error:tooLong')).optional().describe('A code that lowers the price of this period.'),
});
/** In gigabytes or requests; null where nothing is measured, or where it is by contract. */
const Amount = z.number().nullable();

const refusals = [
  'plan:error.byContract',
  'plan:error.byContact',
  'plan:error.same',
  'plan:error.locked',
  'plan:error.voucherUnknown',
  'plan:error.voucherUsed',
  'plan:error.voucherExpired',
  'plan:error.voucherDeclined',
  'plan:error.voucherFree',
  'error:tooManyRequests',
] as const;

export const plan = group('plan', {
  list: get('/domain/plan/list', {
    summary: 'The plans that a domain can have, and the one that it has',
    area: 'globalConfigs',
    input: ofDomain,
    output: z.object({
      plans: z.array(Plan.extend({ name: z.string() })),
      current: CurrentPlan,
      unsupported: z.array(z.enum(planFeatures)).describe('Features that the top-level domain lacks, whatever the plan.'),
    }),
    example: { domainId: demo.planDomainId },
  }),
  quote: get('/domain/plan/quote', {
    summary: 'What a change of plan costs now, line by line',
    input: Wanted,
    output: z.object({ quote: PlanQuote }),
    errors: refusals,
    example: { domainId: demo.planDomainId, plan: 'com', period: 'month' },
  }),
  activate: post('/domain/plan/activate', {
    summary: 'Change the plan: the rest of the paid period is given back, the new period is charged',
    input: Wanted.extend({
      shown: z
        .object({ at: Time, total: Mills })
        .optional()
        .describe('The quote that the customer has seen, up to 15 minutes old. Another total refuses the change.'),
    }),
    output: z.object({ domain: Domain, current: CurrentPlan, charged: Mills.describe('Below 0: paid back.'), balance: Mills }),
    success: 'plan:activated',
    errors: [...refusals, 'plan:error.balance', 'plan:error.changed'],
    touches: ['domain', 'wallet', 'dns', 'logForward', 'ns', 'zone', 'dedicatedIp', 'cnameSetup'],
    money: true,
    example: { domainId: demo.planDomainId, plan: 'com', period: 'month' },
  }),
  usage: get('/domain/plan/usage', {
    summary: 'What of the plan’s traffic and requests was used in a month',
    area: 'globalConfigs',
    input: ofDomain.extend({
      month: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/, key('error:invalid'))
        .optional()
        .describe('`2026-11`, UTC; without it the current one.'),
    }),
    output: z.object({
      usage: z.object({
        month: z.string(),
        measured: z.boolean().describe('False: no edge is connected, so nothing was counted.'),
        traffic: z.object({
          used: Amount,
          included: Amount.describe('Gigabytes that the plan includes.'),
          shared: z.number().describe('Gigabytes a month that all domains of the account share beyond their plans.'),
          overage: Amount,
          cost: Mills.nullable(),
        }),
        requests: z.object({ used: Amount, included: Amount }),
      }),
    }),
    example: { domainId: demo.planDomainId },
  }),
});
