import { link, mkdir, readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import type { Folders } from './folders.ts';
import type { OfferedImage } from './protocol.ts';

const file = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);

/** `images/NAME.json`, beside `images/NAME.qcow2`. */
const Manifest = z.object({
  type: z.string(),
  version: z.string(),
  /** Of the qcow2 file, in hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Bytes of the qcow2 file. */
  size: z.number(),
  /** GB. */
  minDisk: z.int().min(1),
  /** The user that gets the SSH keys. */
  user: z.string().default('root'),
  boot: z.enum(['bios', 'uefi']).default('bios'),
  /** Files in the folder: a kernel that QEMU loads itself, instead of a boot loader on the disk, and its initial file system. */
  kernel: file.optional(),
  initrd: file.optional(),
  append: z.string().max(1_000).default(''),
});

/** An image of an operating system, with the paths of its files. */
export interface CatalogImage extends Omit<z.output<typeof Manifest>, 'kernel' | 'initrd'> {
  disk: string;
  kernel: string | null;
  initrd: string | null;
}

/** The type of the system for rescue; without it, rescue boots a fresh copy of the server's own system. */
const RESCUE = 'rescue';

async function readManifests({ images }: Folders): Promise<{ name: string; image: CatalogImage | null }[]> {
  const names = (await readdir(images)).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(names.map(async (name) => ({ name, image: await readManifest(images, name) })));
}

/** All images of the catalog. Files without a valid manifest aren't offered. */
export const readCatalog = async (folders: Folders): Promise<CatalogImage[]> =>
  (await readManifests(folders)).flatMap(({ image }) => (image ? [image] : []));

/** The names of the manifests that aren't valid. */
export const listInvalid = async (folders: Folders): Promise<string[]> =>
  (await readManifests(folders)).flatMap(({ name, image }) => (image ? [] : [name]));

async function readManifest(folder: string, name: string): Promise<CatalogImage | null> {
  try {
    const { kernel, initrd, ...manifest } = Manifest.parse(JSON.parse(await readFile(join(folder, name), 'utf8')));
    return {
      ...manifest,
      disk: join(folder, name.replace(/\.json$/, '.qcow2')),
      kernel: kernel === undefined ? null : join(folder, kernel),
      initrd: initrd === undefined ? null : join(folder, initrd),
    };
  } catch {
    return null;
  }
}

/** Null: not in the catalog. */
export const findImage = async (folders: Folders, os: { type: string; version: string }): Promise<CatalogImage | null> =>
  (await readCatalog(folders)).find(({ type, version }) => type === os.type && version === os.version) ?? null;

/** What the rescue system of a server boots; null: there is nothing. */
export async function findRescueImage(folders: Folders, os: { type: string; version: string }): Promise<CatalogImage | null> {
  const images = await readCatalog(folders);
  return (
    images.find(({ type }) => type === RESCUE) ?? images.find(({ type, version }) => type === os.type && version === os.version) ?? null
  );
}

/** What may be ordered. */
export const listOffered = async (folders: Folders): Promise<OfferedImage[]> =>
  (await readCatalog(folders)).filter(({ type }) => type !== RESCUE).map(({ type, version, minDisk }) => ({ type, version, minDisk }));

/**
 * Another name for the file of an image, by its checksum. Disks refer to it, so an operator may replace or delete the image in the catalog
 * without an effect on servers.
 * @param from the file that refers to it
 * @returns its path, relative to the folder of `from`
 */
export async function linkBase({ root }: Folders, { disk, sha256 }: CatalogImage, from: string): Promise<string> {
  const base = join(root, 'bases', `${sha256}.qcow2`);
  await mkdir(dirname(base), { recursive: true, mode: 0o700 });
  await link(disk, base).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return relative(dirname(from), base);
}
