import { brand } from '../../config/brand.ts';
import type { BonusTier } from '../../lib/rules/finance/topUp.ts';

/** The issuer and the tax of the brand, and EXAMPLE limits: providers replace them with their own. */
export const financeCatalog = {
  get issuer() {
    return brand.invoices.issuer;
  },
  /** Hundredths of a percent. */
  get taxRate() {
    return brand.invoices.taxRate;
  },
  /** Days for which a proforma invoice is valid. */
  proformaDays: 14,
  /** Minimum and maximum credit of a proforma invoice, in mills. */
  credit: { min: 5_000, max: 50_000_000 },
  topUp: { min: 5_000, max: 10_000_000, presets: [20_000, 50_000, 100_000, 250_000] },
  /** Automatic top-ups in 24 hours, and saved cards per account. */
  autoTopUp: { perDay: 3, cards: 10 },
  /** Until an operator changes it. */
  bonus: [
    { threshold: 100_000, percent: 3 },
    { threshold: 250_000, percent: 5 },
  ] satisfies BonusTier[],
} as const;
