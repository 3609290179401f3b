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

/** The predefined servers, smallest first; `free` is the one-day server. They have no printed price. */
export const serverSizes: Record<ServerSizeCode, ServerSize> = {
  eco: { id: 'eco-2023', cpu: 1, ram: 2, disk: 25, diskType: 'SSD' },
  com: { id: 'com-2023', cpu: 2, ram: 4, disk: 50, diskType: 'SSD' },
  pro: { id: 'pro-2023', cpu: 4, ram: 8, disk: 100, diskType: 'SSD' },
  ent: { id: 'ent-2023', cpu: 16, ram: 32, disk: 200, diskType: 'NVMe' },
  free: { id: 'free', cpu: 1, ram: 2, disk: 25, diskType: 'SSD' },
};
