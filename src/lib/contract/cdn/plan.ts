import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { periods } from '../../rules/cdn/plan/period.ts';
import { planCodes, planFeatures } from '../../rules/core/plans.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Mills, Time } from '../fields.ts';
import { Domain, Plan } from './domain.ts';

/** The current plan of a domain. */
export const CurrentPlan = z
  .object({
    code: z.enum(planCodes),
    since: Time.describe('When this plan was chosen.'),
    lockedUntil: Time.nullable().describe('Until then the plan can’t be downgraded; null: nothing was bought, or the time is over.'),
    bought: z
      .object({
        period: z.enum(periods),
        boughtAt: Time,
        startsAt: Time.describe('Start of the paid period.'),
        endsAt: Time.describe('When the next period is charged.'),
        paid: Mills.describe('Amount paid for the period.'),
        price: Mills.describe('Price of the next period.'),
      })
      .nullable()
      .describe('Null: the plan is free or by contract.'),
    unpaid: z
      .object({ since: Time, disablesAt: Time, disabledAt: Time.nullable() })
      .nullable()
      .describe('Set when the next period couldn’t be paid. The service is disabled at `disablesAt`; `disabledAt`: when it was.'),
  })
  .meta({ id: 'CurrentPlan' });
export type CurrentPlan = z.infer<typeof CurrentPlan>;

export const PlanQuote = z
  .object({
    plan: z.enum(planCodes),
    period: z.enum(periods),
    at: Time.describe('When it was computed; send it with the activation, together with `total`.'),
    price: Mills.describe('Price of the period.'),
    discount: Mills.describe('Discount by the voucher.'),
    credit: Mills.describe('Unused part of the current paid period, to the second.'),
    total: Mills.describe('`price - discount - credit`. If negative, it is refunded to the wallet.'),
    balance: Mills,
    after: Mills.describe('The balance afterward.'),
    needed: Mills.describe('How much the balance falls short; 0: it is sufficient.'),
    startsAt: Time,
    endsAt: Time.nullable().describe('When the next period is charged; null: the plan is free.'),
  })
  .meta({ id: 'PlanQuote' });
export type PlanQuote = z.infer<typeof PlanQuote>;

const ofDomain = z.object({ domainId: Id });
const Wanted = ofDomain.extend({
  plan: z.enum(planCodes),
  period: z.enum(periods).default('month').describe('Ignored for a free plan.'),
  voucher: z.string().trim().max(40, key('error:tooLong')).optional().describe('A code that reduces the price of this period.'),
});
/** In gigabytes or requests; null if it isn't measured or is by contract. */
const Amount = z.number().nullable();

const refusals = [
  'plan:error.byContract',
  'plan:error.byContact',
  'plan:error.notOffered',
  'plan:error.same',
  'plan:error.locked',
  'plan:error.voucherUnknown',
  'plan:error.voucherUsed',
  'plan:error.voucherExpired',
  'plan:error.voucherOff',
  'plan:error.voucherUsedUp',
  'plan:error.voucherDeclined',
  'plan:error.voucherFree',
  'error:tooManyRequests',
] as const;

export const plan = group('plan', 'domain', {
  list: get('/domain/plan/list', {
    summary: 'List the plans available to a domain, with its current one',
    area: 'globalConfigs',
    input: ofDomain,
    output: z.object({
      plans: z.array(Plan.extend({ name: z.string() })),
      current: CurrentPlan,
      unsupported: z.array(z.enum(planFeatures)).describe('Features that aren’t available for the top-level domain on any plan.'),
    }),
    example: { domainId: demo.planDomainId },
  }),
  quote: get('/domain/plan/quote', {
    summary: 'Quote a plan change, itemized',
    input: Wanted,
    output: z.object({ quote: PlanQuote }),
    errors: refusals,
    example: { domainId: demo.planDomainId, plan: 'com', period: 'month' },
  }),
  activate: post('/domain/plan/activate', {
    summary: 'Change the plan: the unused part of the paid period is refunded, and the new period is charged',
    input: Wanted.extend({
      shown: z
        .object({ at: Time, total: Mills })
        .optional()
        .describe('The quote that the customer saw, up to 15 minutes old. The change is refused if the total differs.'),
    }),
    output: z.object({ domain: Domain, current: CurrentPlan, charged: Mills.describe('If negative: refunded.'), balance: Mills }),
    success: 'plan:activated',
    errors: [...refusals, 'plan:error.balance', 'plan:error.changed'],
    touches: ['domain', 'wallet', 'dns', 'logForward', 'ns', 'zone', 'dedicatedIp', 'cnameSetup'],
    money: true,
    example: { domainId: demo.planDomainId, plan: 'com', period: 'month' },
  }),
  usage: get('/domain/plan/usage', {
    summary: 'Get the traffic and requests used in a month',
    area: 'globalConfigs',
    input: ofDomain.extend({
      month: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/, key('error:invalid'))
        .optional()
        .describe('As in `2026-11`, UTC; default: the current month.'),
    }),
    output: z.object({
      usage: z.object({
        month: z.string(),
        measured: z.boolean().describe('False: no edge is connected, so nothing is measured.'),
        countedUntil: Time.nullable().describe('Complete hours are counted; lines that arrive later are added to their hour.'),
        traffic: z.object({
          used: Amount,
          included: Amount.describe('Gigabytes included in the plan.'),
          shared: z.number().describe('Gigabytes per month that all domains of the account share in addition to their plans.'),
          sharedUsed: Amount.describe('Gigabytes of it that all domains of the account have used in this month.'),
          overage: Amount.describe('Gigabytes of this domain beyond both.'),
          cost: Mills.nullable().describe('Charged for them so far.'),
          price: Mills.describe('Price of a gigabyte beyond both in this month.'),
          next: z
            .object({ month: z.string(), price: Mills })
            .nullable()
            .describe('The next other price, and the month (UTC) from which it is valid.'),
          forecast: Amount.describe(
            'Gigabytes expected by the end of the current month at the average so far; null: less than an hour was counted.',
          ),
        }),
        requests: z.object({ used: Amount, included: Amount }),
      }),
    }),
    example: { domainId: demo.planDomainId },
  }),
});
