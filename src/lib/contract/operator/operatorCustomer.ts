import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { roles } from '../../rules/core/role.ts';
import { suspendReasons } from '../../rules/core/suspendReasons.ts';
import { MOST_CREDIT, REASON } from '../../rules/operator/credit.ts';
import { get, group, post } from '../call.ts';
import { AccountSuspension } from '../core/suspension.ts';
import { demo, Id, Mills, Time } from '../fields.ts';

const CustomerRow = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    accountType: z.enum(['personal', 'business']),
    createdAt: Time,
    lastSeenAt: Time.nullable(),
    balance: Mills.nullable().describe('Null: the caller’s role has no access to wallets.'),
    domains: z.int(),
    servers: z.int(),
    isOperator: z.boolean(),
  })
  .meta({ id: 'CustomerRow' });
export type CustomerRow = z.infer<typeof CustomerRow>;

const CreditRequest = z
  .object({
    id: Id,
    amount: Mills,
    reason: z.string(),
    requestedBy: z.string(),
    createdAt: Time,
    status: z.enum(['waiting', 'approved', 'rejected']),
    decidedBy: z.string().nullable(),
    own: z.boolean().describe('True if the caller requested it, and therefore can’t approve it.'),
  })
  .meta({ id: 'CreditRequest' });
export type CreditRequest = z.infer<typeof CreditRequest>;

const CustomerMember = z
  .object({
    id: Id.describe('The member’s own account.'),
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    domains: z.int().nullable().describe('Number of chosen domains; null: the role isn’t limited to some.'),
    joinedAt: Time,
    lastSeenAt: Time.nullable(),
  })
  .meta({ id: 'CustomerMember' });
export type CustomerMember = z.infer<typeof CustomerMember>;

export const CustomerDetail = z
  .object({
    customer: CustomerRow.extend({
      mobile: z.string(),
      country: z.string(),
      language: z.string(),
      twoFactor: z.boolean(),
      supportPlan: z.string(),
      supportAccess: z.boolean().describe('The customer lets support see their panel.'),
      supportAccessUntil: Time.nullable(),
      suspension: AccountSuspension.nullable(),
    }),
    domains: z.array(z.object({ id: Id, name: z.string(), plan: z.string(), status: z.string() })).describe('The newest 20.'),
    servers: z.array(z.object({ id: Id, name: z.string(), status: z.string() })).describe('The newest 20.'),
    tickets: z
      .array(z.object({ id: Id, number: z.int(), title: z.string(), status: z.string(), updatedAt: Time }))
      .describe('The newest 10.'),
    transactions: z
      .array(z.object({ id: Id, amount: Mills, description: z.string(), createdAt: Time }))
      .describe('The newest 10; empty without access to wallets.'),
    sessions: z.array(z.object({ id: Id, createdAt: Time, lastSeenAt: Time, ip: z.string(), browser: z.string(), system: z.string() })),
    members: z.array(CustomerMember).describe('Who else may act for the account.'),
    requests: z
      .array(CreditRequest)
      .describe('Corrections that need a second operator: all pending ones and the newest 10 others; empty without access to wallets.'),
  })
  .meta({ id: 'CustomerDetail' });
export type CustomerDetail = z.infer<typeof CustomerDetail>;

export const CreditForm = z.object({
  amount: Mills.min(-MOST_CREDIT, key('operatorCustomer:error.amount'))
    .max(MOST_CREDIT, key('operatorCustomer:error.amount'))
    .multipleOf(10, key('operatorCustomer:error.amount'))
    .refine((amount) => amount !== 0, key('operatorCustomer:error.amount'))
    .describe('Mills, in whole minor units; negative: a debit.'),
  reason: z
    .string()
    .trim()
    .min(1, key('operatorCustomer:error.reason'))
    .max(REASON, key('error:tooLong'))
    .describe('Shown to the customer.'),
});

export const SuspendForm = z.object({
  reason: z.enum(suspendReasons, key('operatorCustomer:error.suspendReason')),
  text: z
    .string()
    .trim()
    .min(1, key('operatorCustomer:error.suspendText'))
    .max(REASON, key('error:tooLong'))
    .describe('Shown to the customer.'),
});

const one = { customerId: Id };

/** For operators alone; everybody else gets a 404. No response has a password, a key or another secret. */
export const operatorCustomer = group('operatorCustomer', 'account', {
  list: get('/operator/customer/list', {
    summary: 'List up to 1,000 accounts, newest first, optionally filtered by a search (operators only)',
    input: z.object({ q: z.string().max(200).optional().describe('Part of an email address, a name or a domain.') }),
    output: z.object({ customers: z.array(CustomerRow), total: z.int() }),
    example: { q: 'nasim' },
  }),
  get: get('/operator/customer/get', {
    summary: 'Get an account with its domains, servers, tickets, sessions and transactions (operators only)',
    input: z.object(one),
    output: CustomerDetail,
    example: { customerId: demo.customerId },
  }),
  credit: post('/operator/customer/credit', {
    summary: 'Credit or debit a wallet, with a reason; large amounts need a second operator (operators only)',
    input: z.object({ ...one, ...CreditForm.shape }),
    output: z.object({ booked: z.boolean().describe('False if it needs approval by a second operator.') }),
    money: true,
    success: false,
    touches: ['wallet', 'walletDetail', 'transaction', 'notification'],
    errors: [key('operatorCustomer:error.balance'), key('operatorCustomer:error.self')],
    example: { customerId: demo.customerId, amount: 5_000, reason: 'For the trouble with ticket #1003' },
  }),
  decide: post('/operator/customer/decide', {
    summary: 'Approve or reject a correction that another operator requested (operators only)',
    input: z.object({ requestId: Id, approve: z.boolean() }),
    output: z.object({ status: z.enum(['approved', 'rejected']) }),
    money: true,
    success: key('operatorCustomer:decided'),
    touches: ['wallet', 'walletDetail', 'transaction', 'notification'],
    errors: [
      key('operatorCustomer:error.balance'),
      key('operatorCustomer:error.decided'),
      key('operatorCustomer:error.own'),
      key('operatorCustomer:error.self'),
    ],
    example: { requestId: demo.creditRequestId, approve: true },
  }),
  suspend: post('/operator/customer/suspend', {
    summary: 'Suspend an account: its services stop, and the customer can only read, pay and write tickets (operators only)',
    input: z.object({ ...one, ...SuspendForm.shape }),
    output: z.object({ stopped: z.int().describe('Number of domains, servers, volumes and spaces that this call stopped.') }),
    success: key('operatorCustomer:suspended'),
    touches: ['domain', 'server', 'volume', 'space', 'notification', 'auth'],
    errors: [key('operatorCustomer:error.staff'), key('operatorCustomer:error.alreadySuspended')],
    example: { customerId: demo.customerId, reason: 'abuse', text: 'Phishing pages on one of your domains' },
  }),
  lift: post('/operator/customer/lift', {
    summary: 'End the suspension of an account: what it stopped starts again (operators only)',
    input: z.object(one),
    output: z.object({ restored: z.int().describe('Number of domains, servers, volumes and spaces for which it ended.') }),
    success: key('operatorCustomer:lifted'),
    touches: ['domain', 'server', 'volume', 'space', 'notification', 'auth'],
    errors: [key('operatorCustomer:error.notSuspended')],
    example: { customerId: demo.customerId },
    // No account of the demo data is suspended.
    exampleStatus: 409,
  }),
  endSessions: post('/operator/customer/sessions/end', {
    summary: 'End all sessions of an account (operators only)',
    input: z.object(one),
    output: z.object({ ended: z.int() }),
    success: key('operatorCustomer:sessionsEnded'),
    touches: ['device', 'auth'],
    errors: [key('operatorCustomer:error.self')],
    example: { customerId: demo.customerId },
  }),
});
