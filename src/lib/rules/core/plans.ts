/** The CDN plans, cheapest first. */
export const planCodes = ['free', 'eco', 'com', 'pro', 'ent'] as const;
export type PlanCode = (typeof planCodes)[number];

/** Features that only some plans have. */
export const planFeatures = ['certificate', 'websockets', 'customNs', 'logForward', 'dedicatedIp', 'cnameSetup', 'dnssec'] as const;
export type PlanFeature = (typeof planFeatures)[number];

export interface Plan {
  code: PlanCode;
  /** In mills (1/1000 of the currency unit), for a month and for a prepaid year; null: by contract. */
  price: { monthly: number | null; annual: number | null };
  /** Monthly traffic in GB; null: by contract, also in the two below. */
  traffic: number | null;
  requests: number | null;
  pageRules: number | null;
  /** Minimum cache TTL, in seconds. */
  minCacheTtl: number | null;
  features: readonly PlanFeature[];
}

const HALF_HOUR = 1800;

/**
 * A year costs ten months (docs/decisions/0013); docs/product.md, Plans, lists the figures.
 * This is the example catalogue: a provider replaces it, and pages and panel follow.
 */
export const plans: Record<PlanCode, Plan> = {
  free: {
    code: 'free',
    price: { monthly: 0, annual: 0 },
    traffic: 100,
    requests: 5e6,
    pageRules: 5,
    minCacheTtl: HALF_HOUR,
    features: ['certificate'],
  },
  eco: {
    code: 'eco',
    price: { monthly: 20_000, annual: 200_000 },
    traffic: 500,
    requests: 15e6,
    pageRules: 25,
    minCacheTtl: HALF_HOUR,
    features: ['certificate', 'websockets'],
  },
  com: {
    code: 'com',
    price: { monthly: 80_000, annual: 800_000 },
    traffic: 2048,
    requests: 30e6,
    pageRules: 50,
    minCacheTtl: HALF_HOUR,
    features: ['certificate', 'websockets'],
  },
  pro: {
    code: 'pro',
    price: { monthly: 200_000, annual: 2_000_000 },
    traffic: 10_240,
    requests: 50e6,
    pageRules: 75,
    minCacheTtl: 1,
    features: ['certificate', 'websockets', 'customNs', 'logForward'],
  },
  ent: {
    code: 'ent',
    price: { monthly: null, annual: null },
    traffic: null,
    requests: null,
    pageRules: null,
    minCacheTtl: null,
    features: planFeatures,
  },
};
