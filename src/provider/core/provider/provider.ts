import { brand } from '../../../lib/brand.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import type { PaymentGateway } from '../../drivers/payment/payment.ts';
import { catalogue } from '../catalogue.ts';
import { implement } from '../implement.ts';
import { readStatus } from '../status/status.ts';
import { edgeAbilities } from './edge.ts';

/** A simulation is reported as one, unless real gateways are configured as well. */
const paymentBy = (gateways: readonly PaymentGateway[]) =>
  gateways.some(({ capabilities }) => !capabilities.simulated) ? 'connected' : gateways.length > 0 ? 'sandbox' : 'none';

/** Where a domain can be opened through the edge beside the portal. Browsers resolve `*.localhost` to this machine. */
const previewOf = (address: string | null) => (address === null ? null : `http://{domain}.edge.localhost:${new URL(address).port}`);

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

  capabilities: async ({ db, services, now }) => ({
    capabilities: {
      ...(await edgeAbilities(db, services.drivers, now)),
      preview: previewOf(services.localEdge.address),
      dns: services.drivers.dns?.capabilities.engine ?? 'none',
      payment: paymentBy(services.gateways),
      compute: services.drivers.compute?.capabilities.engine ?? 'none',
      limits: catalogue.limits,
    },
  }),
});
