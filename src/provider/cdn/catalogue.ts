import type { Voucher } from '../../lib/rules/cdn/plan/voucher.ts';

/** EXAMPLE figures: a provider replaces them with its own. */
export const cdnCatalogue = {
  /** Features that a top-level domain lacks. */
  unsupported: { ir: ['dnssec', 'customNs'] } as Record<string, readonly string[]>,
  /** Codes that lower the price of a plan's first period, once for each customer. */
  vouchers: { BREEZE20: { percent: 20 }, WELCOME10: { amount: 10_000 } } as Record<string, Voucher>,
};
