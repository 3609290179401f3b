import { z } from 'zod';
import { key } from '../../i18n/key.ts';
import type { UnitItem } from '../../rules/cloud/rates.ts';
import { serverPlanIds, unitRates } from '../../rules/cloud/rates.ts';
import { get, group, post } from '../call.ts';
import { CatalogPreview, dryRun, expectedVersion } from '../core/catalogPreview.ts';
import { Mills } from '../fields.ts';

const units = Object.keys(unitRates) as UnitItem[]; // the keys of the table
/** What has a price that operators can change. The one-day server is free. */
export const pricedItems = [...serverPlanIds.filter((id) => id !== 'free'), ...units, 'traffic'] as const;

/** Prices by the hour are shown for a month of 730 hours as well. Rates are whole thousands, so that the tenth of one for backups is whole. */
export const PriceForm = z.object({
  rate: z
    .int(key('operatorPrice:error.rate'))
    .min(1000, key('operatorPrice:error.rate'))
    .max(100_000_000_000, key('operatorPrice:error.rate'))
    .multipleOf(1000, key('operatorPrice:error.rate'))
    .describe('Micro-mills of an hour or a gigabyte, a multiple of 1,000.'),
  validFrom: z.iso
    .datetime({ error: key('operatorPrice:error.validFrom') })
    .nullable()
    .describe('A full hour at least five minutes ahead. Null: the earliest one, which isn’t accepted for a higher price.'),
});

export const OperatorPrice = z
  .object({
    item: z.enum(pricedItems),
    name: z.string().describe('In the caller’s language.'),
    per: z.enum(['hour', 'gigabyte']).describe('`gigabyte`: of outgoing traffic beyond what a server includes.'),
    rate: z.int().describe('In force now, in micro-mills.'),
    monthly: Mills.nullable().describe('Null: it isn’t charged by the hour.'),
    next: z.object({ rate: z.int(), validFrom: z.iso.datetime() }).nullable().describe('A change that is not in force yet.'),
    version: z.int(),
  })
  .meta({ id: 'OperatorPrice' });
export type OperatorPrice = z.infer<typeof OperatorPrice>;

/** Prices of servers and what belongs to them. For operators alone; everybody else gets a 404. */
export const operatorPrice = group('operatorPrice', 'server', {
  list: get('/operator/catalogue/price/list', {
    summary: 'List the prices of servers and their resources (operators only)',
    output: z.object({ prices: z.array(OperatorPrice) }),
  }),
  update: post('/operator/catalogue/price/update', {
    idempotent: true,
    summary: 'Change a price of servers or their resources (operators only)',
    input: PriceForm.extend({ item: z.enum(pricedItems), version: expectedVersion, dryRun }),
    output: z.object({ preview: CatalogPreview.describe('What the change does, or did.') }),
    success: false,
    touches: ['server', 'serverCatalogue'],
    errors: [key('error:versionConflict'), key('operatorPrice:error.validFrom'), key('operatorPrice:error.riseDay')],
    example: { item: 'com-2023', rate: 18_000_000, validFrom: null, version: 0 },
  }),
});
