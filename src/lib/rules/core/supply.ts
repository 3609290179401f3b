/** What a quantity on an invoice counts. */
export const supplyUnits = ['piece', 'hour', 'day', 'month', 'year', 'gigabyte', 'gigabyteHour'] as const;
type SupplyUnit = (typeof supplyUnits)[number];

/** A charged service: its period, and quantity × rate. */
export interface Supply {
  /** Epoch ms: the period of the service. */
  from: number;
  to: number;
  unit: SupplyUnit;
  /** Whole, except gigabytes and gigabyte-hours. */
  quantity: number;
  /** Micro-mills for one unit, including tax; negative for a refund. */
  rate: number;
}

/** Supplies of one service: those with the same unit and rate become one, whose period goes from the first to the last. */
export function mergeSupplies(supplies: readonly Supply[]): Supply[] {
  const merged = new Map<string, Supply>();
  for (const next of supplies) {
    const same = merged.get(`${next.unit} ${next.rate}`);
    merged.set(
      `${next.unit} ${next.rate}`,
      same
        ? { ...same, from: Math.min(same.from, next.from), to: Math.max(same.to, next.to), quantity: same.quantity + next.quantity }
        : next,
    );
  }
  return [...merged.values()];
}

/** Something that is charged once, without a quantity. @param amount mills */
export const supplyPiece = (amount: number, from: number, to = from): Supply => ({
  from,
  to,
  unit: 'piece',
  quantity: 1,
  rate: amount * 1_000_000,
});

/** Supplies as a column of the database has them: null for none. */
export const suppliesOrNull = (supplies: readonly Supply[]): Supply[] | null => (supplies.length === 0 ? null : [...supplies]);
