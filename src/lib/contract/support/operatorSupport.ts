import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { paidSupportCodes } from '../../rules/core/supportPrices.ts';
import { get, group, post } from '../call.ts';
import { CatalogPreview, dryRun, expectedVersion } from '../core/catalogPreview.ts';
import { catalogPrice, priceStart } from '../core/catalogPrice.ts';
import { Mills } from '../fields.ts';

export const SupportPlanForm = z
  .object({ month: catalogPrice(100_000_000), year: catalogPrice(1_000_000_000), validFrom: priceStart })
  .refine(({ month, year }) => year <= month * 12, { path: ['year'], message: key('catalogue:error.annual') });
export const ConsultingPriceForm = z.object({
  standard: catalogPrice(100_000_000),
  expert: catalogPrice(100_000_000),
  validFrom: priceStart,
});

const planPrices = { month: Mills, year: Mills };
const hourPrices = { standard: Mills, expert: Mills };
const next = <P extends z.ZodRawShape>(prices: P) =>
  z
    .object({ ...prices, validFrom: z.iso.datetime() })
    .nullable()
    .describe('Prices that are not in force yet.');

export const OperatorSupportPlan = z
  .object({
    plan: z.enum(paidSupportCodes),
    name: z.string().describe('In the caller’s language.'),
    ...planPrices,
    next: next(planPrices),
    customers: z.int().describe('Number of accounts that have it now.'),
    version: z.int(),
  })
  .meta({ id: 'OperatorSupportPlan' });
export type OperatorSupportPlan = z.infer<typeof OperatorSupportPlan>;
export const OperatorConsulting = z.object({ ...hourPrices, next: next(hourPrices), version: z.int() }).meta({ id: 'OperatorConsulting' });
export type OperatorConsulting = z.infer<typeof OperatorConsulting>;

const changed = z.object({ preview: CatalogPreview.describe('What the change does, or did.') });
const errors = [key('error:versionConflict'), key('catalogue:error.riseDay'), key('catalogue:error.validFrom')];

/** Prices of support plans and consulting. For operators alone; everybody else gets a 404. */
export const operatorSupport = group('operatorSupport', 'ticket', {
  list: get('/operator/catalogue/support/list', {
    summary: 'List the prices of support plans and consulting (operators only)',
    output: z.object({ plans: z.array(OperatorSupportPlan), consulting: OperatorConsulting.describe('Prices per hour.') }),
  }),
  updatePlan: post('/operator/catalogue/support/updatePlan', {
    idempotent: true,
    summary: 'Change the prices of a support plan (operators only)',
    input: SupportPlanForm.safeExtend({ plan: z.enum(paidSupportCodes), version: expectedVersion, dryRun }),
    output: changed,
    success: false,
    touches: ['supportPlan'],
    errors,
    example: { plan: 'priority', month: 25_000, year: 250_000, version: 0 },
  }),
  updateConsulting: post('/operator/catalogue/support/updateConsulting', {
    idempotent: true,
    summary: 'Change the prices of an hour of consulting (operators only)',
    input: ConsultingPriceForm.extend({ version: expectedVersion, dryRun }),
    output: changed,
    success: false,
    touches: ['supportPlan', 'invoice'],
    errors,
    example: { standard: 75_000, expert: 150_000, version: 0 },
  }),
});
