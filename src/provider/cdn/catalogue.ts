import type { Voucher } from '../../lib/rules/cdn/plan/voucher.ts';

/** EXAMPLE figures: a provider replaces them with its own. */
export const cdnCatalogue = {
  /** Features that a TLD doesn't support. */
  unsupported: { ir: ['dnssec', 'customNs'] } as Record<string, readonly string[]>,
  /** Codes that reduce the price of a plan's first period, once per customer. */
  vouchers: { BREEZE20: { percent: 20 }, WELCOME10: { amount: 10_000 } } as Record<string, Voucher>,
};
