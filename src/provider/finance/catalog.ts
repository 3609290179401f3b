import type { BonusTier } from '../../lib/rules/finance/topUp.ts';

/** EXAMPLE issuer, tax and services: providers replace them with their own. */
export const financeCatalog = {
  /** Printed on every invoice from then on. Closed invoices keep the issuer at the time. */
  issuer: {
    name: 'Example Hosting Ltd.',
    address: '1 Example Street, 10000 Example City',
    taxId: 'EXAMPLE-000000000',
    email: 'billing@nasim.example',
  },
  /** Hundredths of a percent. Prices include it. */
  taxRate: 1000,
  /** Days for which a proforma invoice is valid. */
  proformaDays: 14,
  /** Minimum and maximum credit of a proforma invoice, in mills. */
  credit: { min: 5_000, max: 50_000_000 },
  /** Services that can be prepaid with a proforma invoice: mills per hour, including tax. */
  services: { consulting: 80_000, expertConsulting: 160_000 },
  topUp: { min: 5_000, max: 10_000_000, presets: [20_000, 50_000, 100_000, 250_000] },
  /** Automatic top-ups in 24 hours, and saved cards per account. */
  autoTopUp: { perDay: 3, cards: 10 },
  /** Until an operator changes it. */
  bonus: [
    { threshold: 100_000, percent: 3 },
    { threshold: 250_000, percent: 5 },
  ] satisfies BonusTier[],
} as const;
