import { existsSync, statfsSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Level } from 'pino';
import { z } from 'zod';
import type { MonitorEnv } from '../lib/node/monitor.ts';

const GB = 1_073_741_824;
/** Idle servers share cores; memory and disk are promised in full. */
const SERVERS_PER_CORE = 4;
const count = z.coerce.number().int().min(1);

export interface PortRange {
  first: number;
  last: number;
}

/** `20000-29999` */
const portRange = z.string().transform((text, ctx): PortRange => {
  const [, first, last] = /^(\d{1,5})-(\d{1,5})$/.exec(text)?.map(Number) ?? [];
  if (first !== undefined && last !== undefined && first > 1023 && first <= last && last <= 65_535) return { first, last };
  ctx.addIssue({ code: 'custom', message: 'two ports above 1023, as in 20000-29999' });
  return z.NEVER;
});

const schema = z.object({
  DATA_DIR: z.string().default('./data'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** `auto` uses KVM where a test guest boots under it. */
  COMPUTE_ACCEL: z.enum(['auto', 'kvm', 'tcg']).default('auto'),
  /** The address of this host for customers; ports on it are forwarded to the servers. */
  COMPUTE_ADDRESS: z.string().default('127.0.0.1'),
  COMPUTE_PORTS: portRange.prefault('20000-29999'),
  /** Limits for all servers together: virtual cores, GB of memory, and GB of disk including volumes. By default from the machine. */
  COMPUTE_CPUS: count.optional(),
  COMPUTE_RAM: count.optional(),
  COMPUTE_DISK: count.optional(),
  /** How long a system may take to shut down before its machine is ended. */
  COMPUTE_SHUTDOWN_SECONDS: count.max(3_600).default(60),
  /** Port of `/metrics` and `/readyz`; without it there are none. 0: any free port. */
  COMPUTE_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_TOKEN: z.string().min(16).optional(),
});
export const computeVariables = Object.keys(schema.shape);

/** Cores, and GB of memory and disk. */
export interface Capacity {
  cpu: number;
  ram: number;
  disk: number;
}

export interface ComputeSettings {
  folder: string;
  logLevel: Level | 'silent';
  accel: 'auto' | 'kvm' | 'tcg';
  address: string;
  ports: PortRange;
  capacity: Capacity;
  /** How long a system may take to shut down before its machine is ended, in ms. */
  graceMs: number;
  /** Where its metrics are. */
  monitor: MonitorEnv;
}

/** The folder that the process owns, which also contains its socket. */
export const computeFolder = (dataDir: string): string => resolve(dataDir, 'compute');

/** @throws with one line per invalid variable */
export function readComputeSettings(input: Readonly<Record<string, string | undefined>> = process.env): ComputeSettings {
  const set = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== ''));
  const read = schema.safeParse(set);
  if (!read.success) throw new Error(read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
  const { DATA_DIR, LOG_LEVEL, COMPUTE_ACCEL, COMPUTE_ADDRESS, COMPUTE_PORTS, COMPUTE_CPUS, COMPUTE_RAM, COMPUTE_DISK } = read.data;
  return {
    folder: computeFolder(DATA_DIR),
    logLevel: LOG_LEVEL,
    accel: COMPUTE_ACCEL,
    address: COMPUTE_ADDRESS,
    ports: COMPUTE_PORTS,
    graceMs: read.data.COMPUTE_SHUTDOWN_SECONDS * 1000,
    monitor: read.data,
    capacity: {
      cpu: COMPUTE_CPUS ?? availableParallelism() * SERVERS_PER_CORE,
      // The host itself needs memory too.
      ram: COMPUTE_RAM ?? Math.max(1, Math.floor((totalmem() / GB) * 0.8)),
      disk: COMPUTE_DISK ?? hostDisk(resolve(DATA_DIR)),
    },
  };
}

/** Nine tenths of the file system: images and copies need room as well. @param path a folder that may not exist yet */
function hostDisk(path: string): number {
  if (!existsSync(path)) return hostDisk(dirname(path));
  const { blocks, bsize } = statfsSync(path);
  return Math.max(1, Math.floor(((blocks * bsize) / GB) * 0.9));
}
