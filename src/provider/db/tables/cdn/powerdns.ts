/** The newest version of each zone that was sent to PowerDNS, even of removed ones, and which process is sending. */
export interface PowerdnsZoneTable {
  name: string;
  version: number;
  isRemoved: boolean;
  /** Null: nobody. */
  lockedBy: string | null;
  /** Epoch ms; a process that died holds its lock until then. */
  lockedUntil: number;
}
