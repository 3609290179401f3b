import type { BonusTier, GiftWorth } from '../../lib/rules/finance/topUp.ts';

export interface GiftCode {
  worth: GiftWorth;
  /** Epoch ms. */
  expiresAt?: number;
  /** Maximum uses by all customers together; each customer has one. Absent: no limit. */
  maxUses?: number;
}

/** EXAMPLE issuer, tax and services: providers replace them with their own. */
export const financeCatalogue = {
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
  bonus: [
    { threshold: 100_000, percent: 3 },
    { threshold: 250_000, percent: 5 },
  ] satisfies BonusTier[],
  giftCodes: {
    BREEZE5: { worth: { amount: 5_000 } },
    SPRING10: { worth: { percent: 10, max: 20_000 } },
    FIRST100: { worth: { amount: 10_000 }, maxUses: 100 },
    AUTUMN25: { worth: { amount: 25_000 }, expiresAt: Date.UTC(2026, 9, 1) },
  } as Readonly<Record<string, GiftCode>>,
} as const;
