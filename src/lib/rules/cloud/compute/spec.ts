import type { TKey, TParams } from '../../../i18n/keys.ts';
import type { AddressKind } from '../server/address.ts';
import type { DiskType, Power, ServerSize, ServerState } from '../server/states.ts';

/* What the portal wants of a compute engine, and what the engine reports: `src/compute` and the drivers of the provider use the same. */

/** The version increases with every change. */
interface Versioned {
  id: string;
  version: number;
}

/** Engines that separate customers keep what belongs to one account apart from the others. */
interface Owned {
  account: { id: string };
}

/**
 * The desired state of a server. One-time actions (a restart, an installation, a new password) are counters: the driver acts when one
 * differs from the last one it applied, so a repeated call acts only once.
 */
export interface ServerSpec extends Versioned, Owned {
  name: string;
  /** Code of the data center. */
  dataCenter: string;
  size: ServerSize & { diskType: DiskType };
  /** The previous size is kept until a later version drops or restores it. */
  trial: boolean;
  image: {
    count: number;
    mode: 'install' | 'reload' | 'rebuild' | 'restore';
    os: { type: string; version: string };
    /** The image to write to the disk instead of the system's. */
    imageId: string | null;
  };
  power: Power;
  /** Restarts the server when its health check fails. */
  autopilot: boolean;
  boot: { count: number; hard: boolean };
  /** Boots the rescue system instead of the installed one. */
  rescue: boolean;
  /** `value` is null after the driver has received it. */
  password: { count: number; value: string | null };
  /** OpenSSH public keys, and cloud-init user data. */
  access: { sshKeys: readonly string[]; userData: string | null };
  /**
   * Public addresses besides the first IPv4 and IPv6 address, by ID. The driver chooses each and keeps it until its ID is gone from all
   * servers. One whose ID another server had moves, whichever of the two states is applied first.
   */
  addresses: readonly { id: string; kind: AddressKind }[];
  /** Names that PTR queries for its addresses return (RFC 1035, section 3.5): absolute, without the final dot. */
  reverseDns: readonly { address: string; host: string }[];
  /**
   * Spaces that the server uses as folders: the driver lets it reach the object store, and lists them in its metadata. It mounts
   * nothing, because it has neither their keys nor access to the system.
   */
  spaces: readonly { bucket: string; mountPoint: string }[];
  /** Seconds between two measurements by the host; metrics in between repeat the last one. */
  measureEvery: number;
  /**
   * IDs of other entities of the driver. While one of them isn't applied yet, `apply` throws a temporary
   * error and is retried.
   */
  networks: readonly { networkId: string; address: string }[];
  firewalls: readonly string[];
  volumes: readonly string[];
}

/**
 * A copy of a disk: a snapshot or a backup. An incremental backup names its parent, which is removed after it: until then, `remove` of
 * the parent throws a temporary error.
 */
export interface ImageSpec extends Versioned, Owned {
  /** The server or the volume. */
  sourceId: string;
  kind: 'snapshot' | 'backup';
  parentId: string | null;
}
export interface VolumeSpec extends Versioned, Owned {
  /** GB; only grows. */
  size: number;
  type: DiskType;
  /** The serial number of the disk in the server, at most 20 characters; servers find the disk by it. */
  serial: string;
  dataCenter: string;
  /** The image is written when the counter differs from the last one that was applied. 0: the volume is empty. */
  image: { count: number; imageId: string | null };
}
export interface NetworkSpec extends Versioned, Owned {
  cidr: string;
  dataCenter: string;
}
/** Applies to all public addresses of a server. */
export interface FirewallSpec extends Versioned, Owned {
  /** In order; the first match applies. Unmatched incoming traffic is dropped, unmatched outgoing traffic is allowed. */
  rules: readonly {
    direction: 'in' | 'out';
    protocol: 'ipv4' | 'ipv6';
    transport: 'tcp' | 'udp' | 'icmp' | 'any';
    /** Null: all ports, or only the first port. */
    portFrom: number | null;
    portTo: number | null;
    source: string;
    action: 'allow' | 'deny';
  }[];
}

/** Why a version can't be applied: the text for the customer. */
export interface Failure {
  key: TKey;
  params?: TParams;
}

/** The progress of an entity towards the last applied version. */
export interface Progress {
  version: number;
  /** The current action; null: none. */
  phase: ServerState | null;
  /** 0 to 100, over all current actions. */
  percent: number;
  /** Expected completion, epoch ms; null: unknown. */
  endsAt: number | null;
  /** It started and can't be completed; retrying the same version would fail too. */
  failure: Failure | null;
}
export interface ServerProgress extends Progress {
  power: Power;
  ipv4: string | null;
  ipv6: string | null;
  /** Those of `addresses` that are assigned. */
  addresses: readonly AssignedAddress[];
}
export interface AssignedAddress {
  id: string;
  address: string;
}
export interface ImageProgress extends Progress {
  /** Bytes. */
  size: number | null;
}

export const metricNames = ['cpu', 'ram', 'diskRead', 'diskWrite', 'netIn', 'netOut'] as const;
export type MetricName = (typeof metricNames)[number];
/** Times in epoch ms and one value for each; cpu is 0 to 1, ram in bytes, the others in bytes per second. Null: not measured, or off. */
export interface Metrics {
  times: number[];
  values: Record<MetricName, (number | null)[]>;
}
