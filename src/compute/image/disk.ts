import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ImageError, runProgram } from './programs.ts';

const SECTOR = 512;
/** The partition starts at 1 MiB, as partitioning programs align it. GRUB's core is in front of it. */
const FIRST_SECTOR = 2048;
const GIB = 1024 ** 3;
const CODE_BYTES = 440;

export interface DiskOptions {
  /** The folder of the system's files, with GRUB's core in `/boot/grub/core.img`. */
  root: string;
  /** The file of the file system, which is created. It may belong to another user afterwards, as the folder. */
  partition: string;
  /** The raw disk image to create. */
  file: string;
  /** GB (2^30 bytes). */
  size: number;
  /** UUID of the file system. */
  uuid: string;
  /** Words in front of `mke2fs`, such as those that give the files of the folder their owners. */
  prefix: readonly string[];
}

/** A master boot record with GRUB's boot code and one bootable Linux partition, which fills the disk. */
export function bootRecord(code: Buffer, sectors: number): Buffer {
  const record = Buffer.alloc(SECTOR);
  code.copy(record, 0, 0, CODE_BYTES);
  const entry = 446;
  record.writeUInt8(0x80, entry);
  // Cylinders, heads and sectors beyond what they can express: the numbers of sectors count.
  record.set([0xfe, 0xff, 0xff], entry + 1);
  record.writeUInt8(0x83, entry + 4);
  record.set([0xfe, 0xff, 0xff], entry + 5);
  record.writeUInt32LE(FIRST_SECTOR, entry + 8);
  record.writeUInt32LE(sectors - FIRST_SECTOR, entry + 12);
  record.writeUInt16LE(0xaa55, 510);
  return record;
}

/**
 * Writes a folder to a raw disk that a BIOS boots, without root and without a loop device. GRUB's boot code loads the core from the
 * second sector on, where `grub-mkimage` expects it on a disk with a master boot record.
 * @throws {ImageError}
 */
export async function writeDisk({ root, partition, file, size, uuid, prefix }: DiskOptions): Promise<void> {
  const [code, core] = await Promise.all(['boot/grub/i386-pc/boot.img', 'boot/grub/core.img'].map((name) => readFile(join(root, name))));
  if (!code || !core || core.length > (FIRST_SECTOR - 1) * SECTOR)
    throw new ImageError('GRUB’s core doesn’t fit in front of the partition.');
  const disk = await open(file, 'w', 0o600);
  try {
    await disk.truncate(size * GIB);
    await disk.write(bootRecord(code, (size * GIB) / SECTOR), 0, SECTOR, 0);
    await disk.write(core, 0, core.length, SECTOR);
  } finally {
    await disk.close();
  }
  // GRUB 2.06 reads neither feature.
  const features = ['-O', '^metadata_csum_seed,^orphan_file', '-L', 'root', '-U', uuid];
  const blocks = `${(size * GIB - FIRST_SECTOR * SECTOR) / 1024}k`;
  const run = ([program = '', ...args]: readonly string[]) => runProgram(program, args);
  await run([...prefix, 'mke2fs', '-q', '-t', 'ext4', '-m', '1', ...features, '-d', root, partition, blocks]);
  await run([...prefix, 'chmod', '0644', partition]);
  await run([
    'dd',
    `if=${partition}`,
    `of=${file}`,
    'bs=1M',
    `seek=${(FIRST_SECTOR * SECTOR) / 1024 ** 2}`,
    'conv=sparse,notrunc',
    'status=none',
  ]);
}
