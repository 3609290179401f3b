import type { Seed } from '../../core/seeds/seed.ts';

/** A percentage, a fixed amount, a limited voucher and an expired one. */
export const seedVouchers: Seed = async (tx, { now }) => {
  const empty = { amount: null, percent: null, maxUses: null, used: 0, expiresAt: null, disabledAt: null, version: 1 };
  const codes = [
    { code: 'BREEZE20', percent: 20 },
    { code: 'WELCOME10', amount: 10_000 },
    { code: 'LAUNCH50', percent: 50, maxUses: 50 },
    { code: 'SUMMER15', percent: 15, expiresAt: Date.UTC(2026, 8, 1) },
  ];
  await tx
    .insertInto('discountCode')
    .values(codes.map((one, index) => ({ ...empty, ...one, createdAt: now - (index + 1) * 86_400_000 })))
    .execute();
};
