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
  disableAt: Time.nullable().describe('When services stop: 24 hours after the balance fell below zero.'),
  dailyBurn: Mills.describe('What the next 30 days cost at present, per day.'),
  runwayDays: z.int().nullable().describe('Full days until the balance falls below zero; null: more than a year.'),
  runsOutAt: Time.nullable(),
  atRisk: z
    .array(z.object({ service: ServiceName, name: z.string() }))
    .describe('What is charged to this wallet, and stops when it can’t be.'),
  pendingVoucher: Voucher.nullable(),
});

const Usage = z.object({
  from: Time,
  to: Time,
  spent: Mills.describe('Charges less refunds.'),
  forecast: Mills.describe('`spent` and what is expected until the end of the month.'),
  services: z.array(z.object({ service: ServiceName, amount: Mills })),
  items: z.array(z.object({ service: ServiceName, name: z.string(), amount: Mills })).describe('The largest first, 50 at most.'),
  days: z
    .array(z.object({ day: Day, spent: z.partialRecord(ServiceName, Mills), expected: Mills }))
    .describe('Each day of the month; `expected` is what is still to come on it.'),
});
export type Usage = z.infer<typeof Usage>;

export const walletDetail = group('walletDetail', 'balance', {
  get: get('/fin/wallet/get', {
    summary: 'The wallet: balance, how long it lasts, and what stops when it doesn’t',
    output: z.object({ wallet: Wallet }),
  }),
  usage: get('/fin/usage/get', {
    summary: 'Spending of a month by service, item and day, from the ledger, with a forecast for the current month',
    input: z.object({
      month: z
        .string()
        .regex(/^20\d\d-(0[1-9]|1[0-2])$/)
        .optional()
        .describe('As in 2026-11, in UTC. The current one unless given.'),
    }),
    output: z.object({ usage: Usage }),
    example: {},
  }),
});
