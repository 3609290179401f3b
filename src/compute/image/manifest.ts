import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { syncToDisk, writeDurably } from '../../lib/node/durable.ts';

/** Type and version of a system, as in the catalog of the provider: `debian` and `12`. They are parts of file names. */
export const OsType = z.string().regex(/^[a-z][a-z0-9-]{0,31}$/);
export const OsVersion = z.string().regex(/^[0-9][0-9a-z.]{0,15}$/);

/** The type of the rescue system's image. It isn't a system that customers order. */
export const RESCUE = 'rescue';

/** How QEMU starts the image: with SeaBIOS, or with OVMF. */
export const Boot = z.enum(['bios', 'uefi']);
export type Boot = z.infer<typeof Boot>;

/** What the compute process reads about an image, in `TYPE-VERSION.json` next to `TYPE-VERSION.qcow2`. */
export interface ImageManifest {
  type: string;
  version: string;
  /** SHA-256 of the qcow2 file, in hex. */
  sha256: string;
  /** Bytes of the qcow2 file. */
  size: number;
  /** GB (2^30 bytes) of the smallest disk that it fits on. */
  minDisk: number;
  /** The user who gets the customer's SSH keys. */
  user: string;
  boot: Boot;
}

export const imagesFolder = (dataDir: string): string => join(dataDir, 'compute', 'images');

/** Seconds of work for large images. @returns SHA-256 in hex */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Adds a disk image to the catalog of a host, in place of an earlier one of the same system. The disks of servers refer to the earlier
 * file by a name of its own, so they aren't affected.
 * @param file a qcow2 image in the same file system, which is renamed
 */
export async function publishImage(folder: string, file: string, values: Omit<ImageManifest, 'sha256' | 'size'>): Promise<ImageManifest> {
  const { type, version, minDisk, user, boot } = values;
  const path = join(folder, `${type}-${version}`);
  const manifest: ImageManifest = {
    type,
    version,
    sha256: await hashFile(file),
    size: (await stat(file)).size,
    minDisk,
    user,
    boot,
  };
  // A write to it would damage the servers that have it.
  await chmod(file, 0o400);
  syncToDisk(file);
  // A manifest is never next to another image than its own: for the moment in between, the host doesn't have the system.
  await rm(`${path}.json`, { force: true });
  await rename(file, `${path}.qcow2`);
  await writeDurably(`${path}.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}
