import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { planCodes } from '../../rules/core/plans.ts';
import { get, group, post } from '../call.ts';
import { CataloguePreview, dryRun, seenVersion } from '../core/cataloguePreview.ts';
import { Mills } from '../fields.ts';

/** Basic is free, and Enterprise is by contract. */
export const pricedPlans = ['eco', 'com', 'pro'] as const;

const price = (most: number) =>
  z
    .int(key('operatorPlan:error.price'))
    .min(1000, key('operatorPlan:error.price'))
    .max(most, key('operatorPlan:error.price'))
    .multipleOf(10, key('operatorPlan:error.price'))
    .describe('Mills.');

export const PlanItem = z
  .object({
    monthly: price(100_000_000),
    annual: price(1_000_000_000),
    hidden: z.boolean().default(false).describe('It isn’t offered. Who has it keeps it, and it renews.'),
  })
  .refine(({ monthly, annual }) => annual <= monthly * 12, { path: ['annual'], message: key('operatorPlan:error.annual') });
export type PlanItem = z.output<typeof PlanItem>;

export const OperatorPlan = z
  .object({
    code: z.enum(planCodes),
    name: z.string().describe('In the caller’s language.'),
    monthly: Mills.nullable().describe('Null: by contract.'),
    annual: Mills.nullable(),
    hidden: z.boolean().describe('It isn’t offered to new orders.'),
    editable: z.boolean().describe('False: it is free or by contract.'),
    domains: z.int(),
    version: z.int(),
  })
  .meta({ id: 'OperatorPlan' });
export type OperatorPlan = z.infer<typeof OperatorPlan>;

/** For operators alone; everybody else gets a 404. */
export const operatorPlan = group('operatorPlan', 'domain', {
  list: get('/operator/catalogue/plan/list', {
    summary: 'List the CDN plans with their prices and the number of domains on each (operators only)',
    output: z.object({ plans: z.array(OperatorPlan) }),
  }),
  update: post('/operator/catalogue/plan/update', {
    summary: 'Change the prices of a CDN plan, hide it from new orders, or offer it again (operators only)',
    input: PlanItem.safeExtend({ plan: z.enum(pricedPlans), version: seenVersion, dryRun }),
    output: z.object({ preview: CataloguePreview.describe('What the change does, or did.') }),
    success: false,
    touches: ['plan', 'domain'],
    errors: [key('error:versionConflict')],
    example: { plan: 'eco', monthly: 25_000, annual: 250_000, version: 0 },
  }),
});
