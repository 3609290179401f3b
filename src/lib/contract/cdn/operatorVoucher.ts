import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { CodeEdit, codeAmount, codeLimits, codePercent, codeText, codeUse, existingCode } from '../core/catalogCode.ts';
import { CatalogPreview, dryRun, expectedVersion } from '../core/catalogPreview.ts';
import { Mills, Time } from '../fields.ts';

const kind = z.enum(['amount', 'percent']);

export const VoucherForm = z
  .object({
    code: codeText,
    kind,
    amount: codeAmount.nullable().default(null).describe('Mills. For the kind `amount` only.'),
    percent: codePercent.nullable().default(null).describe('For the kind `percent` only.'),
    ...codeLimits,
  })
  .refine((form) => form.kind !== 'amount' || form.amount !== null, { path: ['amount'], message: key('catalogue:code.error.amount') })
  .refine((form) => form.kind !== 'percent' || form.percent !== null, { path: ['percent'], message: key('catalogue:code.error.percent') });
export type VoucherForm = z.output<typeof VoucherForm>;

export const OperatorVoucher = z
  .object({
    code: z.string(),
    amount: Mills.nullable().describe('Null: it is a percentage.'),
    percent: z.int().nullable(),
    maxUses: z.int().nullable(),
    used: z.int(),
    expiresAt: Time.nullable(),
    enabled: z.boolean(),
    createdAt: Time.nullable().describe('Null: it is older than this list.'),
    version: z.int(),
  })
  .meta({ id: 'OperatorVoucher' });
export type OperatorVoucher = z.infer<typeof OperatorVoucher>;

const preview = CatalogPreview.describe('What the change does, or did.');

/** For operators alone; everybody else gets a 404. */
export const operatorVoucher = group('operatorVoucher', 'domain', {
  list: get('/operator/catalogue/voucher/list', {
    summary: 'List the vouchers of CDN plans with their uses, newest first (operators only)',
    output: z.object({ vouchers: z.array(OperatorVoucher) }),
  }),
  create: post('/operator/catalogue/voucher/create', {
    summary: 'Create a voucher (operators only)',
    input: VoucherForm.safeExtend({ dryRun }),
    output: z.object({ preview }),
    success: false,
    touches: ['plan'],
    errors: [key('catalogue:code.error.exists'), key('catalogue:code.error.past')],
    example: { code: 'WINTER-10', kind: 'percent', percent: 10, maxUses: 100 },
  }),
  update: post('/operator/catalogue/voucher/update', {
    idempotent: true,
    summary: 'Change the limit or the expiry of a voucher, or turn it off and on (operators only)',
    input: CodeEdit.extend({ code: existingCode, version: expectedVersion, dryRun }),
    output: z.object({ preview }),
    success: false,
    touches: ['plan'],
    errors: [key('error:versionConflict'), key('catalogue:code.error.belowUsed'), key('catalogue:code.error.past')],
    example: { code: 'LAUNCH50', maxUses: 500, expiresAt: null, enabled: true, version: 1 },
  }),
  uses: get('/operator/catalogue/voucher/uses', {
    summary: 'List the newest 200 uses of a voucher (operators only)',
    input: z.object({ code: existingCode }),
    output: z.object({
      uses: z.array(z.object({ ...codeUse, domain: z.string().nullable().describe('Null: it was deleted.') })),
      total: z.int(),
    }),
    example: { code: 'BREEZE20' },
  }),
});
