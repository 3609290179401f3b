import type { Seed } from '../../core/seeds/seed.ts';

/** A fixed gift, a percentage, a limited code and an expired one. */
export const seedGiftCodes: Seed = async (tx, { now }) => {
  const empty = { amount: null, percent: null, most: null, maxUses: null, expiresAt: null, disabledAt: null };
  const codes = [
    { code: 'BREEZE5', amount: 5_000 },
    { code: 'SPRING10', percent: 10, most: 20_000 },
    { code: 'FIRST100', amount: 10_000, maxUses: 100 },
    { code: 'AUTUMN25', amount: 25_000, expiresAt: Date.UTC(2026, 9, 1) },
  ];
  await tx
    .insertInto('giftCode')
    .values(codes.map((one, index) => ({ ...empty, ...one, version: 1, createdAt: now - (index + 1) * 86_400_000 })))
    .execute();
};
