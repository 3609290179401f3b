import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { locales } from '../../i18n/locales.ts';
import { supplyUnits } from '../../rules/core/supply.ts';
import { MAX_HOURS, serviceCodes } from '../../rules/finance/invoice/services.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Mills, paging, Time } from '../fields.ts';
import { gatewayIds, Payment } from './payment.ts';

export const invoiceStates = ['current', 'closed', 'proforma'] as const;
export const paymentLabels = ['paid', 'unpaid', 'unknown'] as const;

export const MonthText = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, key('error:invalid'));

/** An invoice as lists show it. */
export const Invoice = z
  .object({
    id: Id,
    number: z.string().nullable().describe('Null while the month is open. Numbers of closed invoices are consecutive within a year.'),
    state: z.enum(invoiceStates),
    payment: z.enum(paymentLabels).describe('`unpaid`: a proforma invoice. `unknown`: the gateway has not reported the result yet.'),
    kind: z.enum(['month', 'credit', 'services']).describe('Charges of a month, credit for the wallet, or services paid in advance.'),
    month: MonthText.nullable().describe('The month of its charges, UTC; null for other kinds.'),
    description: z.string().nullable(),
    amount: Mills.describe('Net amount. amount − discount + tax = total.'),
    discount: Mills,
    tax: Mills,
    taxRate: z.int().describe('In hundredths of a percent. Prices include tax.'),
    total: Mills,
    issuedAt: Time.describe('For an open month, the start of the month.'),
    dueAt: Time.nullable().describe('When a proforma invoice expires.'),
    paidAt: Time.nullable(),
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.infer<typeof Invoice>;

export const InvoiceItem = z
  .object({
    title: z.string(),
    quantity: z.number().describe('In units; gigabytes and gigabyte-hours have up to three decimals.'),
    unit: z.enum(supplyUnits).nullable().describe('Null: an item of an invoice that is older than units.'),
    rate: z.int().nullable().describe('Unit price including tax, in micro-mills; negative for a refund.'),
    exact: z.int().nullable().describe('quantity × rate: the amount including tax, in micro-mills, not rounded.'),
    unitPrice: Mills.describe('Net price of one without a unit, otherwise of the item. Use `rate` to check an amount.'),
    amount: Mills.describe('Net amount. Negative for a refund.'),
    from: Time.nullable().describe('When the service starts, or when it was charged.'),
    to: Time.nullable().describe('When the service ends.'),
  })
  .meta({ id: 'InvoiceItem' });
export type InvoiceItem = z.infer<typeof InvoiceItem>;

/** Who an invoice is from, and who it is made out to. */
export const Party = z.object({
  name: z.string(),
  address: z.string().optional(),
  postalCode: z.string().optional(),
  taxId: z.string().optional(),
  nationalId: z.string().optional(),
  email: z.string().optional(),
});
export type Party = z.infer<typeof Party>;

export const InvoiceDetail = Invoice.extend({
  items: z.array(InvoiceItem),
  sums: z
    .object({
      items: z.int().describe('Sum of `exact`, in micro-mills.'),
      rounding: z.int().describe('In micro-mills: each charge is rounded once, to a mill.'),
      discount: Mills.describe('Including tax.'),
    })
    .nullable()
    .describe('items + rounding − discount = total, all including tax. Null: an invoice whose items have no units.'),
  issuer: Party,
  buyer: Party,
  openPaymentId: Id.nullable().describe('The latest payment that its gateway has not confirmed yet.'),
}).meta({ id: 'InvoiceDetail' });
export type InvoiceDetail = z.infer<typeof InvoiceDetail>;

export const FileContent = z
  .object({ name: z.string(), mime: z.string(), content: z.string().describe('Base64.') })
  .meta({ id: 'FileContent' });
export type FileContent = z.infer<typeof FileContent>;

export const ProformaForm = z
  .object({
    amount: z
      .int(key('invoice:error.amount'))
      .positive(key('invoice:error.amount'))
      .optional()
      .describe('Credit for the wallet, in mills.'),
    items: z
      .array(
        z.object({
          service: z.enum(serviceCodes),
          hours: z.int(key('invoice:error.hours')).min(1, key('invoice:error.hours')).max(MAX_HOURS, key('invoice:error.hours')),
        }),
      )
      .min(1)
      .max(serviceCodes.length)
      .optional()
      .describe('Prepaid services; prices come from the provider’s catalog.'),
    description: z.string().trim().max(200, key('error:tooLong')).optional(),
  })
  .refine(({ amount, items }) => (amount === undefined) !== (items === undefined), { path: ['amount'], message: key('error:required') });

const ofInvoice = z.object({ invoiceId: Id });
const Language = z.enum(locales).optional().describe('Defaults to the caller’s language.');

export const invoice = group('invoice', 'balance', {
  list: get('/fin/invoice/list', {
    area: 'finance',
    summary: 'List the invoices in a state, newest first',
    input: z.object({
      state: z.enum(invoiceStates),
      payment: z.enum(paymentLabels).optional(),
      from: Time.optional().describe('Issued at this time or later.'),
      to: Time.optional().describe('Issued before this time.'),
      ...paging,
    }),
    output: z.object({ invoices: z.array(Invoice), total: z.int(), sum: Mills.describe('Sum of the totals on all pages.') }),
    example: { state: 'closed' },
  }),
  get: get('/fin/invoice/get', {
    area: 'finance',
    summary: 'Get an invoice with its items',
    input: ofInvoice,
    output: z.object({ invoice: InvoiceDetail }),
    example: { invoiceId: demo.invoiceId },
  }),
  pay: post('/fin/invoice/pay', {
    area: 'finance',
    summary: 'Pay a proforma invoice from the wallet or through a gateway; once paid, it becomes a numbered invoice',
    input: ofInvoice.extend({
      method: z.enum(['wallet', 'gateway']),
      gateway: z.enum(gatewayIds).optional().describe('Required for the method `gateway`. The amount is the total of the invoice.'),
    }),
    output: z.object({
      invoice: InvoiceDetail,
      payment: Payment.nullable().describe('Null when it was paid from the wallet.'),
      redirectUrl: z.url().nullable().describe('URL of the payment page. Null when it was paid from the wallet.'),
    }),
    success: false,
    errors: [
      'invoice:error.balance',
      'invoice:error.paid',
      'invoice:error.ended',
      'invoice:error.creditByWallet',
      'invoice:error.keyByWallet',
      'payment:error.gatewayRequired',
      'payment:error.gateway',
    ],
    touches: ['wallet', 'walletDetail', 'transaction'],
    money: true,
    example: { invoiceId: demo.proformaId, method: 'wallet' },
  }),
  services: get('/fin/proforma/services', {
    summary: 'List the services for proforma invoices with their prices, and the limits for credit',
    output: z.object({
      services: z.array(z.object({ code: z.enum(serviceCodes), price: Mills.describe('Per hour, including tax.') })),
      credit: z.object({ min: Mills, max: Mills }),
      days: z.int().describe('How long a proforma invoice is valid.'),
    }),
  }),
  createProforma: post('/fin/proforma/create', {
    summary: 'Create a proforma invoice for credit or services',
    input: ProformaForm,
    output: z.object({ invoice: InvoiceDetail }),
    success: 'invoice:created',
    errors: ['invoice:error.creditRange', 'invoice:error.tooMany'],
    example: { items: [{ service: 'consulting', hours: 2 }] },
  }),
  cancelProforma: post('/fin/proforma/cancel', {
    summary: 'Cancel an unpaid proforma invoice',
    input: ofInvoice,
    output: z.object({ done: z.literal(true) }),
    success: 'invoice:cancelled',
    errors: ['invoice:error.paid', 'invoice:error.underWay'],
    example: { invoiceId: demo.proformaId },
  }),
  download: get('/fin/invoice/download', {
    area: 'finance',
    summary: 'Download an invoice',
    input: ofInvoice.extend({ format: z.enum(['pdf', 'csv']), language: Language }),
    output: z.object({ file: FileContent }),
    errors: ['error:busy'],
    example: { invoiceId: demo.invoiceId, format: 'csv' },
  }),
  year: get('/fin/invoice/year', {
    area: 'finance',
    summary: 'Download the closed invoices of a year as a ZIP file of PDFs',
    input: z.object({ year: z.coerce.number().int().min(2000).max(2099), language: Language }),
    output: z.object({ file: FileContent }),
    errors: ['invoice:error.emptyYear', 'error:busy'],
    example: { year: 2026 },
  }),
});
