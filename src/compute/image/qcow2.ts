import { open } from 'node:fs/promises';
import { ImageError, runProgram } from './programs.ts';

const MAX_GB = 2000;
const GIB = 1024 ** 3;
/** Bits of `incompatible_features` (QEMU's docs/interop/qcow2.txt): dirty, and a compression type other than zlib. */
const ALLOWED_FEATURES = 0b1001n;

/** Formats that QEMU could mistake for something else, by the bytes at their start. */
const otherFormats: readonly [string, string][] = [
  ['a VMDK image', 'KDMV'],
  ['a VMDK image', '# Disk DescriptorFile'],
  ['a VHDX image', 'vhdxfile'],
  ['a VHD image', 'conectix'],
  ['a VirtualBox image', '<<< '],
  ['a QED image', 'QED\0'],
  ['compressed by gzip; unpack it first', '\u001f\u008b'],
  ['compressed by xz; unpack it first', '\u00fd7zXZ'],
  ['compressed by zstd; unpack it first', '(\u00b5/\u00fd'],
];

async function readStart(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r').catch((error: Error) => {
    throw new ImageError(`${path} can’t be read: ${error.message}`);
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/**
 * The format of a disk image from outside. QEMU opens it only afterwards, with this format: the header of a qcow2 image can name other
 * files of the host, which would then be part of the disk.
 * @throws {ImageError} when it isn't a disk image, or needs other files
 */
export async function inspectImage(path: string): Promise<'qcow2' | 'raw'> {
  const start = await readStart(path, 1024);
  if (start.toString('latin1', 0, 4) !== 'QFI\u00fb') {
    const other = otherFormats.find(([, magic]) => start.toString('latin1', 0, magic.length) === magic);
    if (other) throw new ImageError(`The file is ${other[0]}. Images are qcow2 or raw disks.`);
    if (start.length < 512 || start.readUInt16LE(510) !== 0xaa55)
      throw new ImageError('The file isn’t a disk image: it is neither qcow2, nor does it start with a boot record.');
    return 'raw';
  }
  if (start.length < 72) throw new ImageError('The file is cut off.');
  const version = start.readUInt32BE(4);
  if (version !== 2 && version !== 3) throw new ImageError(`The image has version ${version} of qcow2. Versions 2 and 3 are possible.`);
  if (start.readBigUInt64BE(8) !== 0n)
    throw new ImageError('The image has a backing file, so it could read files of this host. Flatten it first.');
  if (start.readUInt32BE(32) !== 0) throw new ImageError('The image is encrypted.');
  const features = version === 3 && start.length >= 80 ? start.readBigUInt64BE(72) : 0n;
  if ((features & 4n) !== 0n) throw new ImageError('The image has its data in another file, so it could read files of this host.');
  if ((features & ~ALLOWED_FEATURES) !== 0n) throw new ImageError('The image is damaged, or has features of qcow2 that aren’t supported.');
  if (start.readBigUInt64BE(24) > BigInt(MAX_GB * GIB)) throw new ImageError(`The disk of the image is larger than ${MAX_GB} GB.`);
  return 'qcow2';
}

/**
 * Writes a disk as a compressed qcow2 image.
 * @returns GB of the disk, rounded up
 * @throws {ImageError}
 */
export async function compressImage(source: string, format: 'qcow2' | 'raw', target: string): Promise<number> {
  if (format === 'qcow2') await runProgram('qemu-img', ['check', '-q', '-f', format, source]);
  await runProgram('qemu-img', ['convert', '-c', '-f', format, '-O', 'qcow2', '-o', 'compression_type=zstd', source, target]);
  const { 'virtual-size': size } = JSON.parse(await runProgram('qemu-img', ['info', '--output=json', '-f', 'qcow2', target])) as {
    'virtual-size': number;
  };
  const disk = Math.ceil(size / GIB);
  if (disk > MAX_GB) throw new ImageError(`The disk of the image is larger than ${MAX_GB} GB.`);
  return disk;
}
