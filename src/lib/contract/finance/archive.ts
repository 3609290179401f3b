import { z } from 'zod';
import { latinDigits } from '../../format/digits.ts';
import { key } from '../../i18n/key.ts';
import { locales } from '../../i18n/locales.ts';
import { monthsBetween } from '../../rules/core/month.ts';
import { get, group, post } from '../call.ts';
import { demo, Id, Time } from '../fields.ts';
import { FileContent } from './invoice.ts';

export const accountTypes = ['personal', 'business'] as const;
export const archiveStatuses = ['waiting', 'ready', 'empty'] as const;

/** Months of one request. */
const MAX_MONTHS = 24;

const MONTH = /^20\d{2}-(0[1-9]|1[0-2])$/;
const Month = z.string().regex(MONTH, key('archive:error.month'));
/** The checks of a period run in addition to those of its months. */
const areMonths = (from: string, to: string) => MONTH.test(from) && MONTH.test(to);
const text = (max: number) => z.string().trim().min(1, key('error:required')).max(max, key('error:tooLong'));
const Code = z
  .string()
  .trim()
  .min(1, key('error:required'))
  .transform(latinDigits)
  .pipe(z.string().regex(/^[\p{L}\p{N}-]{5,20}$/u, key('archive:error.digits')));
const PostalCode = z
  .string()
  .trim()
  .min(1, key('error:required'))
  .transform(latinDigits)
  .pipe(z.string().regex(/^[\p{L}\p{N} -]{3,12}$/u, key('archive:error.postalCode')));

export const ArchiveForm = z
  .object({
    from: Month.describe('The first month, such as `2026-01`.'),
    to: Month.describe('The last month; the current one is included once it is closed.'),
    accountType: z.enum(accountTypes),
    name: text(200).describe('Of the person or company.'),
    nationalCode: Code.describe('Of the person or company.'),
    economicCode: z
      .union([z.literal(''), Code])
      .optional()
      .describe('The tax ID of a company.'),
    postalCode: PostalCode,
    address: text(400),
    description: z.string().trim().max(400, key('error:tooLong')).optional(),
  })
  .refine(({ from, to }) => !areMonths(from, to) || from <= to, { path: ['to'], message: key('archive:error.order') })
  .refine(({ from, to }) => !areMonths(from, to) || monthsBetween(from, to).length <= MAX_MONTHS, {
    path: ['to'],
    message: key('archive:error.long'),
  })
  .refine(({ accountType, economicCode }) => accountType === 'personal' || Boolean(economicCode), {
    path: ['economicCode'],
    message: key('error:required'),
  });
export type ArchiveForm = z.input<typeof ArchiveForm>;

export const Archive = z
  .object({
    id: Id,
    status: z.enum(archiveStatuses).describe('`waiting`: the last month isn’t closed yet. `empty`: the period has no closed invoices.'),
    from: z.string(),
    to: z.string(),
    accountType: z.enum(accountTypes),
    name: z.string(),
    invoices: z.int().describe('Closed invoices of the period.'),
    createdAt: Time,
  })
  .meta({ id: 'Archive' });
export type Archive = z.infer<typeof Archive>;

export const archive = group('archive', 'balance', {
  list: get('/fin/invoice/archive/list', {
    summary: 'List the requests for official invoices, newest first',
    output: z.object({ archives: z.array(Archive) }),
  }),
  create: post('/fin/invoice/archive', {
    summary: 'Request the official invoices of a period, made out to a person or a company',
    input: ArchiveForm,
    output: z.object({ archive: Archive }),
    success: 'archive:requested',
    errors: ['archive:error.future', 'archive:error.tooMany'],
    example: {
      from: '2026-01',
      to: '2026-10',
      accountType: 'business',
      name: 'Parvaz Trading',
      nationalCode: '10103456789',
      economicCode: '411111111111',
      postalCode: '11369',
      address: '12 Valiasr Street, Tehran',
    },
  }),
  download: get('/fin/invoice/archive/download', {
    summary: 'Download the invoices of a request as a ZIP file of PDFs',
    input: z.object({ archiveId: Id, language: z.enum(locales).optional() }),
    output: z.object({ file: FileContent }),
    errors: ['archive:error.notReady', 'archive:error.nothing', 'error:busy'],
    example: { archiveId: demo.archiveId },
  }),
});
