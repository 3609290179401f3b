import { z } from 'zod';
import { services } from '../../rules/core/service.ts';
import { get, group } from '../call.ts';
import { Mills, Time } from '../fields.ts';
import { Voucher } from './voucher.ts';

const ServiceName = z.enum(services);
const Day = z.iso.date().describe('UTC');

const Wallet = z.object({
  balance: Mills,
  currency: z.string(),
  negativeSince: Time.nullable(),
  disableAt: Time.nullable().describe('When services stop: 24 hours after the balance became negative.'),
  dailyBurn: Mills.describe('Average cost per day: `running` + `charges` of `basis`, divided by its days.'),
  basis: z
    .object({
      until: Time.describe('When the balance runs out; 30 days from now if it lasts less than a day, a year if it lasts longer.'),
      running: Mills.describe('What runs by the hour costs until then, as it runs now.'),
      charges: Mills.describe('Renewals until then, including one that the balance doesn’t cover.'),
    })
    .describe('The costs from which `dailyBurn` and `runwayDays` follow.'),
  runwayDays: z.int().nullable().describe('Full days until the balance is negative; null: more than a year.'),
  runsOutAt: Time.nullable(),
  atRisk: z
    .array(z.object({ service: ServiceName, name: z.string() }))
    .describe('Services charged to this wallet, which stop if it can’t pay.'),
  pendingVoucher: Voucher.nullable(),
});

const Usage = z.object({
  from: Time,
  to: Time,
  spent: Mills.describe('Charges less refunds.'),
  forecast: Mills.describe('`spent` plus the expected charges until the end of the month.'),
  services: z.array(z.object({ service: ServiceName, amount: Mills })),
  items: z.array(z.object({ service: ServiceName, name: z.string(), amount: Mills })).describe('Largest first, at most 50.'),
  days: z
    .array(z.object({ day: Day, spent: z.partialRecord(ServiceName, Mills), expected: Mills }))
    .describe('All days of the month; `expected` is the forecast of the remaining charges.'),
});
export type Usage = z.infer<typeof Usage>;

export const walletDetail = group('walletDetail', 'balance', {
  get: get('/fin/wallet/get', {
    area: 'finance',
    summary: 'Get the wallet: balance, how long it lasts, and which services depend on it',
    output: z.object({ wallet: Wallet }),
  }),
  usage: get('/fin/usage/get', {
    area: 'finance',
    summary: 'Get the spending of a month by service, item and day, with a forecast for the current month',
    input: z.object({
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
        .optional()
        .describe('UTC month, such as 2026-11. Defaults to the current month.'),
    }),
    output: z.object({ usage: Usage }),
    example: {},
  }),
});
