import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import { planCodes } from '../../rules/core/plans.ts';
import { get, group, post } from '../call.ts';
import { CatalogPreview, dryRun, expectedVersion } from '../core/catalogPreview.ts';
import { catalogPrice, priceStart } from '../core/catalogPrice.ts';
import { Mills } from '../fields.ts';
import { keyWith } from '../issue.ts';

/** Basic is free, and Enterprise is by contract. */
export const pricedPlans = ['eco', 'com', 'pro'] as const;

export const PlanItem = z
  .object({
    monthly: catalogPrice(100_000_000),
    annual: catalogPrice(1_000_000_000),
    hidden: z.boolean().default(false).describe('It isn’t offered. Domains that have it keep it, and it renews.'),
  })
  .refine(({ monthly, annual }) => annual <= monthly * 12, { path: ['annual'], message: key('catalogue:error.annual') });
export type PlanItem = z.output<typeof PlanItem>;

export const PlanForm = PlanItem.safeExtend({ validFrom: priceStart });

/** Enterprise has the limits of its contract. */
export const limitedPlans = ['free', 'eco', 'com', 'pro'] as const;

const limit = (name: 'traffic' | 'requests' | 'pageRules' | 'minCacheTtl', min: number, max: number) => {
  const error = keyWith(`operatorPlan:error.${name}`, { min, max });
  return z.int(error).min(min, error).max(max, error);
};

export const PlanLimitsForm = z.object({
  traffic: limit('traffic', 0, 10_000_000).describe('Gigabytes a month that the plan includes.'),
  requests: limit('requests', 0, 1_000_000_000_000).describe('Requests a month.'),
  pageRules: limit('pageRules', 0, 1_000).describe('Page rules of a domain.'),
  minCacheTtl: limit('minCacheTtl', 1, 86_400).describe('The shortest cache TTL, in seconds.'),
});
export type PlanLimits = z.output<typeof PlanLimitsForm>;

export const OperatorPlan = z
  .object({
    code: z.enum(planCodes),
    name: z.string().describe('In the caller’s language.'),
    monthly: Mills.nullable().describe('Null: by contract.'),
    annual: Mills.nullable(),
    next: z.object({ monthly: Mills, annual: Mills, validFrom: z.iso.datetime() }).nullable().describe('Prices that are not in force yet.'),
    hidden: z.boolean().describe('It isn’t offered to new orders.'),
    editable: z.boolean().describe('False: it is free or by contract.'),
    limits: PlanLimitsForm.nullable().describe('Null: by contract.'),
    limitsVersion: z.int(),
    domains: z.int(),
    version: z.int(),
  })
  .meta({ id: 'OperatorPlan' });
export type OperatorPlan = z.infer<typeof OperatorPlan>;

/** From the start of a later month, so that all traffic of a month has one price. */
export const TrafficPriceForm = z.object({
  price: z
    .int(key('operatorPlan:error.trafficPrice'))
    .min(1, key('operatorPlan:error.trafficPrice'))
    .max(100_000, key('operatorPlan:error.trafficPrice'))
    .describe('Mills for a gigabyte beyond what the plan and the account include.'),
  month: z
    .string()
    .nullable()
    .describe('One of the next six months (UTC), as in `2026-12`; null: the next one, which isn’t accepted for a higher price.'),
});

export const OperatorTrafficPrice = z
  .object({
    price: Mills.describe('Of a gigabyte in the current month.'),
    next: z.object({ month: z.string(), price: Mills }).nullable().describe('A change whose month hasn’t started.'),
    shared: z.number().describe('Gigabytes per month that every account has in addition to its plans.'),
    months: z.array(z.string()).describe('From which a change can be valid.'),
    version: z.int(),
  })
  .meta({ id: 'OperatorTrafficPrice' });
export type OperatorTrafficPrice = z.infer<typeof OperatorTrafficPrice>;

/** For operators alone; everybody else gets a 404. */
export const operatorPlan = group('operatorPlan', 'domain', {
  list: get('/operator/catalogue/plan/list', {
    summary: 'List the CDN plans with their prices and the number of domains on each, and the price of traffic (operators only)',
    output: z.object({ plans: z.array(OperatorPlan), traffic: OperatorTrafficPrice }),
  }),
  update: post('/operator/catalogue/plan/update', {
    idempotent: true,
    summary: 'Change the prices of a CDN plan, hide it from new orders, or offer it again (operators only)',
    input: PlanForm.safeExtend({ plan: z.enum(pricedPlans), version: expectedVersion, dryRun }),
    output: z.object({ preview: CatalogPreview.describe('What the change does, or did.') }),
    success: false,
    touches: ['plan', 'domain'],
    errors: [key('error:versionConflict'), key('catalogue:error.riseDay'), key('catalogue:error.validFrom')],
    example: { plan: 'eco', monthly: 18_000, annual: 180_000, version: 0 },
  }),
  updateLimits: post('/operator/catalogue/plan/updateLimits', {
    idempotent: true,
    summary: 'Change the limits of a CDN plan (operators only)',
    input: PlanLimitsForm.extend({ plan: z.enum(limitedPlans), version: expectedVersion, dryRun }),
    output: z.object({ preview: CatalogPreview.describe('What the change does, or did.') }),
    success: false,
    touches: ['plan', 'domain', 'cache', 'pageRule'],
    errors: [key('error:versionConflict')],
    example: { plan: 'eco', traffic: 600, requests: 15_000_000, pageRules: 25, minCacheTtl: 1800, version: 0 },
  }),
  updateTraffic: post('/operator/catalogue/plan/updateTraffic', {
    idempotent: true,
    summary: 'Change the price of CDN traffic beyond what plans and accounts include (operators only)',
    input: TrafficPriceForm.extend({ version: expectedVersion, dryRun }),
    output: z.object({ preview: CatalogPreview.describe('What the change does, or did.') }),
    success: false,
    touches: ['plan'],
    errors: [key('error:versionConflict'), key('operatorPlan:error.month'), key('operatorPlan:error.riseMonth')],
    example: { price: 35, month: null, version: 0 },
  }),
});
