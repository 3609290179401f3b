import { brand } from '../../../config/brand.ts';
import type { Env } from '../../../config/env.ts';
import { edgeAddresses } from '../../../dns/zone.ts';
import { provider } from '../../../lib/contract/core/provider.ts';
import type { Db } from '../../db/schema.ts';
import type { PaymentGateway } from '../../drivers/payment/payment.ts';
import { catalog } from '../catalog.ts';
import { edgeReach, hasEdge } from '../edgeReach.ts';
import { implement } from '../implement.ts';
import { readStatus, readStatusDays } from '../status/status.ts';

/** A simulation is reported as one, unless real gateways are configured as well. */
const paymentBy = (gateways: readonly PaymentGateway[]) =>
  gateways.some(({ capabilities }) => !capabilities.simulated) ? 'connected' : gateways.length > 0 ? 'sandbox' : 'none';

/** Of all edges, whether DNS answers with them now or not: origins get requests from each. */
async function knownAddresses(db: Db, { EDGE_ADDRESSES }: Pick<Env, 'EDGE_ADDRESSES'>): Promise<string[]> {
  const edges = await db.selectFrom('edgeNode').select('addresses').where('removedAt', 'is', null).execute();
  return [...EDGE_ADDRESSES, ...edges.flatMap(({ addresses }) => addresses)];
}

/** Where a domain can be opened through the edge beside the portal. Browsers resolve `*.localhost` to this machine. */
const previewAddress = (address: string | null) => (address === null ? null : `http://{domain}.edge.localhost:${new URL(address).port}`);

export const providerHandlers = implement(provider, {
  config: () => ({
    config: {
      name: brand.name,
      currency: brand.currency.code,
      divisor: brand.currency.divisor,
      minorDigits: brand.currency.minorDigits,
      terms: { version: catalog.termsVersion },
      upload: { maxFiles: 5, maxBytes: 30 * 1024 * 1024, types: ['.txt'] },
    },
  }),

  status: readStatus,
  statusDays: readStatusDays,

  async capabilities({ db, services, now }) {
    const { env, drivers, certs, objects, gateways, localEdge } = services;
    const { edge, places, abilities } = await edgeReach(db, drivers, now);
    return {
      capabilities: {
        edge,
        places,
        preview: previewAddress(localEdge.address),
        edgeAddresses: (await knownAddresses(db, env)).length > 0,
        http3: abilities.has('http3'),
        l34: abilities.has('l34'),
        captcha: abilities.has('proofOfWork') ? 'proofOfWork' : 'none',
        originVerification: abilities.has('originVerification'),
        // `cdn/logForward/source.ts` has no source of requests.
        accessLogs: false,
        dns: drivers.dns?.capabilities.engine ?? 'none',
        dnssec: drivers.dns?.capabilities.dnssec ?? false,
        certificates: certs === null ? 'none' : certs.capabilities.trusted ? 'public' : 'own',
        objectStore: objects?.capabilities.engine ?? 'none',
        payment: paymentBy(gateways),
        compute: drivers.compute?.capabilities.engine ?? 'none',
        serverFirewall: drivers.compute?.capabilities.firewall ?? 'full',
        serverMetrics: drivers.compute?.capabilities.metrics ?? true,
        limits: catalog.limits,
      },
    };
  },

  async edgeAddresses({ db, services: { env, drivers }, now }) {
    const { A, AAAA } = edgeAddresses(await knownAddresses(db, env));
    const addresses = [...new Set([...A, ...AAAA])];
    return { addresses, reason: addresses.length > 0 ? null : (await hasEdge(db, drivers, now)) ? 'notSet' : 'noEdge' };
  },
});
