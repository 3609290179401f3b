import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeDisk } from './disk.ts';
import { packages } from './packages.ts';
import { ImageError, runProgram } from './programs.ts';

/** Releases of Debian by the name that mirrors have for them. */
export const suites = { bookworm: '12', trixie: '13' } as const;
export type Suite = keyof typeof suites;

/** GB; the root file system grows to the size of the server's disk. */
export const IMAGE_GB = 3;

export interface DebianOptions {
  suite: Suite;
  kind: keyof typeof packages;
  /** URL of Debian's archive. Servers use it as well. */
  mirror: string;
  /** The raw disk image to create. */
  file: string;
}

/** Sources of packages: a release, its updates, and its security updates, which mirrors have in a folder next to the archive. */
export const sources = (suite: Suite, mirror: string): string[] => {
  const security = mirror.replace(/\/debian\/?$/, '/debian-security');
  return [
    `deb ${mirror} ${suite} main`,
    `deb ${mirror} ${suite}-updates main`,
    ...(security === mirror ? [] : [`deb ${security} ${suite}-security main`]),
  ];
};

/**
 * Builds a Debian system with mmdebstrap, as root or as a user with subordinate IDs.
 * @throws {ImageError}
 */
export async function buildDebian({ suite, kind, mirror, file }: DebianOptions): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  const work = await mkdtemp(join(tmpdir(), 'image-'));
  const root = join(work, 'root');
  const partition = join(work, 'partition');
  const uuid = randomUUID();
  // Without root, the owners of the files are subordinate IDs of this user; the same IDs are root and other users within the name space.
  const prefix = isRoot ? [] : ['mmdebstrap', '--unshare-helper'];
  const [command = '', ...before] = [...prefix, 'rm'];
  try {
    // The user of the name space creates the root in it, and runs the hook.
    await chmod(work, isRoot ? 0o700 : 0o1777);
    await cp(join(import.meta.dirname, 'root'), join(work, 'overlay'), { recursive: true });
    await cp(join(import.meta.dirname, 'customize.sh'), join(work, 'customize'));
    await chmod(join(work, 'customize'), 0o755);
    await runProgram(
      'mmdebstrap',
      [
        `--mode=${isRoot ? 'root' : 'unshare'}`,
        '--variant=apt',
        '--format=directory',
        `--include=${packages[kind].join(',')}`,
        '--aptopt=Apt::Install-Recommends "false"',
        `--customize-hook=${join(work, 'customize')} "$1"`,
        suite,
        root,
        ...sources(suite, mirror),
      ],
      { OVERLAY: join(work, 'overlay'), ROOT_UUID: uuid },
    );
    await writeDisk({ root, partition, file, size: IMAGE_GB, uuid, prefix });
  } catch (error) {
    if (!isRoot && error instanceof ImageError && /subuid|newuidmap|unshare/.test(error.message))
      throw new ImageError(`${error.message}\nA user other than root needs subordinate IDs (/etc/subuid) and Debian’s package uidmap.`);
    throw error;
  } finally {
    await runProgram(command, [...before, '-rf', root, partition]);
    await rm(work, { recursive: true, force: true });
  }
}
