import { brand } from '../../lib/brand.ts';
import { provider } from '../../lib/contract/provider.ts';
import { catalogue } from '../db/seeds/catalogue.ts';
import { implement } from '../implement.ts';
import { readStatus } from '../status/status.ts';

export const providerHandlers = implement(provider, {
  config: () => ({
    config: {
      name: brand.name,
      currency: brand.currency.code,
      divisor: brand.currency.divisor,
      minorDigits: brand.currency.minorDigits,
      terms: { version: catalogue.termsVersion },
      upload: { maxFiles: 5, maxBytes: 30 * 1024 * 1024, types: ['.txt'] },
    },
  }),

  status: readStatus,

  // No edge and no compute driver exist yet, and the panel says so (design.md section 3, "No edge yet").
  capabilities: ({ services }) => ({
    capabilities: { edge: 'none', dns: services.drivers.dns?.capabilities.engine ?? 'none', compute: 'none', limits: catalogue.limits },
  }),
});
