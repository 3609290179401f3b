import type { Power, ServerSize } from '../../lib/rules/cloud/server/states.ts';
import type { AppliedStates, AppliedVersion } from '../state/applied.ts';

/* What has been done in the cloud for an entity. Requests are stored before they are sent, and their results when they are observed. */

/** Where an entity is in the cloud. */
export interface Home {
  projectId: string;
  region: string;
}

interface Located extends AppliedVersion {
  /** Null: nothing has been created. */
  home: Home | null;
  /** ID of the resource in the cloud; null: not known yet. */
  cloudId: string | null;
}

export type ServerAction =
  | 'create'
  | 'delete'
  | 'rebuild'
  | 'resize'
  | 'confirm'
  | 'revert'
  | 'rescue'
  | 'unrescue'
  | 'start'
  | 'stop'
  | 'reboot'
  | 'attach'
  | 'detach';

/** A request whose result hasn't been observed. */
export interface Pending<A extends string> {
  action: A;
  /** Epoch ms of its response, or 0 while there is none: only what was observed later shows the result. */
  since: number;
  /** No response came. What was observed after `since` shows whether it had an effect. */
  isUnanswered?: true;
  /** Counters of the state that it was sent for. */
  count?: number;
  volumeId?: string;
}

/** A network interface. */
export interface AppliedPort {
  /** Null: the public one. */
  networkId: string | null;
  /** In the private network. */
  address: string | null;
  portId: string;
}

export interface AppliedServer extends Located {
  pending: Pending<ServerAction> | null;
  /** Counters of the image that was written (null: none), of restarts and passwords. */
  image: number | null;
  boot: number;
  password: number;
  /** What was requested last; a system that powers itself off stays off until the customer restarts it. */
  power: Power;
  /** The size before the one on trial; null: none is on trial. */
  previousSize: ServerSize | null;
  ports: readonly AppliedPort[];
  /** Firewall groups of the public interface, and the security groups that it has for them. */
  firewalls: readonly string[];
  groupIds: readonly string[];
  /** IDs of volumes. */
  volumes: readonly string[];
  ipv4: string | null;
  ipv6: string | null;
}
export interface AppliedImage extends Located {
  /** `image` of Glance or `backup` of Cinder. */
  type: 'image' | 'backup' | null;
  pending: Pending<'create' | 'delete'> | null;
  /** Bytes; null: not complete. */
  size: number | null;
  /** GB of the disk that it is a copy of. */
  disk: number;
}
export interface AppliedVolume extends Located {
  pending: Pending<'create' | 'extend' | 'restore' | 'delete'> | null;
  /** GB; 0: not created. */
  size: number;
  image: number;
}
export interface AppliedNetwork extends Located {
  subnetId: string | null;
}
export interface AppliedFirewall extends AppliedVersion {
  /** Its security groups, one for each project and region where a server uses it. */
  groups: readonly (Home & { groupId: string })[];
}

export interface OpenstackApplied extends AppliedStates {
  servers: AppliedServer;
  images: AppliedImage;
  volumes: AppliedVolume;
  networks: AppliedNetwork;
  firewalls: AppliedFirewall;
}

/** The same request, whose response doesn't come any more. */
export const unanswered = <A extends string>(pending: Pending<A>): Pending<A> => ({ ...pending, since: Date.now(), isUnanswered: true });

const none: AppliedVersion = { version: 0, failure: null };
const nowhere: Located = { ...none, home: null, cloudId: null };
/** Nothing has been done yet. */
export const initialOpenstack: OpenstackApplied = {
  servers: {
    ...nowhere,
    pending: null,
    image: null,
    boot: 0,
    password: 0,
    power: 'off',
    previousSize: null,
    ports: [],
    firewalls: [],
    groupIds: [],
    volumes: [],
    ipv4: null,
    ipv6: null,
  },
  images: { ...nowhere, type: null, pending: null, size: null, disk: 0 },
  volumes: { ...nowhere, pending: null, size: 0, image: 0 },
  networks: { ...nowhere, subnetId: null },
  firewalls: { ...none, groups: [] },
};
