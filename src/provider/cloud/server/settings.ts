import type { MeasureInterval } from '../../../lib/rules/cloud/server/measuring.ts';

/** The order options of a server besides its size and system. IDs are those of the account. */
export interface ServerSettings {
  /** OpenSSH public keys. */
  sshKeys: readonly string[];
  /** cloud-init; null: none. */
  userData: string | null;
  firewallIds: readonly string[];
  networks: readonly { networkId: string; address: string }[];
  volumeIds: readonly string[];
  extra: { cpanel: boolean; plesk: boolean };
  /** Scheduled backups are part of the rate. Absent in servers ordered before they existed. */
  backups?: boolean;
  /** Hostnames by address; an address without one has the name that the driver gives it. */
  reverseDns?: Readonly<Record<string, string>>;
  /** Absent: the default interval. */
  measureEvery?: MeasureInterval;
  /** Spaces that it uses as folders. */
  spaces?: readonly { spaceId: string; mountPoint: string }[];
}

export const noSettings: ServerSettings = {
  sshKeys: [],
  userData: null,
  firewallIds: [],
  networks: [],
  volumeIds: [],
  extra: { cpanel: false, plesk: false },
};
