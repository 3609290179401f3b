import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { get, group, post } from '../call.ts';
import { CodeEdit, codeAmount, codeLimits, codePercent, codeText, codeUse, existingCode } from '../core/catalogCode.ts';
import { CatalogPreview, dryRun, expectedVersion } from '../core/catalogPreview.ts';
import { Mills, Time } from '../fields.ts';

const MAX_TIERS = 10;

export const BonusForm = z.object({
  bonus: z
    .array(z.object({ threshold: codeAmount.describe('Mills.'), percent: codePercent }))
    .max(MAX_TIERS, key('operatorTopUp:error.tiers'))
    .superRefine((tiers, check) => {
      tiers.forEach((tier, index) => {
        const below = tiers[index - 1];
        if (!below) return;
        const wrong = (field: 'threshold' | 'percent', message: string) =>
          check.addIssue({ code: 'custom', path: [index, field], message });
        if (tier.threshold <= below.threshold) wrong('threshold', key('operatorTopUp:error.order'));
        else if (tier.percent <= below.percent) wrong('percent', key('operatorTopUp:error.rising'));
      });
    })
    .describe('By rising thresholds and percentages; empty: no bonus.'),
});
export type BonusForm = z.infer<typeof BonusForm>;

export const GiftCodeForm = z
  .object({
    code: codeText,
    kind: z.enum(['gift', 'percent']),
    amount: codeAmount.nullable().default(null).describe('Mills. The gift, or the maximum gift of a percentage.'),
    percent: codePercent.nullable().default(null).describe('For the kind `percent` only.'),
    ...codeLimits,
  })
  .refine((gift) => gift.amount !== null, { path: ['amount'], message: key('catalogue:code.error.amount') })
  .refine((gift) => gift.kind !== 'percent' || gift.percent !== null, { path: ['percent'], message: key('catalogue:code.error.percent') });
export type GiftCodeForm = z.output<typeof GiftCodeForm>;

export const OperatorGiftCode = z
  .object({
    code: z.string(),
    kind: z.enum(['gift', 'percent']),
    amount: Mills.describe('The gift, or the maximum gift of a percentage.'),
    percent: z.int().nullable(),
    maxUses: z.int().nullable(),
    used: z.int(),
    waiting: z.int().describe('Customers who saved it for their next top-up, or have an unfinished payment with it.'),
    expiresAt: Time.nullable(),
    enabled: z.boolean(),
    createdAt: Time.nullable().describe('Null: it is older than this list.'),
    version: z.int(),
  })
  .meta({ id: 'OperatorGiftCode' });
export type OperatorGiftCode = z.infer<typeof OperatorGiftCode>;

const preview = CatalogPreview.describe('What the change does, or did.');
const touches = ['payment', 'voucher', 'walletDetail'];

/** For operators alone; everybody else gets a 404. */
export const operatorTopUp = group('operatorTopUp', 'balance', {
  get: get('/operator/catalogue/topUp', {
    summary: 'Get the bonus thresholds and all gift codes, newest first (operators only)',
    output: z.object({ bonus: BonusForm.shape.bonus, version: z.int(), gifts: z.array(OperatorGiftCode) }),
  }),
  updateBonus: post('/operator/catalogue/bonus/update', {
    idempotent: true,
    summary: 'Change the bonus thresholds of top-ups (operators only)',
    input: BonusForm.extend({ version: expectedVersion, dryRun }),
    output: z.object({ preview }),
    success: false,
    touches,
    errors: [key('error:versionConflict')],
    example: { bonus: [{ threshold: 100_000, percent: 4 }], version: 0 },
  }),
  createGift: post('/operator/catalogue/gift/create', {
    summary: 'Create a gift code (operators only)',
    input: GiftCodeForm.safeExtend({ dryRun }),
    output: z.object({ preview }),
    success: false,
    touches,
    errors: [key('catalogue:code.error.exists'), key('catalogue:code.error.past')],
    example: { code: 'WINTER-10', kind: 'gift', amount: 10_000, maxUses: 100 },
  }),
  updateGift: post('/operator/catalogue/gift/update', {
    idempotent: true,
    summary: 'Change the limit or the expiry of a gift code, or turn it off and on (operators only)',
    input: CodeEdit.extend({ code: existingCode, version: expectedVersion, dryRun }),
    output: z.object({ preview }),
    success: false,
    touches,
    errors: [key('error:versionConflict'), key('catalogue:code.error.belowUsed'), key('catalogue:code.error.past')],
    example: { code: 'BREEZE5', maxUses: 500, expiresAt: null, enabled: true, version: 1 },
  }),
  uses: get('/operator/catalogue/gift/uses', {
    summary: 'List the newest 200 uses of a gift code (operators only)',
    input: z.object({ code: existingCode }),
    output: z.object({ uses: z.array(z.object({ ...codeUse, gift: Mills })), total: z.int() }),
    example: { code: 'BREEZE5' },
  }),
});
