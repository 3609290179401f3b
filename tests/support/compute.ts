import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { startControl } from '../../src/compute/control/server.ts';
import type { ComputeSettings } from '../../src/compute/env.ts';
import { startQemuEngine } from '../../src/compute/qemuBackend.ts';
import { Metrics } from '../../src/lib/node/metrics.ts';
import type { ServerSpec } from '../../src/lib/rules/cloud/compute/spec.ts';
import { qemuDriver } from '../../src/provider/drivers/compute/qemu.ts';

const isInstalled = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
/** Why tests with QEMU are skipped here; null: they run. */
export const whyNoQemu = isInstalled('qemu-system-x86_64') && isInstalled('qemu-img') ? null : 'QEMU is not installed';

export const soon = () => AbortSignal.timeout(10_000);

/** Adds images to a catalog; by default one empty disk, under which the firmware finds nothing to boot. */
export function addImages(folder: string, images: Record<string, object> = { 'debian-12': {} }): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, more] of Object.entries(images)) {
    const [type, version] = name.split('-');
    execFileSync('qemu-img', ['create', '-q', '-f', 'qcow2', join(folder, `${name}.qcow2`), '1M']);
    const manifest = { type, version, sha256: Buffer.from(name.padEnd(32)).toString('hex'), size: 200_000, minDisk: 1, ...more };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(manifest));
  }
}

/** A data folder with the images of a catalog. */
export function makeDataDir(images?: Record<string, object>): string {
  // Longer than the path of a Unix socket may be.
  const dataDir = mkdtempSync(join(tmpdir(), `compute-${'x'.repeat(100)}-`));
  addImages(join(dataDir, 'compute', 'images'), images);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

/** A compute process in this one. `stop` leaves the machines running, as a kill does; the end of the test ends them. */
export async function startTestCompute(dataDir: string, more: Partial<ComputeSettings> = {}) {
  const settings: ComputeSettings = {
    folder: join(dataDir, 'compute'),
    logLevel: 'silent',
    accel: 'tcg',
    address: '127.0.0.1',
    ports: { first: 23_000, last: 23_999 },
    graceMs: 200,
    monitor: { METRICS_HOST: '127.0.0.1' },
    capacity: { cpu: 1_000, ram: 1_000, disk: 100_000 },
    ...more,
  };
  const metrics = new Metrics();
  const engine = await startQemuEngine({ settings, log: pino({ level: process.env.COMPUTE_LOG ?? 'silent' }), systemMs: 0, metrics });
  let control = await startControl(engine);
  const closeControl = async () => {
    control.closeAllConnections();
    await new Promise((done) => control.close(done));
  };
  const listen = async () => {
    control = await startControl(engine);
  };
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await closeControl();
    await engine.stop();
  };
  onTestFinished(async () => {
    if (isStopped) return;
    const ids = engine.context.machines.all().map(({ machine }) => machine.id);
    await Promise.all(ids.map((id) => engine.context.machines.quit(id)));
    await stop();
  });
  return { engine, driver: qemuDriver({ dataDir }), metrics, stop, closeControl, listen };
}

/** Waits until an entity has no action in progress. @returns the report, and the phases in order */
export async function settled<P extends { phase: string | null }>(
  resources: { progress(id: string, signal: AbortSignal): Promise<P | null> },
  id: string,
  timeoutMs = 20_000,
): Promise<P & { phases: string[] }> {
  const until = Date.now() + timeoutMs;
  const phases: string[] = [];
  for (;;) {
    const report = await resources.progress(id, soon());
    if (report && report.phase === null) return { ...report, phases };
    if (report?.phase && phases.at(-1) !== report.phase) phases.push(report.phase);
    if (Date.now() > until) throw new Error(`not settled: ${JSON.stringify(report)}`);
    await wait(20);
  }
}

/** The state of a server that is off, with a disk of 2 GB. */
export const makeServerSpec = (id: string, version: number, more: Partial<ServerSpec> = {}): ServerSpec => ({
  id,
  version,
  name: 'web',
  dataCenter: 'FRA',
  size: { cpu: 1, ram: 1, disk: 2, diskType: 'ssd' },
  trial: false,
  image: { count: 1, mode: 'install', os: { type: 'debian', version: '12' }, imageId: null },
  power: 'off',
  autopilot: true,
  boot: { count: 0, hard: false },
  rescue: false,
  password: { count: 1, value: null },
  access: { sshKeys: [], userData: null },
  addresses: [],
  measureEvery: 10,
  spaces: [],
  reverseDns: [],
  networks: [],
  firewalls: [],
  volumes: [],
  ...more,
});
