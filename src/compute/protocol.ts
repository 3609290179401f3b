import { z } from 'zod';
import type {
  FirewallSpec,
  ImageProgress,
  ImageSpec,
  NetworkSpec,
  Progress,
  ServerProgress,
  ServerSpec,
  VolumeSpec,
} from '../lib/rules/cloud/compute/spec.ts';
import { addressKinds } from '../lib/rules/cloud/server/address.ts';
import { diskTypes, powers } from '../lib/rules/cloud/server/states.ts';
import type { Capacity } from './env.ts';

/* The messages on the control socket: JSON over HTTP. */

/** Names of files and of nodes in QEMU. */
const Id = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,35}$/);
export const isId = (text: string): boolean => Id.safeParse(text).success;

const counter = z.int().min(0);
const text = z.string().max(10_000);
const versioned = { id: Id, version: counter };
/** Written to configuration files of guests: no line breaks, no quotes. */
const plain = z.string().regex(/^[\w.:/ @+-]{1,200}$/);

const account = z.object({ id: Id });

const Server = z.object({
  ...versioned,
  account,
  name: plain,
  dataCenter: z.string().max(50),
  size: z.object({ cpu: z.int().min(1), ram: z.int().min(1), disk: z.int().min(1), diskType: z.enum(diskTypes) }),
  trial: z.boolean(),
  image: z.object({
    count: counter,
    mode: z.enum(['install', 'reload', 'rebuild', 'restore']),
    os: z.object({ type: z.string().max(50), version: z.string().max(50) }),
    imageId: Id.nullable(),
  }),
  power: z.enum(powers),
  autopilot: z.boolean(),
  boot: z.object({ count: counter, hard: z.boolean() }),
  rescue: z.boolean(),
  password: z.object({ count: counter, value: z.string().max(200).nullable() }),
  access: z.object({ sshKeys: z.array(text).max(100), userData: z.string().max(65_536).nullable() }),
  addresses: z.array(z.object({ id: Id, kind: z.enum(addressKinds) })).max(100),
  reverseDns: z.array(z.object({ address: text, host: text })).max(200),
  spaces: z.array(z.object({ bucket: text, mountPoint: text })).max(100),
  measureEvery: z.number().min(1).max(3_600),
  networks: z.array(z.object({ networkId: Id, address: plain })).max(8),
  firewalls: z.array(Id).max(50),
  volumes: z.array(Id).max(16),
}) satisfies z.ZodType<ServerSpec>;

const Image = z.object({
  ...versioned,
  account,
  sourceId: Id,
  kind: z.enum(['snapshot', 'backup']),
  parentId: Id.nullable(),
}) satisfies z.ZodType<ImageSpec>;

const Volume = z.object({
  ...versioned,
  account,
  size: z.int().min(1),
  type: z.enum(diskTypes),
  serial: z.string().regex(/^[\w-]{1,20}$/),
  dataCenter: z.string().max(50),
  image: z.object({ count: counter, imageId: Id.nullable() }),
}) satisfies z.ZodType<VolumeSpec>;

const Network = z.object({ ...versioned, account, cidr: plain, dataCenter: z.string().max(50) }) satisfies z.ZodType<NetworkSpec>;

const port = z.int().min(0).max(65_535).nullable();
const Firewall = z.object({
  ...versioned,
  account,
  rules: z
    .array(
      z.object({
        direction: z.enum(['in', 'out']),
        protocol: z.enum(['ipv4', 'ipv6']),
        transport: z.enum(['tcp', 'udp', 'icmp', 'any']),
        portFrom: port,
        portTo: port,
        source: z.string().max(100),
        action: z.enum(['allow', 'deny']),
      }),
    )
    .max(1_000),
}) satisfies z.ZodType<FirewallSpec>;

/** The kinds of entities: the first segment of their paths, with the schema of their states. */
export const kinds = { servers: Server, images: Image, volumes: Volume, networks: Network, firewalls: Firewall } as const;
export type Kind = keyof typeof kinds;
export const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name);

export interface Specs {
  servers: ServerSpec;
  images: ImageSpec;
  volumes: VolumeSpec;
  networks: NetworkSpec;
  firewalls: FirewallSpec;
}

/** A port of the host that leads to a port of a server. */
export interface Forward {
  port: number;
  guestPort: number;
  protocol: 'tcp' | 'udp';
}

export interface Reports {
  servers: ServerProgress & { forwards: readonly Forward[] };
  images: ImageProgress;
  volumes: Progress;
  networks: Progress;
  firewalls: Progress;
}

/** Response to `GET /KIND/ID`. */
export interface EntityReply<K extends Kind = Kind> {
  version: number;
  progress: Reports[K];
}

/** Response to `GET /servers/ID/log`. */
export interface LogReply {
  /** The latest output of its serial port. */
  output: string;
}

/** An operating system of the catalog. */
export interface OfferedImage {
  type: string;
  version: string;
  /** GB: the smallest disk that it fits on. */
  minDisk: number;
}

/** Response to `GET /host`. */
export interface HostReply {
  engine: 'qemu' | 'openstack';
  /** What the servers of this engine have; see `ComputeCapabilities` of the driver. */
  capabilities: {
    consoles: readonly ('serial' | 'graphical')[];
    firewall: 'full' | 'ports';
    addresses: boolean;
    reverseDns: boolean;
    metrics: boolean;
  };
  /** Null: not determined yet, or not ours to know. */
  acceleration: 'kvm' | 'tcg' | null;
  images: OfferedImage[];
  /** Codes of the data centers that it has a place for; null: all are on this host. */
  places: readonly string[] | null;
  /** Null: the cloud decides. */
  capacity: { total: Capacity; used: Capacity } | null;
  /** IDs of what somebody else has deleted. It isn't made again on its own. */
  lost: { servers: readonly string[]; volumes: readonly string[] };
  /** What the operator should look at, in English. */
  problems: readonly string[];
}
