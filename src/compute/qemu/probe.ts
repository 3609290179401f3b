import { execFile, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { release } from 'node:os';
import { promisify } from 'node:util';
import { readCatalog } from '../catalog.ts';
import type { Context } from '../context.ts';
import { QEMU } from './machine.ts';

const run = promisify(execFile);
const FIRST_OUTPUT_MS = 20_000;

let version: string | null = null;
/** The version of QEMU on this host, as `7.2.22`: of the first successful call. @throws when it isn't installed */
export async function readQemuVersion(): Promise<string> {
  if (version !== null) return version;
  const { stdout } = await run(QEMU, ['--version']);
  version = /version (\S+)/.exec(stdout)?.[1] ?? 'unknown';
  return version;
}

function hasKvm(): boolean {
  try {
    accessSync('/dev/kvm', constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * KVM, if a system of the catalog writes to its serial port under it, else TCG. A device that can be opened isn't enough: under nested
 * virtualization, kernels may hang. The result is stored, for this version of QEMU and this kernel.
 * @returns null when the catalog has no system to test it with
 */
export async function determineAcceleration(
  context: Pick<Context, 'settings' | 'folders' | 'store' | 'log'>,
): Promise<'kvm' | 'tcg' | null> {
  const { settings, folders, store, log } = context;
  if (settings.accel !== 'auto') return settings.accel;
  if (!hasKvm()) return 'tcg';
  const host = `${await readQemuVersion()} ${release()}`;
  const [known, on] = store.fact('acceleration')?.split(' on ') ?? [];
  if (on === host && (known === 'kvm' || known === 'tcg')) return known;
  const system = (await readCatalog(folders)).find(({ kernel }) => kernel !== null) ?? (await readCatalog(folders))[0];
  if (!system) return null;
  const { kernel, initrd, append, disk } = system;
  const boot =
    kernel === null
      ? ['-drive', `file=${disk.replaceAll(',', ',,')},format=qcow2,if=virtio,snapshot=on`]
      : ['-kernel', kernel, '-append', `${append} earlyprintk=ttyS0`, ...(initrd === null ? [] : ['-initrd', initrd])];
  const acceleration = (await writesOutput(boot)) ? 'kvm' : 'tcg';
  log.info({ acceleration }, acceleration === 'kvm' ? 'servers run under KVM' : 'no system boots under KVM; servers are emulated by TCG');
  store.setFact('acceleration', `${acceleration} on ${host}`);
  return acceleration;
}

async function writesOutput(boot: readonly string[]): Promise<boolean> {
  const options = ['-machine', 'pc', '-accel', 'kvm', '-cpu', 'host', '-m', '512M', '-nodefaults', '-no-user-config', '-display', 'none'];
  const child = spawn(QEMU, [...options, '-serial', 'stdio', ...boot], { stdio: ['ignore', 'pipe', 'ignore'] });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), FIRST_OUTPUT_MS);
  // A boot loader writes control characters only.
  child.stdout.setEncoding('latin1').on('data', (text: string) => /\w{4}/.test(text) && resolve(true));
  child.once('error', () => resolve(false));
  child.once('exit', () => resolve(false));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
