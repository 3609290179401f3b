/**
 * What the provider promises, in figures. Prose never types one: it says `{{uptime}}`, and
 * layouts/parts/facts.ts fills in the words of the language. This is the example of a provider, as the catalogue of plans is.
 */
export const facts = {
  /** Share of a month in which the edge answers. */
  uptime: 0.9999,
  /** Hours of the day, local to the provider, for phone and consulting. Messages are answered at all hours. */
  officeHours: { from: 9, to: 17 },
  /** Gigabytes a month that every account has beside the traffic of its plans. */
  freeTraffic: 200,
  /** Hours that a change of name servers may take. */
  nameServerUpdate: 24,
  /** Days after a purchase in which the plan can't be lowered. */
  downgradeLock: 15,
  /** Hours that services stay on with a balance below zero. */
  graceNegative: 24,
  /** Minutes after which the detection mode of the WAF ends. */
  wafDetection: 30,
  upload: { files: 5, megabytes: 30 },
  /** Mills (1/1000 of the currency unit) for an hour of consulting. */
  consulting: { standard: 80_000, expert: 160_000 },
  /** Days that a copy may be kept at most; the least time is the plan's. */
  cacheMax: 365,
  /** Percent of an image's quality that is kept where nothing else is set. */
  imageQuality: 75,
} as const;

export const serverSizeCodes = ['eco', 'com', 'pro', 'ent', 'free'] as const;
export type ServerSizeCode = (typeof serverSizeCodes)[number];

export interface ServerSize {
  id: string;
  cpu: number;
  /** Gigabytes, as the disk. */
  ram: number;
  disk: number;
  diskType: 'SSD' | 'NVMe';
}

/** The ready-made servers, smallest first; `free` is the server for one day. They have no printed price. */
export const serverSizes: Record<ServerSizeCode, ServerSize> = {
  eco: { id: 'eco-2023', cpu: 1, ram: 2, disk: 25, diskType: 'SSD' },
  com: { id: 'com-2023', cpu: 2, ram: 4, disk: 50, diskType: 'SSD' },
  pro: { id: 'pro-2023', cpu: 4, ram: 8, disk: 100, diskType: 'SSD' },
  ent: { id: 'ent-2023', cpu: 16, ram: 32, disk: 200, diskType: 'NVMe' },
  free: { id: 'free', cpu: 1, ram: 2, disk: 25, diskType: 'SSD' },
};
