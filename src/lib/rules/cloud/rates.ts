import { type ServerSizeCode, serverSizes } from './sizes.ts';

/*
 * Products and prices of the cloud line. This is the EXAMPLE catalogue: a provider replaces it with its own, used by the calculator,
 * orders and bills.
 */

/** A rate: micro-mills (1/1,000,000 of a mill) for an hour. Sums of rates are exact; an amount is rounded to mills once. */
export type Rate = number;

/** Per unit of a resource: a core, a gigabyte, an additional address, a license. */
export const unitRates = {
  cpu: 4_000_000,
  ram: 2_500_000,
  diskSsd: 60_000,
  diskNvme: 110_000,
  volumeSsd: 100_000,
  volumeNvme: 160_000,
  snapshot: 60_000,
  backup: 60_000,
  space: 30_000,
  ipv4: 4_000_000,
  ipv6: 1_000_000,
  cpanel: 24_600_000,
  plesk: 19_200_000,
} as const satisfies Record<string, Rate>;

/** Predefined sizes cost less than their parts. The one-day server is free. */
export const planRates: Record<ServerSizeCode, Rate> = {
  eco: 9_000_000,
  com: 20_000_000,
  pro: 40_000_000,
  ent: 150_000_000,
  free: 0,
};

/** Outgoing gigabytes a month that each predefined size includes. Incoming traffic is free. */
export const planTraffic: Record<ServerSizeCode, number> = { eco: 2000, com: 4000, pro: 8000, ent: 20_000, free: 200 };
/** The same for each core of a custom size. */
export const customTraffic = 1000;
/** A gigabyte of outgoing traffic beyond the included ones, in micro-mills. It is charged once, not by the hour. */
const trafficRate = 2_000_000;

/** Price of weekly backups, as a percentage of the server's rate. */
export const backupPercent = 10;

/** Limits of a custom size; memory and disk steps are in gigabytes. */
export const customSize = {
  cpu: { min: 1, max: 32, step: 1 },
  ram: { min: 1, max: 128, step: 1 },
  disk: { min: 10, max: 2000, step: 10 },
} as const;
export const maxQuantity = 10;

export const diskKinds = ['ssd', 'nvme'] as const;
export type DiskKind = (typeof diskKinds)[number];

/** The rate of a volume. Size in gigabytes. */
export const volumeRate = (size: number, type: DiskKind, { unit }: Pick<Rates, 'unit'> = catalogRates): Rate =>
  size * (type === 'nvme' ? unit.volumeNvme : unit.volumeSsd);

export const serverPlanIds = ['eco-2023', 'com-2023', 'pro-2023', 'ent-2023', 'free'] as const;
export type ServerPlanId = (typeof serverPlanIds)[number];

export interface ServerPlan {
  id: ServerPlanId;
  code: ServerSizeCode;
  cpu: number;
  /** Gigabytes, as the disk. */
  ram: number;
  disk: { value: number; type: DiskKind };
  rate: Rate;
}

const codes: Record<ServerPlanId, ServerSizeCode> = {
  'eco-2023': 'eco',
  'com-2023': 'com',
  'pro-2023': 'pro',
  'ent-2023': 'ent',
  free: 'free',
};

export const serverPlans: readonly ServerPlan[] = serverPlanIds.map((id) => {
  const code = codes[id];
  const { cpu, ram, disk, diskType } = serverSizes[code];
  return { id, code, cpu, ram, disk: { value: disk, type: diskType === 'NVMe' ? 'nvme' : 'ssd' }, rate: planRates[code] };
});

export const serverPlan = (id: string | null): ServerPlan | null => serverPlans.find((plan) => plan.id === id) ?? null;

/** Outgoing gigabytes a month that a server includes. `plan`: ID of its predefined size; null: a custom size. */
export const includedTraffic = ({ plan, cpu }: { plan: string | null; cpu: number }): number => {
  const size = serverPlan(plan);
  return size ? planTraffic[size.code] : cpu * customTraffic;
};

/** Rates by unit and by predefined size, and that of a gigabyte of traffic. */
export interface Rates {
  unit: Record<UnitItem, Rate>;
  plan: Record<ServerPlanId, Rate>;
  traffic: Rate;
}
export type UnitItem = keyof typeof unitRates;

export const catalogRates: Rates = {
  unit: unitRates,
  plan: Object.fromEntries(serverPlans.map(({ id, rate }) => [id, rate])) as Rates['plan'], // `serverPlans` has each
  traffic: trafficRate,
};
