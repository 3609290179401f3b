import { readFileSync } from 'node:fs';
import type { MetricName } from '../../lib/rules/cloud/compute/spec.ts';
import { hasAgent, runAgent } from '../qemu/agent.ts';
import type { Machine } from '../qemu/machine.ts';

/** Counters at one moment; null: unknown. */
export interface Counters {
  /** Epoch ms. */
  at: number;
  pid: number;
  /** Seconds of processor time. */
  cpuTime: number;
  /** Bytes of memory in use. */
  ram: number;
  diskRead: number;
  diskWrite: number;
  netIn: number | null;
  netOut: number | null;
}

/** Of `utime` and `stime` in /proc, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
const PAGE = 4096;
const AGENT_MS = 2_000;
const BALLOON = '/machine/peripheral/balloon';

/** What a machine has used since its start. Its network is only known to the guest's agent. @throws when it has ended */
export async function readCounters({ pid, qmp, files }: Machine): Promise<Counters> {
  // All at once: an error while another one is awaited first would be nobody's, and end the process.
  const [disk, ram, net] = await Promise.all([readDisks(qmp), readMemory(qmp, pid), readNetwork(qmp, files.agent)]);
  return { at: Date.now(), pid, cpuTime: readCpuTime(pid), ram, ...disk, ...net };
}

function readCpuTime(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The second field is the name in parentheses, which may contain blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

async function readDisks(qmp: Machine['qmp']) {
  const disks = await qmp.execute<{ stats: { rd_bytes: number; wr_bytes: number } }[]>('query-blockstats');
  const sum = (name: 'rd_bytes' | 'wr_bytes') => disks.reduce((total, { stats }) => total + stats[name], 0);
  return { diskRead: sum('rd_bytes'), diskWrite: sum('wr_bytes') };
}

/** What the guest uses, by its balloon driver; without one, what the process occupies. */
async function readMemory(qmp: Machine['qmp'], pid: number): Promise<number> {
  await qmp.execute('qom-set', { path: BALLOON, property: 'guest-stats-polling-interval', value: 5 });
  const { stats } = await qmp.execute<{ stats: Record<string, number> }>('qom-get', { path: BALLOON, property: 'guest-stats' });
  const [total = -1, available = -1] = [stats['stat-total-memory'], stats['stat-available-memory']];
  // Unknown values are the largest number of 64 bits, or -1.
  if (total > 0 && available >= 0 && available <= total) return total - available;
  return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE;
}

interface Interface {
  name: string;
  statistics?: { 'rx-bytes': number; 'tx-bytes': number };
}

async function readNetwork(qmp: Machine['qmp'], agent: string): Promise<{ netIn: number | null; netOut: number | null }> {
  if (!(await hasAgent(qmp))) return { netIn: null, netOut: null };
  const interfaces = await runAgent<Interface[]>(agent, 'guest-network-get-interfaces', {}, AGENT_MS).catch(() => null);
  if (!interfaces) return { netIn: null, netOut: null };
  const outside = interfaces.filter(({ name }) => name !== 'lo');
  const sum = (name: 'rx-bytes' | 'tx-bytes') => outside.reduce((total, { statistics }) => total + (statistics?.[name] ?? 0), 0);
  return { netIn: sum('rx-bytes'), netOut: sum('tx-bytes') };
}

/**
 * The rates between two moments: cpu from 0 to 1, ram in bytes, the others in bytes per second.
 * @returns null when they aren't of the same process
 */
export function computeRates(before: Counters, after: Counters, cpus: number): Record<MetricName, number | null> | null {
  const seconds = (after.at - before.at) / 1000;
  if (before.pid !== after.pid || seconds <= 0) return null;
  const rate = (name: 'diskRead' | 'diskWrite' | 'netIn' | 'netOut') => {
    const [old, next] = [before[name], after[name]];
    // The guest counts from zero after a restart.
    return old === null || next === null || next < old ? null : (next - old) / seconds;
  };
  return {
    cpu: Math.min(1, (after.cpuTime - before.cpuTime) / seconds / cpus),
    ram: after.ram,
    diskRead: rate('diskRead'),
    diskWrite: rate('diskWrite'),
    netIn: rate('netIn'),
    netOut: rate('netOut'),
  };
}
